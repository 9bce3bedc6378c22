import { afterEach, beforeEach, expect, test, vi } from "vitest";
import elapsed, { elapsedWords } from "./elapsed-island.ts";

/* Clocks of an open page, on elements of which they use only the words, the data and the event that these changed. */

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  look(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether somebody looks at the page. */
function look(at: boolean) {
  page.hidden = !at;
  page.dispatchEvent(new Event("visibilitychange"));
}

function aClock(passed: number) {
  const dataset = { passed: String(passed), minutes: "waiting {n} min", hours: "waiting {hours} h {n} min" };
  const element = Object.assign(new EventTarget(), { textContent: elapsedWords(passed, dataset), dataset });
  const left = new AbortController();
  elapsed(element as unknown as HTMLElement, left.signal);
  return { element, left };
}

test("a clock goes on from what had passed on the server, in minutes, then in hours", () => {
  const { element, left } = aClock(12 * 60 + 30);
  expect(element.textContent).toBe("waiting 12 min");
  vi.advanceTimersByTime(29_000);
  expect(element.textContent).toBe("waiting 12 min");
  vi.advanceTimersByTime(1_000);
  expect(element.textContent).toBe("waiting 13 min");
  vi.advanceTimersByTime(47 * 60_000);
  expect(element.textContent).toBe("waiting 1 h 0 min");
  // The page was read anew.
  element.dataset.passed = "120";
  element.dispatchEvent(new Event("changed"));
  vi.advanceTimersByTime(1_000);
  expect(element.textContent).toBe("waiting 2 min");
  left.abort();
});

test("all clocks of a page have one interval, which rests while nobody looks, and ends with the last clock", () => {
  const one = aClock(0);
  const other = aClock(3_600);
  expect(vi.getTimerCount()).toBe(1);
  look(false);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5 * 60_000);
  expect(one.element.textContent).toBe("waiting 0 min");
  look(true);
  expect([one.element.textContent, other.element.textContent]).toEqual(["waiting 5 min", "waiting 1 h 5 min"]);
  expect(vi.getTimerCount()).toBe(1);
  one.left.abort();
  expect(vi.getTimerCount()).toBe(1);
  other.left.abort();
  expect(vi.getTimerCount()).toBe(0);
});
