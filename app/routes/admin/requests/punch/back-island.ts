/** A link back, which takes the way of the browser's Back where there is one. */
export default function back(link: HTMLElement) {
  link.addEventListener("click", (event) => {
    if (history.length < 2) return;
    event.preventDefault();
    history.back();
  });
}
