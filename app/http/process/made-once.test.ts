import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loader as feed } from "#app/routes/public/blogs/feed.ts";
import { loader as manifest } from "#app/routes/system/manifest.ts";
import { loader as openApi } from "#app/routes/system/openapi.ts";
import { loader as robots } from "#app/routes/system/robots.ts";
import { loader as sitemap } from "#app/routes/system/sitemap.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { send } from "./bridge.ts";
import { byLanguage, DocumentAnswer, documentIn, madeOnce } from "./made-once.ts";
import { isPageMade, madePage } from "./made-pages.server.ts";

openDatabase();

const text = JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ call: `admin/call-${n}` })));
let times = 0;
const document = madeOnce(() => {
  times += 1;
  return text;
});
const policy = "default-src 'self';script-src 'self' 'nonce-abc123';style-src 'self' 'nonce-abc123'";

const server = createServer(async (_incoming, outgoing) => {
  outgoing.setHeader("content-security-policy", policy);
  await send(
    new DocumentAnswer(await document("all"), { type: "application/json", seconds: 600, vary: byLanguage }),
    outgoing,
  );
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function got(headers: Record<string, string | string[]> = {}, { method = "GET", path = "/" } = {}) {
  const { port } = server.address() as AddressInfo;
  const [answer] = await once(request({ port, path, method, headers, agent: false }).end(), "response");
  const body = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode as number, headers: answer.headers as Record<string, string>, body };
}

test.each([25, 200])("%d readers at once, each with a query of its own, have it made once", async (readers) => {
  const answers = await Promise.all(Array.from({ length: readers }, (_, n) => got({}, { path: `/?at=${n}` })));
  expect(new Set(answers.map(({ body }) => body.toString()))).toEqual(new Set([text]));
  expect(times).toBe(1);
});

test.each<[string | undefined, string | undefined]>([
  ["br", "br"],
  ["gzip, deflate, br", "br"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0, *", "gzip"],
  ["*", "br"],
  ["identity, *;q=0", undefined],
  ["br;q=0.0, gzip; q=0", undefined],
  ["br;q=nonsense", undefined],
  ["br;q=7", undefined],
  ["brown, gzipped", undefined],
  ["", undefined],
  [undefined, undefined],
])("who accepts %s is sent %s, with a tag of its own", async (accepted, encoding) => {
  const { body, headers } = await got(accepted === undefined ? {} : { "accept-encoding": accepted });
  expect(headers["content-encoding"]).toBe(encoding);
  const plain = encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
  expect(plain.toString()).toBe(text);
  expect(headers).toMatchObject({
    "content-length": String(body.length),
    "cache-control": "public, max-age=600",
    vary: "accept-language, cookie, accept-encoding",
    etag: expect.stringMatching(encoding ? new RegExp(`^"[\\w-]{22}-${encoding}"$`) : /^"[\w-]{22}"$/),
  });
});

test("who has it already is answered 304, however the tag is named; who has another one is sent it", async () => {
  const br = { "accept-encoding": "br" };
  const { etag } = (await got(br)).headers;
  for (const named of [etag!, `W/${etag}`, `"other", ${etag}`, `"a,b",W/${etag} , "c"`, "*", " * "]) {
    const { status, headers, body } = await got({ ...br, "if-none-match": named });
    expect([named, status, body.length, headers.etag]).toEqual([named, 304, 0, etag]);
    expect(headers).toMatchObject({ vary: expect.stringContaining("accept-encoding"), "cache-control": /max-age/ });
    expect(headers["content-encoding"]).toBeUndefined();
  }
  for (const named of ['"other"', etag!.slice(1, -1), '"', "", `"${"x".repeat(4000)}"`, etag!.replace("-br", "-gzip")])
    expect([named, (await got({ ...br, "if-none-match": named })).status]).toEqual([named, 200]);
});

test("HEAD has the headers of GET without its body, and 304 as well; a part is not served", async () => {
  for (const accepted of ["br", "gzip", "identity"]) {
    const read = await got({ "accept-encoding": accepted });
    const head = await got({ "accept-encoding": accepted }, { method: "HEAD" });
    const dated = { date: expect.any(String) };
    expect(head).toEqual({ ...read, headers: { ...read.headers, ...dated }, body: Buffer.alloc(0) });
    const known = { "accept-encoding": accepted, "if-none-match": read.headers.etag! };
    expect((await got(known, { method: "HEAD" })).status).toBe(304);
  }
  const part = await got({ range: "bytes=0-9" });
  expect([part.status, part.body.toString(), part.headers["accept-ranges"]]).toEqual([200, text, "none"]);
});

test("a policy that caches share names no nonce", async () => {
  expect((await got()).headers["content-security-policy"]).toBe(
    "default-src 'self';script-src 'self';style-src 'self'",
  );
});

test("one that could not be made is made for the next reader", async () => {
  let tries = 0;
  const shaky = madeOnce(() => {
    tries += 1;
    if (tries === 1) throw new Error("not now");
    return "made";
  });
  await expect(shaky("all")).rejects.toThrow("not now");
  expect((await shaky("all")).plain.toString()).toBe("made");
});

const asking = (headers: Record<string, string> = {}) => ({
  request: new Request("http://localhost/", { headers }),
  params: {},
  context: {},
});

test.each([
  ["the description of the API", openApi],
  ["the manifest", manifest],
  ["the rules for search engines", robots],
  ["the sitemap", sitemap],
  ["the feed", feed],
])("%s is made once for all who read it at once", async (_what, loader) => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => loader(asking())));
  const documents = new Set(answers.map(documentIn));
  expect(documents.size).toBe(1);
  expect([...documents][0]).toBeDefined();
  for (const answer of answers) expect(answer.headers.getSetCookie()).toEqual([]);
});

test("the manifest is another one in another language, and says to caches by what it is chosen", async () => {
  const hindi = await manifest(asking({ cookie: "lang=hi" }));
  expect(documentIn(hindi)).not.toBe(documentIn(await manifest(asking())));
  expect(hindi.headers.get("vary")).toBe("accept-language, cookie");
});

test("a page that is the same for everybody is rendered once for each language, however many ask at once", async () => {
  let rendered = 0;
  const render = () => {
    rendered += 1;
    return "<p>page</p>";
  };
  expect(isPageMade("/a-page", "en")).toBe(false);
  const pages = await Promise.all(Array.from({ length: 200 }, () => madePage("/a-page", "en", render)));
  expect([rendered, new Set(pages.map(documentIn)).size]).toEqual([1, 1]);
  expect([isPageMade("/a-page", "en"), isPageMade("/a-page", "hi")]).toEqual([true, false]);
  await madePage("/a-page", "hi", render);
  expect(rendered).toBe(2);
});
