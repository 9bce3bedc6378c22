import { isTyping } from "../keyboard/keys.ts";

/** The cookie by which this browser remembers that the menu is folded, so that pages come folded (app/root.tsx). */
const foldedCookie = "desk-folded";

/**
 * The keys of the operators' frame: `[` folds the menu, as its button does, `f` opens the control marked `data-find`, `?`
 * shows all keys.
 */
export default function desk(frame: HTMLElement, left: AbortSignal) {
  const fold = frame.querySelector<HTMLElement>("[data-fold]");
  const keys = frame.querySelector<HTMLDialogElement>("[data-keys]");
  fold?.addEventListener("click", () => toggleMenu(frame, fold));
  const press = (event: KeyboardEvent) => {
    if (isTyping(event)) return;
    if (event.key === "[" && fold) toggleMenu(frame, fold);
    if (event.key === "?" && keys && !keys.open) showKeys(keys);
    const find = event.key === "f" && document.querySelector<HTMLElement>("[data-find]");
    if (find) find.click();
    if (find || event.key === "?") event.preventDefault();
  };
  addEventListener("keydown", press, { signal: left });
}

function toggleMenu(frame: HTMLElement, button: HTMLElement) {
  const isFolded = frame.toggleAttribute("data-folded");
  const words = (isFolded ? button.dataset.unfold : button.dataset.fold) ?? "";
  button.ariaPressed = String(isFolded);
  button.ariaLabel = words;
  button.title = `${words}  [`;
  const lifetime = isFolded ? 31_536_000 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: no browser of ours lacks it
  document.cookie = `${foldedCookie}=1; path=/; max-age=${lifetime}; samesite=lax`;
}

function showKeys(box: HTMLDialogElement) {
  const content = box.querySelector("template");
  content?.replaceWith(content.content);
  box.showModal();
}
