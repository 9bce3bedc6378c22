/** Adds what is typed as a chip, and hides a chip that is unticked: it is not sent. */
export default function categoryField(element: HTMLElement) {
  const typed = element.querySelector<HTMLInputElement>("#typedCategory")!;
  const list = element.querySelector("ul")!;
  const chip = element.querySelector("template")!;
  const boxes = () => [...list.querySelectorAll<HTMLInputElement>("input")];

  function tick(box: HTMLInputElement, is: boolean) {
    box.checked = is;
    box.closest("li")!.hidden = !is;
  }
  function add() {
    const value = typed.value.trim().replace(/\s+/g, " ");
    const known = boxes().find((box) => box.value.toLowerCase() === value.toLowerCase());
    typed.value = "";
    typed.focus();
    if (known) return tick(known, true);
    if (!value) return;
    const added = chip.content.firstElementChild!.cloneNode(true) as HTMLElement;
    const box = added.querySelector("input")!;
    box.value = value;
    added.querySelector("span")!.textContent = value;
    list.append(added);
    tick(box, true);
  }
  typed.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  });
  element.querySelector("button")?.addEventListener("click", (event) => {
    event.preventDefault();
    add();
  });
  list.addEventListener("change", ({ target }) => {
    tick(target as HTMLInputElement, false);
    typed.focus();
  });
}
