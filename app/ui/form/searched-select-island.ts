/**
 * Puts a combobox in front of a long select once a mouse points at it, or it is focused other than by a finger, which gets the
 * device's own list. Until the combobox is there, and where it cannot be loaded, the select is the browser's own.
 */
export default function searchedSelect(element: HTMLElement) {
  const select = element.querySelector("select");
  const search = element.querySelector("template");
  const touched = new AbortController();
  const { signal } = touched;
  let isTouch = false;
  const wake = () => {
    touched.abort();
    if (search) element.append(search.content.cloneNode(true));
  };
  element.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && wake(), { signal });
  element.addEventListener(
    "pointerdown",
    ({ pointerType }) => {
      isTouch = pointerType === "touch";
    },
    { signal },
  );
  select?.addEventListener("focus", () => !isTouch && wake(), { signal });
}
