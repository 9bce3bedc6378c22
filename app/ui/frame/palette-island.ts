import { isTyping } from "../keyboard/keys.ts";

/** Opens search and jump by its button and its keys; its list is loaded with the first opening. */
export default function palette(element: HTMLElement, left: AbortSignal) {
  const box = element as HTMLDialogElement;
  const signal = { signal: left };
  let isFilled = false;
  const show = async () => {
    if (box.open) return;
    box.showModal();
    if (isFilled) return;
    isFilled = true;
    const { fillPalette } = await import("./palette-list.ts");
    fillPalette(box);
  };
  const press = (event: KeyboardEvent) => {
    const isJump = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!isJump && (event.key !== "/" || isTyping(event))) return;
    event.preventDefault();
    void show();
  };
  addEventListener("keydown", press, signal);
  const click = ({ target }: Event) => {
    if (target instanceof Element && target.closest("[data-opens-palette]")) void show();
  };
  document.addEventListener("click", click, signal);
}
