/** Says whether the page updates by itself; its text is that of a stream that is on, `data-lost` that of one that is not. */
export default function liveHint(element: HTMLElement, left: AbortSignal) {
  const shown = element.querySelector("span");
  const words: Record<string, string> = { on: shown?.textContent ?? "", lost: element.dataset.lost ?? "" };
  const show = () => {
    const { live } = document.documentElement.dataset;
    if (!shown || !live) return;
    element.dataset.live = live;
    shown.textContent = words[live] ?? "";
    shown.classList.remove("not-yet");
  };
  document.addEventListener("live", show, { signal: left });
  show();
}
