import { expect, test, vi } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { openDatabase } from "#modules/testing/database.ts";
import { ErrorBoundary, titleOfError } from "./page-error.tsx";
import { whenReached } from "./when-reached.ts";

openDatabase();

const page = { loader: () => null, default: () => null, ErrorBoundary };

test("a fault stays a fault", async () => {
  const fails = new TypeError("Cannot read properties of undefined (reading 'rows')");
  const { text } = await drawn("/tickets-center", "", [page], { fails });
  expect(text).toContain("500");
  expect(text).not.toContain("You are offline");
});

test("the page is loaded once the server answers, and not after it was left", async () => {
  vi.useFakeTimers();
  const answers = [undefined, { ok: false }, { ok: true }];
  const fetchMock = vi.fn(async () => {
    const answer = answers.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return answer;
  });
  vi.stubGlobal("fetch", fetchMock);
  try {
    const load = vi.fn();
    whenReached(load);
    await vi.advanceTimersByTimeAsync(0);
    expect([fetchMock.mock.calls.length, load.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect([fetchMock.mock.calls.length, load.mock.calls.length]).toEqual([3, 1]);
    const leave = whenReached(load);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([fetchMock.mock.calls.length, load.mock.calls.length]).toEqual([4, 1]);
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});

test("a page that shows an error is titled by it", () => {
  const answered = (status: number) => ({ status, statusText: "", internal: false, data: null });
  expect(titleOfError(answered(404))).toBe("error.notFound.title");
  expect(titleOfError(answered(403))).toBe("error.denied.title");
  expect(titleOfError(new Error("fault"))).toBe("error.unexpected.title");
});
