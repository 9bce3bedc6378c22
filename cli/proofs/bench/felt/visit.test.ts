import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { launched } from "./browser.ts";
import { Visit } from "./visit.ts";

const profile = { words: "fast", mbps: 100, latencyMs: 0, slower: 1 };

/** Answers the key j and a click on the link 300 ms later, and the key k never. */
const script = `
  const late = (act) => setTimeout(act, 300);
  addEventListener("keydown", ({ key }) => key === "j" && late(() => { document.querySelector("b").hidden = false; }));
  document.querySelector("a").addEventListener("click", (event) => {
    event.preventDefault();
    late(() => location.assign("/next"));
  });`;

test("an answer is what becomes visible, in another document, too; what was missing before it is waited for", async () => {
  const server = http.createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      url === "/next"
        ? "<h2>Next</h2>"
        : `<h1>Page</h1><b hidden>at</b><a href="/next">Next</a><script>${script}</script>`,
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const browser = await launched();
  onTestFinished(async () => {
    await browser.close();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = { name: "key j", press: ["j"], seen: "b" };

  const early = await Visit.begin(browser, profile, origin, { phone: false }, key);
  await early.page.goto(origin, { waitUntil: "commit" });
  expect((await early.firstAnswer(key)).ms).toBeGreaterThanOrEqual(300);
  await early.end();

  const visit = await Visit.begin(browser, profile, origin, { phone: false });
  await visit.page.goto(origin, { waitUntil: "commit" });
  await visit.quiet();
  expect(visit.takeTraffic()).toEqual({ bytes: expect.any(Number), requests: 1 });
  const { paintMs, seenMs } = await visit.answer(key);
  expect(paintMs).toBeLessThan(300);
  expect(seenMs).toBeGreaterThanOrEqual(300);
  const next = await visit.answer({ name: "next page", tap: "a", seen: "h2", path: "/next" });
  expect(next.seenMs).toBeGreaterThanOrEqual(300);
  expect(visit.takeTraffic()).toEqual({ bytes: expect.any(Number), requests: 1 });
  await visit.end();
});
