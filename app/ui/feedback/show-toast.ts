import { lastingAt } from "./lasting.ts";

/** `warn`: done, but not as its reader may think; an error must also be shown on the page. */
export type ToastKind = "good" | "info" | "warn" | "bad";

type Shown = { item: HTMLElement; leftMs: number; startedAt?: number; timer?: ReturnType<typeof setTimeout> };

/** The toasts on the page, by id. */
const shown = new Map<string, Shown>();
let paused = false;

/** Shows a sentence as a toast; another one with the same id takes its place. */
export const showToast = (text: string, kind: ToastKind = "good", id = text) =>
  putToast(id, kind, Object.assign(document.createElement("p"), { textContent: text }));

/** Shows what the server wrote into a toast, for as long as the page's toasts last unless `lastsMs` says otherwise. */
export function putToast(id: string, kind: ToastKind, content: Node, lastsMs = lastingAt(location.pathname)) {
  const layer = document.querySelector<HTMLElement>("[data-toasts]");
  const frame = layer?.querySelector<HTMLTemplateElement>(`template[data-kind=${kind}]`);
  const item = frame?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  if (!layer || !item) return;
  item.append(content);
  const before = shown.get(id);
  clearTimeout(before?.timer);
  raise(layer);
  if (before) before.item.replaceWith(item);
  else layer.prepend(item);
  const toast: Shown = { item, leftMs: lastsMs };
  shown.set(id, toast);
  if (!paused) start(id, toast);
}

export const isToastShown = (id: string) => shown.has(id);

export function removeToast(id: string) {
  clearTimeout(shown.get(id)?.timer);
  shown.get(id)?.item.remove();
  shown.delete(id);
}

function start(id: string, toast: Shown) {
  clearTimeout(toast.timer);
  toast.startedAt = performance.now();
  toast.timer = setTimeout(() => removeToast(id), toast.leftMs);
}

/** Stops the time of all toasts, or lets it go on. */
export function pauseToasts(is: boolean) {
  if (paused === is) return;
  paused = is;
  for (const [id, toast] of shown) {
    if (!is) start(id, toast);
    else if (toast.startedAt !== undefined) {
      clearTimeout(toast.timer);
      toast.leftMs -= performance.now() - toast.startedAt;
    }
  }
}

/** Puts the toasts above an open dialog, as the newest popover of the browser's top layer; where there are no popovers, dialogs cover them. */
export function raise(layer: HTMLElement) {
  if (!layer.isConnected || !layer.showPopover) return;
  layer.popover = "manual";
  if (layer.matches(":popover-open")) layer.hidePopover();
  layer.showPopover();
}
