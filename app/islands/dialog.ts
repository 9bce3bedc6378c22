/** Makes a dialog the server rendered open modal: focus stays inside, and Escape goes to the page without it. */
export default function dialog(element: HTMLElement) {
  const box = element as HTMLDialogElement;
  box.close();
  box.showModal();
  const leave = () => location.assign(box.dataset.close ?? location.pathname);
  box.addEventListener("cancel", leave);
  // A page nobody has touched yet is not asked: the browser closes the dialog by itself.
  box.addEventListener("close", () => !box.open && leave());
}
