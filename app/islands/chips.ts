/**
 * A field that collects several answers: its button (or Enter) adds what is typed or chosen as a ticked box below, once
 * each; unticking removes it. What was wrong is no longer said once it is mended.
 */
export default function chips(element: HTMLElement) {
  const field = element.querySelector<HTMLInputElement | HTMLSelectElement>("input.input, select");
  const list = element.querySelector<HTMLElement>("[data-chips]");
  const notice = element.querySelector<HTMLElement>("[data-chip-said]");
  const pattern = element.querySelector("template");
  const button = element.querySelector<HTMLButtonElement>("button");
  if (!field || !list || !notice || !pattern || !button) return;

  const same = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
  const boxes = () => [...list.querySelectorAll<HTMLInputElement>("input")];
  const add = () => {
    const value = field.value.trim();
    const twice = boxes().some((box) => same(box.value) === same(value));
    notice.textContent = twice ? (element.dataset.twice ?? "") : "";
    if (value && !twice) {
      const chip = pattern.content.cloneNode(true) as DocumentFragment;
      const box = chip.querySelector("input")!;
      const words = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.textContent : value;
      box.value = value;
      chip.querySelector("[data-chip-words]")!.textContent = words ?? value;
      list.append(chip);
    }
    if (!twice) field.value = "";
    // One error at a time, and none once something was added: what the server said of the list is over.
    if (twice || value) forgetError(field);
    field.focus();
  };
  button.type = "button";
  button.addEventListener("click", add);
  field.addEventListener("keydown", (event) => {
    if ((event as KeyboardEvent).key !== "Enter" || field instanceof HTMLSelectElement) return;
    event.preventDefault();
    add();
  });
  list.addEventListener("change", ({ target }) => {
    const box = target as HTMLInputElement;
    if (box.checked) return;
    box.closest("li")?.remove();
    field.focus();
  });
}

/** Takes off the error the page came with. */
function forgetError(field: Element) {
  document.getElementById(`${field.id}-error`)?.remove();
  field.removeAttribute("aria-invalid");
}
