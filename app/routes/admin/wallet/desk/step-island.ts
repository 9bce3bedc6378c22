/** The steps of a dialog in one place: another one (`data-step`) begins with the focus on its first thing (`data-first`). */
export default function step(element: HTMLElement) {
  let shown = element.dataset.step;
  element.addEventListener("changed", () => {
    if (element.dataset.step === shown) return;
    shown = element.dataset.step;
    element.querySelector<HTMLElement>("[data-first], input[type=search]")?.focus();
  });
}
