/**
 * Enables a button again after `data-seconds` and counts down until then (text in `data-waiting`). With `data-by-itself`
 * (the id of a hidden text that says so) its form is sent when the time is over. It counts anew when the server answers
 * with another time.
 */
export default function resend(element: HTMLElement, left: AbortSignal) {
  const button = element as HTMLButtonElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const countDown = () => {
    clearTimeout(timer);
    const words = button.textContent;
    const end = performance.now() + Number(button.dataset.seconds) * 1000;
    const { byItself } = button.dataset;
    const announced = byItself ? document.getElementById(byItself) : null;
    if (announced) announced.hidden = false;
    const tick = () => {
      const seconds = Math.ceil((end - performance.now()) / 1000);
      button.disabled = seconds > 0;
      button.textContent = seconds > 0 ? (button.dataset.waiting ?? "").replace("{seconds}", String(seconds)) : words;
      if (seconds > 0) timer = setTimeout(tick, 1000);
      else if (announced) button.form?.requestSubmit(button);
    };
    tick();
  };
  button.addEventListener("changed", countDown, { signal: left });
  left.addEventListener("abort", () => clearTimeout(timer));
  countDown();
}
