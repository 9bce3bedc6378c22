/** The tabs of a list's views: the current one is scrolled to. */
export default function views(element: HTMLElement) {
  const show = () => {
    element.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  show();
  element.addEventListener("changed", show);
}
