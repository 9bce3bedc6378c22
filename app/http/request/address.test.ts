import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exchange, type Served, serveEcho } from "#app/testing/server/serve.ts";
import { fc, property } from "#modules/testing/property.ts";
import { isHost } from "./address.ts";

/*
 * A running server, called over a raw socket with Host, X-Forwarded-Host, X-Forwarded-Proto and request targets that no
 * browser would write. Its build repeats the request's address wherever it can.
 */

let live: Served;
let demo: Served;
beforeAll(async () => {
  [live, demo] = await Promise.all([serveEcho(), serveEcho({ SANDBOX: "1", PUBLIC_URL: "", RAZORPAY_KEY_ID: "" })]);
});
afterAll(() => Promise.all([live?.stop(), demo?.stop()]));

/** A text as its UTF-8 bytes, one character each: node:http writes heads as latin1. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");

type Line = { method?: string; target?: string; version?: string; headers: readonly string[] };

const ask = async ({ port }: Served, { method = "GET", target = "/asked", version = "1.1", headers }: Line) => {
  const body = method === "POST" ? ["content-length: 0"] : [];
  const bytes = [`${method} ${target} HTTP/${version}`, ...headers, ...body, "connection: close", "", ""].join("\r\n");
  const response = await exchange(port, Buffer.from(bytes, "latin1"));
  const headEnd = response.indexOf("\r\n\r\n");
  const head = response.slice(0, headEnd);
  const text = response.slice(headEnd + 4);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 0), head, text };
};

const own = "gharseva.example";

/** Invalid or foreign hosts, by what is wrong with them. */
const strangeHosts = [
  // a path, a query or a fragment inside the host, which would become part of the path
  `${own}/admin-login?`,
  `${own}/admin-login#`,
  `${own}?`,
  `${own}#`,
  `${own}/`,
  `${own}\\admin-login?`,
  `${own}:443/x?`,
  `${own}%2fadmin-login%3f`,
  `${own};/admin-login?`,
  `${own}:/admin-login?`,
  "/admin-login?",
  "?",
  "#",
  "/",
  // something before or after the host
  `evil.example@${own}`,
  `${own}@evil.example`,
  `a:b@${own}`,
  `${own}:80@evil.example`,
  `${own}.evil.example`,
  `evil.example/${own}`,
  `${own}, evil.example`,
  `evil.example, ${own}`,
  `${own} evil.example`,
  `${own}\tx`,
  // other spellings of a host
  `${own}.`,
  `.${own}`,
  `ghar..example`,
  `-${own}`,
  `${own}-`,
  `ghar_seva.example`,
  "evil.example",
  "EVIL.example:443",
  "localhost",
  "localhost:3100",
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "1.2.3",
  "8.8.8.8",
  "[::1]",
  "::1",
  "[::1",
  "[::1%25eth0]",
  "[::ffff:127.0.0.1]",
  "[]",
  "[gharseva.example]",
  "[::1]x",
  "[::1]:443:443",
  `${own}:`,
  `${own}:0`,
  `${own}:00443`,
  `${own}:65536`,
  `${own}:99999999`,
  `${own}:443x`,
  `${own}:-1`,
  `${own}:8443`,
  `${own}:443:443`,
  `${"a".repeat(64)}.example`,
  `${"a.".repeat(140)}example`,
  "a".repeat(5_000),
  "ｇharseva.example",
  "gharſeva.example",
  "ghar\u00adseva.example",
  "xn--evil-.example",
  "xn--a.example",
  "gharseva。example",
  "http://gharseva.example",
  "https://gharseva.example",
  "//gharseva.example",
  "'gharseva.example'",
  "<x>",
  "*",
  "",
];

