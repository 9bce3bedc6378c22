import { afterEach, beforeEach, expect, test, vi } from "vitest";
import resend from "./resend.ts";

/* The island on its button, of which it uses only its words, its data and its form. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A button that waits so many seconds; `byItself` says that its form is sent then. */
function aButton({ byItself }: { byItself?: string } = {}) {
  const announced = { hidden: true };
  vi.stubGlobal("document", { getElementById: (id: string) => (id === byItself ? announced : null) });
  const requestSubmit = vi.fn();
  const dataset = { seconds: "20", waiting: "In {seconds} s", byItself };
  const button = Object.assign(new EventTarget(), {
    textContent: "Again",
    disabled: false,
    dataset,
    form: { requestSubmit },
  });
  const left = new AbortController();
  resend(button as unknown as HTMLElement, left.signal);
  return { button, announced, requestSubmit, left };
}

test("the button counts down and is pressed by a person when the time is over", () => {
  const { button, requestSubmit } = aButton();
  expect([button.disabled, button.textContent]).toEqual([true, "In 20 s"]);
  vi.advanceTimersByTime(20_000);
  expect([button.disabled, button.textContent]).toEqual([false, "Again"]);
  expect(requestSubmit).not.toHaveBeenCalled();
});

test("where the page says that the code is sent by itself, the form is sent once when the time is over, not before", () => {
  const { button, announced, requestSubmit } = aButton({ byItself: "said" });
  expect(announced.hidden).toBe(false);
  vi.advanceTimersByTime(19_000);
  expect(requestSubmit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(requestSubmit.mock.calls).toEqual([[button]]);
});

test("a page that answers with another time begins to count anew, and one that is left ends counting", () => {
  const { button, requestSubmit, left } = aButton({ byItself: "said" });
  vi.advanceTimersByTime(10_000);
  Object.assign(button, { textContent: "Again" });
  button.dataset.seconds = "30";
  button.dispatchEvent(new Event("changed"));
  expect(button.textContent).toBe("In 30 s");
  vi.advanceTimersByTime(20_000);
  expect([button.textContent, requestSubmit.mock.calls.length]).toEqual(["In 10 s", 0]);
  left.abort();
  vi.advanceTimersByTime(60_000);
  expect(requestSubmit).not.toHaveBeenCalled();
});
