/** A button that copies `data-copy` and says so for two seconds in its `data-copied` words. */
export default function copy(button: HTMLElement) {
  const words = button.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
    button.textContent = button.dataset.copied ?? words;
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  });
}