/** Targets that a URL parser reads as another path, or that are not a path. */
const strangeTargets = [
  "//evil.example/asked",
  "//evil.example",
  "///asked",
  "//",
  "/\\evil.example/asked",
  "/\\",
  "/asked\\..\\admin-login",
  "/./admin-login",
  "/x/../admin-login",
  "/x/%2e%2e/admin-login",
  "/x/.%2E/admin-login",
  "/asked/.",
  "/asked/%2e",
  "/..",
  "http://evil.example/asked",
  "https://gharseva.example/asked",
  "http://gharseva.example:80@evil.example/",
  "evil.example",
  "HTTP://evil.example",
  "mailto:x",
  "javascript:x",
  "*",
  "?x",
  "asked",
  ".",
  "/asked#",
  "/#/../x",
  "/a\u00e9",
  "/a{b}",
  '/a"b',
];

/** Checks that an answer is for the requested path and redirects or points to no other host. */
function honest(answer: { status: number; head: string; text: string }, target: string, hosts: readonly string[]) {
  for (const name of ["location", "link", "set-cookie"]) {
    const value = new RegExp(`^${name}: (.*)$`, "im").exec(answer.head)?.[1];
    if (value === undefined) continue;
    const link = name === "set-cookie" ? decodeURIComponent(value.replace(/^at=/, "")) : value.replace(/^<|>;.*$/g, "");
    if (!hosts.includes(new URL(link).host)) return `${name} names ${link}`;
  }
  if (answer.status === 200) {
    const { served, host } = JSON.parse(answer.text) as { served: string; host: string };
    if (served !== target.split("?")[0]) return `${target} was answered as ${served}`;
    if (!hosts.includes(host)) return `the page was told ${host}`;
  } else if (![302, 400, 413, 414, 421, 422, 431, 0].includes(answer.status)) return `was answered ${answer.status}`;
  return undefined;
}

