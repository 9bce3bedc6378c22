/** Makes a dialog the server rendered open modal: focus stays inside, and Escape goes to the page without it. */
export default function dialog(element: HTMLElement) {
  const box = element as HTMLDialogElement;
  box.close();
  box.showModal();
  box.addEventListener("cancel", () => location.assign(box.dataset.close ?? location.pathname));
}
