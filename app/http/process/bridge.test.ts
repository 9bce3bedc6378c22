import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "./bridge.ts";

const long = JSON.stringify({ data: Array.from({ length: 200 }, (_, n) => ({ ticket_id: `REQ-261123-${n}` })) });
const answers: Record<string, () => Response> = {
  "/call": () => new Response(long, { headers: { "content-type": "application/json" } }),
  "/short": () => new Response('{"success":1}', { headers: { "content-type": "application/json" } }),
  "/page": () => new Response(`<p>${long}</p>`, { headers: { "content-type": "text/html; charset=utf-8" } }),
  "/picture": () =>
    new Response(long, { headers: { "content-type": "image/png", "content-length": `${long.length}` } }),
};
const server = createServer((incoming, outgoing) => void send(answers[incoming.url!]!(), outgoing));
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

/** The body as it was sent, with its headers. */
async function got(path: string, accepted?: string) {
  const { port } = server.address() as AddressInfo;
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const [answer] = await once(request({ port, path, headers }).end(), "response");
  const body = Buffer.concat(await answer.toArray());
  expect(Number(answer.headers["content-length"])).toBe(body.length);
  return { body, encoding: answer.headers["content-encoding"], vary: answer.headers.vary };
}

test("an answer of a call is sent as small as its caller can read it", async () => {
  for (const accepted of ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "GZIP"]) {
    const { body, encoding, vary } = await got("/call", accepted);
    expect([accepted, encoding, vary]).toEqual([accepted, "gzip", "accept-encoding"]);
    expect(gunzipSync(body).toString()).toBe(long);
    expect(body.length).toBeLessThan(long.length / 5);
  }
  const { body, encoding } = await got("/call", "br");
  expect(encoding).toBe("br");
  expect(brotliDecompressSync(body).toString()).toBe(long);
});

test("who can read neither, or refuses both, gets it whole, and is told apart by caches", async () => {
  for (const accepted of [undefined, "", "identity", "gzip;q=0, br; q=0.0", "gzipped", "brown"]) {
    const { body, encoding, vary } = await got("/call", accepted);
    expect([accepted, encoding, vary]).toEqual([accepted, undefined, "accept-encoding"]);
    expect(body.toString()).toBe(long);
  }
});

test("a page is gzipped; what is short or no text is sent as it is", async () => {
  expect(await got("/page", "br, gzip")).toMatchObject({ encoding: "gzip" });
  expect((await got("/page", "br")).encoding).toBeUndefined();
  for (const path of ["/short", "/picture"])
    expect(await got(path, "gzip, br")).toMatchObject({ encoding: undefined, vary: undefined });
});
