/**
 * Scrolls the strip of views so that the current one is in sight; also on the next page. `scrollIntoView` would make the
 * view the place from which Tab goes on.
 */
export default function views(strip: HTMLElement) {
  const show = () => {
    const current = strip.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!current) return;
    const { left, right } = strip.getBoundingClientRect();
    strip.scrollLeft += Math.min(0, current.left - left) + Math.max(0, current.right - right);
  };
  show();
  strip.addEventListener("changed", show);
}
