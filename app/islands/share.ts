/** Warns on the browser's console when a share link has no phone (R081). */
export default function share(link: HTMLElement) {
  link.addEventListener("click", () => console.info(link.dataset.noPhone));
}
