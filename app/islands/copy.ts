/** For how long a copied link is said to be copied (R078). */
const saidMs = 4000;

/** A button that copies `data-copy` and says its `data-copied` words for four seconds: beside it, or on it. */
export default function copy(button: HTMLElement) {
  const said = button.parentElement?.querySelector("[data-copy-said]") ?? button;
  const words = said.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
    said.textContent = button.dataset.copied ?? words;
    setTimeout(() => {
      said.textContent = words;
    }, saidMs);
  });
}
