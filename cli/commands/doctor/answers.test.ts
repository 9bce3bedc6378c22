import http from "node:http";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { afterAll, beforeEach, expect, test } from "vitest";
import { day, now } from "#modules/kernel/clock.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { answers, certificate, certificateFinding, providers } from "./answers.ts";

/* What `doctor` says of what answers, and of what does not. */

const before = { ...env };
beforeEach(() => configure({ ...before, sandbox: false }));
afterAll(() => configure(before));

const servers: (http.Server | tls.Server)[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server on a port of this machine. */
async function at(server: http.Server | tls.Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };

/** A server that answers by path, and what it was asked. */
async function answering(replies: Record<string, Reply>) {
  const requests: string[] = [];
  const port = await at(
    http.createServer(({ method, url = "" }, response) => {
      const { pathname } = new URL(url, "http://localhost");
      requests.push(`${method} ${pathname}`);
      const { status = 200, body = "", headers = {} } = replies[pathname] ?? { status: 404 };
      response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
    }),
  );
  return { port, url: `http://127.0.0.1:${port}`, requests };
}

/** A port nobody listens at. */
async function deadPort() {
  const server = http.createServer();
  const port = await at(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const healthy = { "/readyz": { body: { ok: true, checks: {} } }, "/healthz": { body: { ok: true } } };
const unready = {
  "/readyz": { status: 503, body: { ok: false, checks: { database: false, disk: true } } },
  "/healthz": { body: { ok: true } },
};

async function findingsAt(port: number, publicUrl: string) {
  configure({ host: "127.0.0.1", port, publicUrl });
  return Object.fromEntries((await answers()).map(({ check, ...finding }) => [check, finding]));
}

test("web is asked whether it is ready, and PUBLIC_URL whether it leads to web", async () => {
  const { port, url } = await answering(healthy);
  expect(await findingsAt(port, url)).toMatchObject({
    web: { ok: true, found: `ready at ${url}` },
    address: { ok: true, found: `${url} leads to web` },
  });
  const ill = await answering(unready);
  expect((await findingsAt(ill.port, url)).web).toMatchObject({
    ok: false,
    found: `at ${ill.url} it is not ready (database)`,
  });
});

test("web on another machine is well as long as PUBLIC_URL leads to one; else it does not answer", async () => {
  const { url } = await answering(healthy);
  const dead = await deadPort();
  expect((await findingsAt(dead, url)).web).toMatchObject({
    ok: true,
    found: expect.stringContaining("behind PUBLIC_URL"),
  });
  const { web, address } = await findingsAt(dead, `http://127.0.0.1:${dead}`);
  expect(web).toMatchObject({ ok: false, found: expect.stringMatching(/does not answer .*: nothing listens there/) });
  expect(address).toMatchObject({ ok: false, found: `http://127.0.0.1:${dead}: nothing listens there` });
});

test("a page of somebody else and a redirect are not taken for web", async () => {
  const { port } = await answering(healthy);
  const parked = await answering({ "/healthz": { body: "<html>parked</html>" } });
  expect((await findingsAt(port, parked.url)).address).toMatchObject({
    ok: false,
    found: `${parked.url}: it answers 200, and not as web does`,
  });
  const led = await answering({ "/healthz": { status: 302, headers: { location: "/login" } } });
  expect((await findingsAt(port, led.url)).address).toMatchObject({
    ok: false,
    found: expect.stringContaining("answers 302"),
  });
});

test("in a sandbox nothing has to run", async () => {
  const dead = await deadPort();
  configure({ host: "127.0.0.1", port: dead, publicUrl: `http://127.0.0.1:${dead}`, sandbox: true });
  expect((await answers()).map(({ ok, look }) => [ok, look])).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(await providers()).toMatchObject({ ok: true, found: "emulated" });
});

const life = (left: number) => ({
  from: new Date(now().getTime() - (90 - left) * day),
  to: new Date(now().getTime() + left * day + 1_000),
});

test.each([
  { left: 60, ok: true, look: false, found: "ends in 60 days" },
  { left: 14, ok: true, look: true, found: "ends in 14 days" },
  { left: 5, ok: false, look: true, found: "ends in 5 days" },
  { left: -3, ok: false, look: true, found: "ended 3 days ago" },
])("a certificate of 90 days with $left left: $found", ({ left, ...expected }) => {
  expect(certificateFinding(life(left))).toMatchObject(expected);
});

test("a certificate that browsers do not trust is said with why", async () => {
  const port = await at(tls.createServer({ key, cert }));
  expect(await certificate(`https://localhost:${port}`)).toMatchObject({
    ok: false,
    found: expect.stringMatching(/^not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\), ends in 36\d{3} days$/),
  });
  expect(await certificate(`https://127.0.0.1:${await deadPort()}`)).toMatchObject({
    ok: false,
    found: "none was shown: nothing listens there",
  });
});

test("providers are asked without making anything; a refused key, an outage and an unknown name are said", async () => {
  const razorpay = await answering({ "/v1/orders": { body: { items: [] } } });
  const msg91 = await answering({});
  const set = {
    paymentBaseUrl: razorpay.url,
    msg91BaseUrl: msg91.url,
    mapsBaseUrl: "",
    whatsappToken: "",
    fcmProjectId: "",
  };
  configure(set);
  expect(await providers()).toMatchObject({ ok: true, found: "Razorpay, which takes the keys, MSG91 answer" });
  expect([razorpay.requests, msg91.requests]).toEqual([["GET /v1/orders"], ["GET /"]]);

  const refusing = await answering({
    "/v1/orders": {
      status: 401,
      body: { error: { code: "BAD_REQUEST_ERROR", description: "Authentication failed" } },
    },
  });
  const ill = await answering({ "/": { status: 503 } });
  configure({
    paymentBaseUrl: refusing.url,
    msg91BaseUrl: ill.url,
    whatsappToken: "token",
    whatsappBaseUrl: `http://127.0.0.1:${await deadPort()}`,
  });
  const { ok, found: detail } = await providers();
  expect([ok, detail.split("; ")]).toEqual([
    false,
    [
      expect.stringMatching(/^razorpay refused \(401 .*Authentication failed$/),
      "MSG91: it answers 503",
      "WhatsApp: nothing listens there",
    ],
  ]);
});

/** Signed by itself, for localhost, until 2126: no secret, nothing is ever kept by it. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIULYH1s0RNm62CDQXsmPRL0Y/vPY4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA4MDMyMFoYDzIxMjYxMTAz
MDgwMzIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASk9glXCW3vQcnU+FTC8ae/23vtR8zbuC107RPR9OpVCEaLzmyMvk7b
5WwaSRQg/iZqlOXL60OK3+NLw6RrcpYlo1MwUTAdBgNVHQ4EFgQUJKal3fswFKiC
aP7PKow46ljHZekwHwYDVR0jBBgwFoAUJKal3fswFKiCaP7PKow46ljHZekwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAv579FckSBs+9ozbC2bIc
pcOTj5RZazw636v3ngm/3e0CIQDr76oh59swacvwJtiM3hRAN965WSJSkdObVmEn
6deQ3Q==
-----END CERTIFICATE-----`;
const key = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIMwTAtIIWS6vVR79Uii0CJUZ7x7KJNShFvwS9vM5XRw2oAoGCCqGSM49
AwEHoUQDQgAEpPYJVwlt70HJ1PhUwvGnv9t77UfM27gtdO0T0fTqVQhGi85sjL5O
2+VsGkkUIP4mapTly+tDit/jS8Oka3KWJQ==
-----END EC PRIVATE KEY-----`;
