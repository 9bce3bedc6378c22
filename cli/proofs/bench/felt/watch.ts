/** What is waited for: something visible, on a page of this path where one is given; with `moves` another one than now. */
export type Wanted = { seen: string; path?: string | undefined; moves?: boolean | undefined };

/** When something was visible, and the input that was first after it was waited for; in ms of the epoch. */
export type Seen = { inputAt: number; at: number; openedAt: number };

/**
 * What a document noted: largest content in ms, sum of shifts without input, ms of the longest input since
 * the last wait, ms since a task of 50 ms and more ended, and its errors.
 */
export type Noted = { lcp: number; shift: number; input: number; restedMs: number; errors: string[] };

export type Watch = {
  wait(wanted: Wanted): void;
  noted(): Noted;
};

/**
 * In each document of a tab, before its scripts: tells (`feltSeen`) in which frame something became visible, whoever
 * draws it, also when another document came in between, and notes what the browser measures. `first` is waited for from
 * the beginning of the visit.
 */
export function putWatch(first: Wanted | null) {
  type Stored = { wanted: Wanted | null; inputAt: number; openedAt: number };
  const tab = window as unknown as { feltSeen(seen: Seen): void; feltWatch: Watch };
  if (!location.protocol.startsWith("http")) return;
  const openedAt = performance.timeOrigin;
  let state: Stored = JSON.parse(sessionStorage.getItem("felt") ?? "null") ?? { wanted: first, inputAt: 0, openedAt };
  const noted: Noted = { lcp: 0, shift: 0, input: 0, restedMs: 0, errors: [] };
  let busyUntil = 0;
  const keep = (next: Stored) => {
    state = next;
    sessionStorage.setItem("felt", JSON.stringify(state));
  };
  keep(state);
  let before: Element | null = null;
  const isSeen = ({ seen, path }: Wanted) =>
    document.readyState !== "loading" &&
    location.pathname.startsWith(path ?? "") &&
    [...document.querySelectorAll(seen)].some(
      (each) => each !== before && each.checkVisibility({ visibilityProperty: true }),
    );
  const frame = () => {
    const { wanted, inputAt } = state;
    if (!wanted) return;
    if (!isSeen(wanted)) return void requestAnimationFrame(frame);
    keep({ ...state, wanted: null });
    // After the frame with it was painted.
    setTimeout(() => tab.feltSeen({ inputAt, at: openedAt + performance.now(), openedAt: state.openedAt }));
  };
  for (const type of ["keydown", "pointerdown"])
    addEventListener(
      type,
      ({ timeStamp }) => state.wanted && !state.inputAt && keep({ ...state, inputAt: openedAt + timeStamp }),
      { capture: true, passive: true },
    );
  const watch = <E extends PerformanceEntry>(type: string, note: (entry: E) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as E[]).forEach(note)).observe({
      type,
      buffered: true,
      ...(type === "event" && { durationThreshold: 16 }),
    } as PerformanceObserverInit);
  addEventListener("error", ({ message }) => noted.errors.push(message.slice(0, 80)));
  watch("longtask", ({ startTime, duration }) => {
    busyUntil = startTime + duration;
  });
  watch("largest-contentful-paint", ({ startTime }) => {
    noted.lcp = startTime;
  });
  watch<PerformanceEntry & { value: number; hadRecentInput: boolean }>("layout-shift", (entry) => {
    if (!entry.hadRecentInput) noted.shift += entry.value;
  });
  watch<PerformanceEventTiming & { interactionId: number }>("event", ({ interactionId, duration }) => {
    if (interactionId) noted.input = Math.max(noted.input, duration);
  });
  tab.feltWatch = {
    wait(wanted) {
      noted.input = 0;
      before = wanted.moves ? document.querySelector(wanted.seen) : null;
      keep({ wanted, inputAt: 0, openedAt });
      frame();
    },
    noted: () => ({ ...noted, restedMs: performance.now() - busyUntil }),
  };
  frame();
}
