/** Pictures of which one opens large when it is pressed; the arrow keys go through them. */
export default function pictures(element: HTMLElement) {
  const dialog = element.querySelector("dialog");
  if (!dialog) return;
  const links = () => [...element.querySelectorAll<HTMLAnchorElement>("a[data-picture]")];
  let at = 0;
  let opener: HTMLElement | undefined;

  const show = (wanted: number) => {
    const all = links();
    at = (wanted + all.length) % all.length;
    const source = all[at]?.href ?? "";
    const name = (dialog.dataset.words ?? "").replace("{n}", String(at + 1));
    dialog.ariaLabel = name;
    const picture = dialog.querySelector("img");
    const place = dialog.querySelector("span");
    const download = dialog.querySelector("a");
    if (!picture || !place || !download) return;
    picture.src = source;
    picture.alt = name;
    place.textContent = name;
    download.href = source;
    download.download = (dialog.dataset.file ?? "").replace("{n}", String(at + 1));
  };

  element.addEventListener("click", (event) => {
    const pressed = event.target as Element;
    const link = pressed.closest<HTMLAnchorElement>("a[data-picture]");
    const turn = pressed.closest<HTMLElement>("[data-turn]")?.dataset.turn;
    if (link) {
      event.preventDefault();
      opener = link;
      show(links().indexOf(link));
      dialog.showModal();
    } else if (turn) show(at + Number(turn));
    else if (pressed.closest("[data-close]")) dialog.close();
  });
  dialog.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowRight") show(at + 1);
    if (key === "ArrowLeft") show(at - 1);
  });
  dialog.addEventListener("close", () => opener?.focus());
}
