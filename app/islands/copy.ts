/** How long a copied link is confirmed (R078). */
const confirmMs = 4000;

/** Copies `data-copy`; where there is a text `data-copied`, it is shown for four seconds, beside the button or on it. */
export default function copy(button: HTMLElement) {
  const notice =
    (button.querySelector("[data-copy-said]") ?? button.parentElement?.querySelector("[data-copy-said]")) || button;
  const words = notice.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
    if (!button.dataset.copied) return;
    notice.textContent = button.dataset.copied;
    setTimeout(() => {
      notice.textContent = words;
    }, confirmMs);
  });
}
