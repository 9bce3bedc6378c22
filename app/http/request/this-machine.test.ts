import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, loader } from "#app/routes/system/sandbox.ts";
import { exchange, type Served, serveEcho } from "#app/testing/server/serve.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { fc, property } from "#modules/testing/property.ts";
import { isOfThisMachine } from "./this-machine.ts";

openDatabase();

/** The servers of a sandbox: one believes the forwarding headers of this machine's proxies, one believes nobody's. */
let servers: Served[] = [];
beforeAll(async () => {
  const sandbox = { SANDBOX: "1", PUBLIC_URL: "", RAZORPAY_KEY_ID: "" };
  servers = await Promise.all([serveEcho(sandbox), serveEcho({ ...sandbox, TRUST_PROXY: "10.9.8.7" })]);
});
afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

/** What a page learns of a request; undefined when it is refused before any page. */
async function learned({ port }: Served, headers: readonly string[]) {
  const answer = await exchange(
    port,
    ["GET /sandbox/outbox HTTP/1.1", ...headers, "connection: close", "", ""].join("\r\n"),
  );
  const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  return body.startsWith("{") ? (JSON.parse(body) as { ofThisMachine?: boolean }).ofThisMachine : undefined;
}

const ownHosts = [
  "localhost",
  "localhost:3000",
  "LOCALHOST:3000",
  "127.0.0.1",
  "127.0.0.1:3000",
  "[::1]",
  "[::1]:3000",
];

const forwarding = [
  "Forwarded: for=203.0.113.7",
  "forwarded: for=127.0.0.1;host=localhost",
  "Via: 1.1 proxy",
  "via: 1.1 localhost",
  "X-Forwarded-For: 203.0.113.7",
  "X-FORWARDED-FOR: 127.0.0.1",
  "x-forwarded-for: ::1",
  "X-Forwarded-Host: localhost",
  "X-Forwarded-Proto: http",
  "X-Forwarded-Port: 3000",
  "X-Forwarded-Server: x",
  "X-Forwarded-Prefix: /x",
  "X-Forwarded: x",
  "X-Forwarded-By: x",
  "X-Forwarded-Scheme: https",
  "X-Real-IP: 127.0.0.1",
  "x-real-ip: 8.8.8.8",
  "CF-Connecting-IP: 8.8.8.8",
  "cf-ray: 1",
  "CF-IPCountry: IN",
  "CF-Visitor: {}",
  "Cf-Warp-Tag-Id: 1",
  "CDN-Loop: x",
  "True-Client-IP: 8.8.8.8",
  "X-Client-IP: 8.8.8.8",
  "Client-IP: 8.8.8.8",
  "X-Cluster-Client-IP: 8.8.8.8",
  "Fastly-Client-IP: 8.8.8.8",
  "Fly-Client-IP: 8.8.8.8",
  "X-Original-For: x",
  "X-Original-Host: x",
  "X-Host: x",
  "X-Originating-IP: 8.8.8.8",
  "X-Amzn-Trace-Id: x",
  "X-Envoy-External-Address: 8.8.8.8",
  "Tailscale-User-Login: x",
  "X-Forwarded-For:",
  "Forwarded: ",
  "Via:",
  "CF-Ray: ",
];

describe("a request to the sandbox", () => {
  test("is of this machine by each of its names, with and without a port", async () => {
    for (const server of servers)
      for (const host of ownHosts)
        expect([host, await learned(server, [`Host: ${host}`, "Accept: */*", "User-Agent: x"])]).toEqual([host, true]);
  });

  test.each(forwarding)("is a stranger's with %s, also an empty one, whichever proxies are trusted", async (header) => {
    for (const server of servers)
      for (const headers of [
        ["Host: localhost", header],
        [header, "Host: 127.0.0.1:3000"],
      ])
        expect(await learned(server, headers)).not.toBe(true);
  });

  const strangers = [
    "localhost.evil.com",
    "evil.com",
    "localhost.",
    "sub.localhost",
    "127.0.0.2",
    "127.1",
    "0.0.0.0",
    "2130706433",
    "10.0.0.7:3000",
    "192.168.1.5",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[0:0:0:0:0:0:0:1]",
    "::1",
    "localhost@evil.com",
    "evil.com@localhost",
    "localhost:3000:80",
    "localhost:",
    "localhost, evil.com",
    "localhost/x",
    "localhost#",
    "",
  ];
  test.each(strangers)("is a stranger's with the Host %j", async (host) => {
    expect(isOfThisMachine({ headersDistinct: { host: [host] } })).toBe(false);
    for (const server of servers) expect(await learned(server, [`Host: ${host}`])).not.toBe(true);
  });

  test("is a stranger's with two Hosts or none", () => {
    for (const host of [[], ["localhost", "localhost"], ["localhost", "evil.com"]])
      expect(isOfThisMachine({ headersDistinct: { host } })).toBe(false);
  });

  property.prop([fc.constantFrom("x-forwarded-", "cf-"), fc.stringMatching(/^[a-z-]{0,12}$/), fc.string()])(
    "is a stranger's with any header of the two families",
    (family, end, value) => {
      const headersDistinct = { host: ["localhost"], [family + end]: [value] };
      expect(isOfThisMachine({ headersDistinct })).toBe(false);
    },
  );

  test("is answered on this machine alone: page, outbox, providers, faults and people", async () => {
    const ask = async (door: typeof loader, method: string, path: string, ofThisMachine: boolean | undefined) => {
      const body = method === "POST" ? "{}" : undefined;
      const request = new Request(`http://localhost${path}`, { method, ...(body && { body }) });
      return ((await door({ request, params: {}, context: { ofThisMachine } })) as Response).status;
    };
    for (const [method, path] of [
      ["GET", "/sandbox"],
      ["GET", "/SANDBOX/outbox?to=9876543210"],
      ["GET", "/%73andbox/outbox?to=9876543210"],
      ["GET", "/sandbox/checkout.js"],
      ["POST", "/sandbox/razorpay/v1/orders"],
      ["POST", "/sandbox/razorpay/faults"],
      ["POST", "/sandbox/people/center"],
      ["POST", "/sandbox/people/onboarder"],
    ] as const) {
      const door = method === "GET" ? loader : action;
      for (const from of [false, undefined]) expect([path, await ask(door, method, path, from)]).toEqual([path, 403]);
      if (!path.includes("/people/")) expect(await ask(door, method, path, true)).not.toBe(403);
    }
  });
});