describe("a server with a public address", () => {
  test("answers for its host, in every writing of it a browser or a proxy has", async () => {
    for (const headers of [
      [`Host: ${own}`],
      [`Host: ${own.toUpperCase()}:443`],
      ["Host: 127.0.0.1:3000", `X-Forwarded-Host: ${own}`, "X-Forwarded-Proto: https"],
      ["Host: 127.0.0.1:3000", `X-Forwarded-Host: ${own}, inner.example`, "X-Forwarded-Proto: HTTPS, http"],
      [`Host: ${own}`, "X-Forwarded-Host: "],
    ]) {
      const answer = await ask(live, { target: "/asked?next=//x/../y\\z", headers });
      expect([headers, answer.status, JSON.parse(answer.text)]).toMatchObject([
        headers,
        200,
        { served: "/asked", href: expect.stringMatching(/^https:\/\/gharseva\.example\/asked\?next=/), host: own },
      ]);
    }
  });

  const refused = async (line: Line) => {
    const answer = await ask(live, line);
    const problem = answer.status === 400 || answer.status === 421 ? undefined : `answers ${answer.status}`;
    return problem ?? honest(answer, line.target ?? "/asked", [own]);
  };

  test("answers for no other Host, and takes none from a proxy", async () => {
    const wrong: string[] = [];
    for (const name of strangeHosts) {
      const host = bytesOf(name);
      for (const target of ["/asked", "/", "/go/x", "/api/asked", "/assets/x"]) {
        const problem = await refused({ target, headers: [`Host: ${host}`] });
        if (problem) wrong.push(`${name} for ${target}: ${problem}`);
      }
      // An empty header is ignored, and the first of a list is the host the caller used.
      if (name === "" || name.startsWith(`${own},`)) continue;
      for (const method of ["GET", "POST"]) {
        const headers = [`Host: ${own}`, `X-Forwarded-Host: ${host}`, `Origin: https://${own}`];
        const problem = await refused({ method, headers });
        if (problem) wrong.push(`${name} from a proxy: ${problem}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("answers for no path that is read as another one", async () => {
    const wrong: string[] = [];
    for (const target of strangeTargets)
      for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
        const problem = await refused({ method, target, headers: [`Host: ${own}`, `Origin: https://${own}`] });
        if (problem) wrong.push(`${method} ${target}: ${problem}`);
      }
    expect(wrong).toEqual([]);
  });

  test.each(["https://evil.example/?", "javascript", "https://", "ftp", "https:", "/", "wss", "https ://x", "httpsx"])(
    "does not take %j for a scheme",
    async (scheme) => {
      const answer = await ask(live, { headers: [`Host: ${own}`, `X-Forwarded-Proto: ${scheme}`] });
      expect(answer.status).toBe(400);
    },
  );

  test("takes one Host and no less", async () => {
    for (const headers of [
      [`Host: ${own}`, "Host: evil.example"],
      ["Host: evil.example", `Host: ${own}`],
      [`Host: ${own}`, `host: ${own}`],
      [],
    ])
      for (const version of ["1.0", "1.1"])
        expect([headers, (await ask(live, { headers, version })).status]).toEqual([headers, 400]);
  });

  test("says in plain words what is wrong, a call in its envelope", async () => {
    const page = await ask(live, { headers: ["Host: evil.example"] });
    expect([page.status, page.text]).toEqual([421, "This server does not answer for that host name.\n"]);
    const call = await ask(live, { target: "/api/x/../y", headers: [`Host: ${own}`] });
    expect(JSON.parse(call.text)).toMatchObject({ status: 400, success: 0, message: "This address cannot be read." });
  });

  test("tells probes that it lives and is ready, by whatever name they call", async () => {
    for (const target of ["/healthz", "/readyz"])
      for (const host of ["10.1.2.3:3000", "evil.example", own])
        expect((await ask(live, { target, headers: [`Host: ${host}`] })).status).toBe(200);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      ...strangeHosts.filter((host) => host.length < 300).map(bytesOf),
      own,
      `${own}:443`,
      "/asked",
      "?",
      "#",
      "@",
      ":",
    ),
    fc.string({ unit: fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 12 }),
  );
  const value = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("").replace(/[\r\n]/g, ""));
  const path = fc.oneof(
    fc.constantFrom("/asked", "/go/x", ...strangeTargets.map(bytesOf)),
    fc.webPath().map((rest) => `/${rest}`),
    value.map((rest) => `/${rest.replace(/ /g, "")}`),
  );

  property.prop([value, fc.option(value), fc.option(value), path], { numRuns: 400 })(
    "whatever the four hold, answers for no other path and names no other house",
    async (host, forwarded, scheme, target) => {
      const headers = [`Host: ${host}`];
      if (forwarded !== null) headers.push(`X-Forwarded-Host: ${forwarded}`);
      if (scheme !== null) headers.push(`X-Forwarded-Proto: ${scheme}`);
      expect(honest(await ask(live, { target, headers }), target, [own])).toBeUndefined();
      // Each target alone, with everything else valid.
      expect(honest(await ask(live, { target, headers: [`Host: ${own}`] }), target, [own])).toBeUndefined();
      expect(honest(await ask(live, { target: "/asked", headers }), "/asked", [own])).toBeUndefined();
    },
    60_000,
  );
});

describe("a demo on this machine", () => {
  test("answers by any name of this machine", async () => {
    for (const host of ["localhost:3000", "127.0.0.1", "[::1]:8080", "LOCALHOST"])
      expect([host, (await ask(demo, { headers: [`Host: ${host}`] })).status]).toEqual([host, 200]);
  });

  test.each([
    "localhost:3100/admin-login?",
    "192.168.1.5:3000",
    "127.0.0.2",
    "web:3000",
    "evil.example",
    "localhost.evil.example",
    "localhost.",
  ])("does not answer for %j", async (host) => {
    for (const name of ["Host", "X-Forwarded-Host"]) {
      const headers = name === "Host" ? [`Host: ${host}`] : ["Host: localhost", `X-Forwarded-Host: ${host}`];
      expect([400, 421]).toContain((await ask(demo, { headers })).status);
    }
  });
});

property.prop([
  fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((six) => `[${six}]`),
  ),
  fc.option(fc.integer({ min: 1, max: 65_535 })),
])("a host that is one stays itself in an address", (name, port) => {
  const host = port === null ? name : `${name}:${port}`;
  const url = URL.parse(`http://${host}/asked`);
  if (isHost(host)) expect([url?.pathname, url?.username, url?.search]).toEqual(["/asked", "", ""]);
});
