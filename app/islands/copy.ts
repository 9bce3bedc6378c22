/** How long a copied link is confirmed (R078). */
const confirmMs = 4000;

/** Copies `data-copy` and shows the text `data-copied` for four seconds, beside the button or on it. */
export default function copy(button: HTMLElement) {
  const notice =
    (button.querySelector("[data-copy-said]") ?? button.parentElement?.querySelector("[data-copy-said]")) || button;
  const words = notice.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
    notice.textContent = button.dataset.copied ?? words;
    setTimeout(() => {
      notice.textContent = words;
    }, confirmMs);
  });
}
