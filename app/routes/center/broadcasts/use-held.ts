import { type FocusEvent, type PointerEvent, useRef, useState } from "react";
import { heldRows } from "./held.ts";

/**
 * The rows of a live list as its reader may press on them: while pointer or focus is inside, and on a touch screen once it
 * was touched, no row moves and new ones wait until `show`. Outside, and on another page of the list (`page`), it is as
 * the server tells it. `inside` are the handlers of the element around the list.
 */
export function useHeld<R extends { id: string }>(now: readonly R[], elsewhere: readonly R[], page: string) {
  const shown = useRef({ page, rows: now });
  const [within, setWithin] = useState({ pointer: false, focus: false, touch: false });
  const [, setShows] = useState(0);
  const holds = (within.pointer || within.focus || within.touch) && shown.current.page === page;
  const { rows, waiting } = holds ? heldRows(shown.current.rows, now, elsewhere) : { rows: now, waiting: 0 };
  shown.current = { page, rows };
  const set = (part: Partial<typeof within>) => setWithin((before) => ({ ...before, ...part }));
  return {
    rows,
    waiting,
    show() {
      shown.current = { page, rows: now };
      setShows((count) => count + 1);
    },
    inside: {
      onPointerEnter: ({ pointerType }: PointerEvent) => set(pointerType === "touch" ? {} : { pointer: true }),
      onPointerLeave: () => set({ pointer: false }),
      onPointerDown: ({ pointerType }: PointerEvent) => set(pointerType === "touch" ? { touch: true } : {}),
      onFocus: () => set({ focus: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        set({ focus: relatedTarget instanceof Node && currentTarget.contains(relatedTarget) }),
    },
  };
}
