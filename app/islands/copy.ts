/** How long a copied link is confirmed (R078). */
const saidMs = 4000;

/** Copies `data-copy` and shows the text `data-copied` for four seconds, beside the button or on it. */
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
