/**
 * Enables a button again after `data-seconds` and counts down until then (text in `data-waiting`). With `data-by-itself`
 * (the id of a hidden text that says so) its form is sent when the time is over.
 */
export default function resend(element: HTMLElement) {
  const button = element as HTMLButtonElement;
  const words = button.textContent;
  const end = performance.now() + Number(button.dataset.seconds) * 1000;
  const { byItself } = button.dataset;
  const announced = byItself ? document.getElementById(byItself) : null;
  if (announced) announced.hidden = false;
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? (button.dataset.waiting ?? "").replace("{seconds}", String(left)) : words;
    if (left > 0) setTimeout(tick, 1000);
    else if (announced) button.form?.requestSubmit(button);
  };
  tick();
}
