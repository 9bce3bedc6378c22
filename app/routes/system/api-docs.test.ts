import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contract } from "#app/api/contract/index.ts";
import type { ListedCode } from "#app/api/serve/error-catalogue.ts";
import { codesOf } from "#app/api/serve/refusal-codes.ts";
import { doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { webhookEvents } from "#modules/notifications/shared.ts";
import { openDatabase } from "#modules/testing/database.ts";
import * as page from "./api-docs.tsx";

openDatabase();

// biome-ignore lint/suspicious/noExplicitAny: what is asserted is the page's shape
const searchDocs = async (find: string): Promise<any> =>
  (
    (await page.loader(doorArgs(`/api/docs?${new URLSearchParams({ find })}`, "") as never)) as unknown as {
      data: object;
    }
  ).data;

test("the documentation tells of webhooks, every event and the check; its search finds them by their words", async () => {
  const { webhooks, groups } = await searchDocs("");
  expect(webhooks.events.map(({ event }: { event: string }) => event)).toEqual(webhookEvents);
  expect(webhooks.receivers.map(({ language }: { language: string }) => language)).toEqual([
    "Node.js",
    "Python",
    "PHP",
  ]);
  expect(groups.length).toBeGreaterThan(5);
  for (const word of ["webhook", "Webhook-Signature", "request.closed"])
    expect(await searchDocs(word)).toMatchObject({ webhooks: { test: { event: "webhook.test" } } });
  expect(await searchDocs("get-client-ticket")).toMatchObject({ webhooks: null });
});

test("what a summary marks by backticks is code on the page", async () => {
  const { html } = await drawn("/api/docs?find=client/events", "", [page]);
  expect(html).toContain("<code>after</code> is the last <code>next</code>");
  expect(html).not.toContain("`");
});

test("each call says what it answers, field by field", async () => {
  const calls = (await searchDocs("")).groups.flatMap(({ calls }: { calls: object[] }) => calls);
  expect(calls.length).toBeGreaterThan(100);
  for (const { answer } of calls) expect(JSON.parse(answer)).toMatchObject({ status: 200, success: 1 });
  const [services] = (await searchDocs("get-all-active-services")).groups[0].calls;
  expect(JSON.parse(services.answer).data).toEqual([
    { _id: "text", service_name: "text", image: "text", hindi_name: "text", is_active: 1 },
  ]);
});

test("a search shows a dozen calls at most and says how many more there are; the whole list has no end", async () => {
  const calls = (groups: { calls: object[] }[]) => groups.flatMap((group) => group.calls).length;
  const wide = await searchDocs("a");
  const narrow = await searchDocs("get-client-ticket");
  const all = await searchDocs("");
  expect([calls(wide.groups), wide.more]).toEqual([12, expect.any(Number)]);
  expect(calls(wide.groups) + wide.more).toBeGreaterThan(100);
  expect([narrow.more, all.more]).toEqual([0, 0]);
});

test("the whole list begins with the first calls of a program and ends with all codes, the version and where to ask", async () => {
  const { whole } = await searchDocs("");
  expect(whole.start.create).toMatch(
    /^curl -X POST '.*\/api\/client\/create-ticket'.*Bearer API-KEY.*Idempotency-Key/s,
  );
  expect(whole.start.events).toMatch(/\/api\/client\/events/);
  expect(whole.version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  expect((await searchDocs("punch")).whole).toBeNull();
});

test("the catalogue has every code that a call lists, once for each status, and those that come before any call", async () => {
  const { codes } = (await searchDocs("")).whole as { codes: ListedCode[] };
  const named = new Set(codes.map(({ status, code }) => `${status} ${code}`));
  expect(named.size).toBe(codes.length);
  const listed = Object.entries(contract).flatMap(([name, line]) =>
    Object.entries(codesOf(line, !name.startsWith("GET "))).flatMap(([status, keys]) =>
      keys.map((key) => `${status} ${key}`),
    ),
  );
  for (const code of listed) expect(named).toContain(code);
  expect(named.size).toBe(
    new Set([
      ...listed,
      "403 error.origin",
      "404 api.noSuchCall",
      "405 api.otherMethod",
      "405 error.method",
      "413 error.tooLarge",
      "500 error.unexpected",
    ]).size,
  );
  expect(codes.find(({ code }) => code === "api.otherMethod")).toEqual({
    code: "api.otherMethod",
    status: 405,
    calls: null,
  });
  expect(codes.find(({ code }) => code === "clientKey.notForCall")!.calls).toBeGreaterThan(50);
});
