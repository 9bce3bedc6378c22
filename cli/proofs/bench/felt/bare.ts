import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { type Profile, Visit } from "./visit.ts";

/** The floor of a page: HTML alone, of so many bytes, with a link to another such page. */
export type BareServer = { origin: string; stop(): void };

const words = "<p>What a page of as many bytes needs that is text and nothing else.</p>";

/** `/1000/500` is a page of 1,000 bytes whose link leads to one of 500. */
export async function bareServer(): Promise<BareServer> {
  const server = http.createServer(({ url = "" }, response) => {
    const [size = 0, next = 0] = url.split("/").slice(1).map(Number);
    const head = `<!doctype html><title>Bare</title><h1>${size}</h1><a href="/${next}/${size}" id="n${size}">Next</a>`;
    const text = head + words.repeat(Math.max(0, Math.ceil((size - head.length) / words.length)));
    response.setHeader("content-type", "text/html; charset=utf-8").end(text);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

/** The largest content of a bare page, and the time of the next one; in ms. */
export async function bareVisit(
  browser: Browser,
  profile: Profile,
  { origin }: BareServer,
  bytes: number,
  nextBytes: number,
) {
  const size = Math.round(bytes);
  const next = Math.round(nextBytes);
  const visit = await Visit.begin(browser, profile, origin, { phone: false });
  await visit.page.goto(`${origin}/${size}/${next}`, { waitUntil: "commit" });
  await visit.quiet();
  const { lcp } = await visit.noted();
  const { seenMs } = await visit.answer({ name: "next bare page", tap: `#n${size}`, seen: `#n${next}` });
  await visit.end();
  return { lcp, next: seenMs };
}
