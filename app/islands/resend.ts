/** Enables a button again after `data-seconds` and counts down until then (text in `data-waiting`). */
export default function resend(element: HTMLElement) {
  const button = element as HTMLButtonElement;
  const words = button.textContent;
  const end = performance.now() + Number(button.dataset.seconds) * 1000;
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? (button.dataset.waiting ?? "").replace("{seconds}", String(left)) : words;
    if (left > 0) setTimeout(tick, 1000);
  };
  tick();
}
