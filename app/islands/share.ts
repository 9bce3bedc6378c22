/** Warns on the browser's console when a share link has no phone (R081); for pages that are not hydrated. */
export default function share(link: HTMLElement) {
  if (document.documentElement.dataset.page === "console") return;
  link.addEventListener("click", () => console.info(link.dataset.noPhone));
}
