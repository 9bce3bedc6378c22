/**
 * An island: it enhances one element that the server rendered. `left` is aborted when the element leaves the page; what
 * an island adds outside its element (listeners of the document, timers, streams) ends with it.
 */
export type Island = (element: HTMLElement, left: AbortSignal) => void | Promise<void>;

export type Loading = {
  load: () => Promise<{ default: Island }>;
  /** `page`: as soon as its element is on the page; `touch`: when its element is pointed at, focused or pressed. */
  wake: "page" | "touch";
};

type Load = Loading["load"];

export const atOnce = (load: Load): Loading => ({ load, wake: "page" });
export const onTouch = (load: Load): Loading => ({ load, wake: "touch" });
