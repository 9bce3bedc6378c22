import { expect, test, vi } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { openDatabase } from "#modules/testing/database.ts";
import { keepFormOpen } from "./kept-open.ts";
import { ErrorBoundary, titleOfError } from "./page-error.tsx";
import { isUnreached, whenReached } from "./unreached.ts";

openDatabase();

const page = { loader: () => null, default: () => null, ErrorBoundary };
const unanswered = ["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"];

test("a page a console could not reach says that one is offline, not that anything was reported, and leads to itself", async () => {
  for (const message of unanswered) {
    const { text, html } = await drawn("/tickets-center?status=open", "", [page], { fails: new TypeError(message) });
    expect(text).toContain("You are offline");
    expect(text).not.toContain("500");
    expect(text).not.toContain("reported");
    expect(html).toContain('href="/tickets-center?status=open"');
  }
  const fails = new TypeError("Failed to fetch");
  expect((await drawn("/rides", "", [page], { fails, locale: "hi" })).text).toContain("इंटरनेट नहीं है");
});

test("a fault stays a fault", async () => {
  const fails = new TypeError("Cannot read properties of undefined (reading 'rows')");
  const { text } = await drawn("/tickets-center", "", [page], { fails });
  expect(text).toContain("500");
  expect(text).not.toContain("You are offline");
  expect(isUnreached(new Error("Failed to fetch"))).toBe(false);
});

test("a form that was not sent says that it is kept, a fault that it failed, each after the act's specified sentence", async () => {
  const body = new URLSearchParams({ intent: "assign" });
  const answer = (thrown: unknown, failures?: Parameters<typeof keepFormOpen>[0]) =>
    keepFormOpen(failures)({
      request: new Request("http://localhost/", { method: "POST", body }),
      serverAction: () => Promise.reject(thrown),
    } as never);
  const offline = new TypeError("Failed to fetch");
  expect(await answer(offline)).toMatchObject({ intent: "assign", problem: "offline.kept", unreachable: true });
  expect(await answer(new Error("fault"))).toMatchObject({ problem: "error.unexpected" });
  const failures = { assign: "adjust.failed" } as const;
  expect(await answer(offline, failures)).toMatchObject({ failed: "adjust.failed", problem: "offline.kept" });
  expect(await answer(new Error("fault"), failures)).toMatchObject({
    failed: "adjust.failed",
    problem: "error.unexpected",
  });
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
  expect(titleOfError(new TypeError("Failed to fetch"))).toBe("offline.title");
});
