/** Pages that are not hydrated: a share without a phone says so on the console, and nowhere else (R081). */
export default function share(link: HTMLElement) {
  if (document.documentElement.dataset.page === "console") return;
  link.addEventListener("click", () => console.info(link.dataset.noPhone));
}
