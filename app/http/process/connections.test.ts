import net from "node:net";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { exchange, freePort, type Served, serveEcho } from "#app/testing/server/serve.ts";

/* Running servers and callers that keep connections open: slowly, in numbers, directly and through a proxy. */

const started: Served[] = [];
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

async function aServer(variables: Record<string, string>) {
  const served = await serveEcho(variables);
  started.push(served);
  return served;
}

const own = "gharseva.example";
const head = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, `Host: ${own}`, ...headers, "", ""].join("\r\n");

/** Resolves when one of these events happens; a connection that breaks counts as closed. */
const until = (socket: net.Socket, ...events: ("connect" | "data" | "close")[]) =>
  new Promise<void>((resolve) => {
    for (const event of events) socket.once(event, () => resolve());
  });

/** Opens a connection and sends the bytes; returns what it received and when the server closed it. */
async function connection(port: number, bytes: string) {
  const socket = net.connect(port, "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  const at = { socket, received: "", ended: 0 };
  socket.on("data", (chunk) => (at.received += chunk));
  socket.on("error", () => {});
  socket.on("close", () => (at.ended = performance.now()));
  await until(socket, "connect", "close");
  socket.write(bytes);
  return at;
}

type Connection = Awaited<ReturnType<typeof connection>>;

/**
 * Resolves with the status once the head of the answer has arrived, or with 0 when the connection closed without one.
 */
async function statusOf(at: Connection) {
  while (!at.received.includes("\r\n\r\n") && !at.ended) await until(at.socket, "data", "close");
  return Number(/^HTTP\/1\.1 (\d+)/.exec(at.received)?.[1] ?? 0);
}

const many = (count: number, port: number, bytes: (n: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, n) => connection(port, bytes(n))));

test("a head that is not there after 15 s is waited for no longer, however it is held back", async () => {
  const { port } = await aServer({});
  const slow = async (first: string, drops: string, everyMs: number) => {
    const at = await connection(port, first);
    if (first) await statusOf(at);
    const begun = performance.now();
    let next = 0;
    const dripping = setInterval(() => at.socket.write(drops[next++ % drops.length]!), everyMs);
    if (!at.ended) await until(at.socket, "close");
    clearInterval(dripping);
    return (at.ended - begun) / 1_000;
  };
  const lines = `GET / HTTP/1.1\r\nHost: ${own}\r\n${"x: y\r\n".repeat(500)}`;
  const took = await Promise.all([
    slow("", " ", 1_000_000),
    slow("", head("/asked").slice(0, -2), 400),
    slow("", `GET /${"a".repeat(4_000)}`, 100),
    slow("", lines, 200),
    slow("", "\r\n", 1_000),
    slow(head("/asked"), lines, 200),
  ]);
  expect(took.filter((seconds) => seconds < 14 || seconds > 21)).toEqual([]);
}, 90_000);

describe("callers without a proxy", () => {
  test("hold as many connections as one network may, and may come again when those end", async () => {
    // This machine is not a trusted proxy here, so its connections are counted.
    const { port } = await aServer({ TRUST_PROXY: "10.9.8.7", CONNECTIONS_PER_ADDRESS: "8" });
    const held = await many(30, port, () => head("/asked"));
    const answered = (await Promise.all(held.map(statusOf))).filter((status) => status === 200);
    expect(answered).toHaveLength(8);
    for (const { socket } of held) socket.destroy();
    await expect.poll(() => exchange(port, head("/asked")), { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 200/);
  });

  test("hold as many connections as the process may have, whoever they are", async () => {
    const { port } = await aServer({ MAX_CONNECTIONS: "12", CONNECTIONS_PER_ADDRESS: "1" });
    const held = await many(30, port, () => head("/asked"));
    const answered = (await Promise.all(held.map(statusOf))).filter((status) => status === 200);
    expect(answered).toHaveLength(12);
  });

  test("ask as many things at one time as connections, one after another on each", async () => {
    const { port } = await aServer({ TRUST_PROXY: "10.9.8.7", CONNECTIONS_PER_ADDRESS: "3" });
    const at = await connection(port, head("/held").repeat(8));
    expect(await statusOf(at)).toBe(200);
    const other = await connection(port, head("/asked"));
    expect(await statusOf(other)).toBe(429);
    expect(other.received).toMatch(/retry-after: 5/i);
    expect(other.received).toMatch(/ratelimit-policy: "concurrent-network";q=3;qu="concurrent-requests"\r/i);
    expect(other.received).toMatch(/ratelimit: "concurrent-network";r=0;t=5\r/i);
    at.socket.destroy();
    await expect.poll(() => exchange(port, head("/asked")), { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 200/);
  });
});

test("every answer to a call says how many more may be under way, a refusal and our own machine's too; a page does not", async () => {
  const { port } = await aServer({ CONNECTIONS_PER_ADDRESS: "3" });
  const quotaHeaders =
    /ratelimit-policy: "concurrent-network";q=3;qu="concurrent-requests"\r\nratelimit: "concurrent-network";r=2\r/i;
  expect(await exchange(port, head("/api/vehicle/getAll-vehicle"))).toMatch(quotaHeaders);
  expect(await exchange(port, head(`/api/${"a/".repeat(60)}`))).toMatch(quotaHeaders);
  expect(await exchange(port, head("/api/docs"))).not.toMatch(/ratelimit/i);
  expect(await exchange(port, head("/asked"))).not.toMatch(/ratelimit/i);
});

describe("callers behind our proxy", () => {
  const from = (target: string, address: string) => head(target, `X-Forwarded-For: ${address}`);

  test.each([
    { caller: "an IPv4", same: ["203.0.113.7", "::ffff:203.0.113.7", "8.8.8.8, 203.0.113.7"], other: "203.0.113.8" },
    {
      caller: "an IPv6 customer",
      same: ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", "2001:0db8:0001:0002::abc"],
      other: "2001:db8:1:3::1",
    },
  ])(
    "are counted by what the proxy names: $caller asks no more than its share at one time",
    async ({ same, other }) => {
      const { port } = await aServer({ CONNECTIONS_PER_ADDRESS: "5" });
      const held = await many(12, port, (n) => from("/held", same[n % same.length]!));
      const statuses = await Promise.all(held.map(statusOf));
      expect([
        statuses.filter((status) => status === 200).length,
        statuses.filter((status) => status === 429).length,
      ]).toEqual([5, 7]);
      expect(await exchange(port, from("/asked", other))).toMatch(/^HTTP\/1\.1 200/);
      // Health probes and callers of this machine are answered all the while.
      expect(await exchange(port, from("/healthz", same[0]!))).toMatch(/^HTTP\/1\.1 200/);
      expect(await exchange(port, head("/asked"))).toMatch(/^HTTP\/1\.1 200/);
      for (const { socket } of held) socket.destroy();
      await expect.poll(() => exchange(port, from("/asked", same[0]!)), { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 200/);
    },
  );
});

describe("/metrics", () => {
  const spellings = ["/metrics", "/metrics/", "/METRICS", "/metrics?x=1", "/%6detrics"];

  test("answers on its own port and never on the web's", async () => {
    const metricsPort = await freePort();
    const { port } = await aServer({ METRICS_PORT: String(metricsPort) });
    const at = (target: string, ...headers: string[]) => exchange(port, head(target, "connection: close", ...headers));
    for (const target of spellings)
      for (const headers of [[], ["X-Forwarded-For: 127.0.0.1"]])
        expect([target, await at(target, ...headers)]).toEqual([
          target,
          expect.not.stringMatching(/http_request_duration/),
        ]);
    const measured = await exchange(metricsPort, head("/metrics", "connection: close"), () => false);
    expect(measured).toMatch(/^HTTP\/1\.1 200[\s\S]*http_request_duration_seconds/);
    expect(await exchange(metricsPort, head("/asked", "connection: close"), () => false)).toMatch(/^HTTP\/1\.1 404/);
  });

  test("is nowhere without a port of its own", async () => {
    const { port } = await aServer({ METRICS_PORT: "" });
    for (const target of spellings)
      expect(await exchange(port, head(target, "connection: close"))).not.toMatch(/http_request_duration/);
  });
});
