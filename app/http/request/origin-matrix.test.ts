import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { RouteConfigEntry } from "@remix-run/route-config";
import express from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "#app/api/contract/index.ts";
import routes from "#app/routes.ts";
import { personalCookies } from "./cookies.server.ts";
import { refuseForeign } from "./origin.ts";

/*
 * Every mutation of the product × method × Origin × cookie, through express and the server's middleware. The mutations
 * come from the route table and the API's table; what may pass is written here by hand (fixed point 19).
 */

type Module = { action?: unknown };
const files = import.meta.glob<Module>("../../routes/**/*.{ts,tsx}");

const methods = ["POST", "PUT", "PATCH", "DELETE"];
/** Callers of these sign their requests instead. */
const signed = ["/webhooks/razorpay", "/webhooks/msg91", "/webhooks/whatsapp", "/payment/return"];
/** Called by programs where a demo runs; 404 elsewhere. */
const emulator = "/sandbox/razorpay/pay";

/** Addresses of pages and resources with an action; the API's are those of its table. */
async function mutations(): Promise<string[]> {
  const mutationRoutes: string[] = [];
  const add = async (entries: RouteConfigEntry[], above = "") => {
    for (const { file, path = "", children } of entries) {
      const address = path ? `${above}/${path}` : above;
      const module = await files[`../../${file}`]!();
      if (module.action && !address.endsWith("*")) mutationRoutes.push(address.replace(/:\w+\??/g, "INA0001") || "/");
      await add(children ?? [], address);
    }
  };
  await add((await routes) as RouteConfigEntry[]);
  const calls = Object.keys(contract)
    .filter((line) => !line.startsWith("GET "))
    .map((line) => `/api/${line.split(" ")[1]!.replace(/\{\w+\}/g, "0190")}`);
  return [...new Set([...mutationRoutes, ...calls, emulator])];
}

const houses = [
  { name: "https behind a proxy", publicUrl: "https://gharseva.example", host: "gharseva.example" },
  { name: "the demo", publicUrl: "http://localhost:3000", host: "localhost:3000" },
];

/** Origins a browser may send, by what is wrong with them. */
function origins(publicUrl: string): Record<string, string | undefined> {
  const { protocol, hostname, port } = new URL(publicUrl);
  const otherScheme = protocol === "https:" ? "http:" : "https:";
  const at = port ? `:${port}` : "";
  return {
    missing: undefined,
    null: "null",
    foreign: "https://evil.example",
    "foreign port": `${protocol}//${hostname}:8443`,
    "foreign scheme": `${otherScheme}//${hostname}${at}`,
    subdomain: `${protocol}//shop.${hostname}${at}`,
    "look-alike": `${protocol}//${hostname}.evil.example${at}`,
    same: publicUrl,
  };
}

const cookies: Record<string, string | undefined> = {
  none: undefined,
  "not ours to speak for anybody": "lang=hi; toast=x; other=1",
  ...Object.fromEntries(personalCookies.map((name) => [name, `lang=hi; ${name}=abc`])),
  // Their names under an https address.
  ...Object.fromEntries(personalCookies.map((name) => [`__Host-${name}`, `__Host-lang=hi; __Host-${name}=abc`])),
};

function mayPass(path: string, origin: string, cookie: string) {
  if (origin === "same" || signed.includes(path)) return true;
  const personal = (personalCookies as readonly string[]).includes(cookie.replace("__Host-", ""));
  return (path.startsWith("/api/") || path === emulator) && !personal;
}

describe.each(houses)("$name", ({ publicUrl, host }) => {
  const app = express().set("trust proxy", "loopback");
  app.use(refuseForeign(publicUrl, (response) => void response.status(403).end()));
  app.use((_request, response) => void response.status(204).end());
  const server = http.createServer(app);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  beforeAll(async () => void (await once(server.listen(0, "127.0.0.1"), "listening")));
  afterAll(() => {
    agent.destroy();
    server.close();
  });

  async function ask(method: string, path: string, headers: Record<string, string>) {
    const { port } = server.address() as AddressInfo;
    const request = http.request({ port, host: "127.0.0.1", path, method, agent, headers: { host, ...headers } });
    request.end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    return response.statusCode === 204;
  }

  test("R16 every mutation × method × Origin × cookie passes only where the house says so", async () => {
    const paths = await mutations();
    expect(paths).toEqual(expect.arrayContaining([...signed, "/login", "/booking/INA0001", "/admin-login", "/logout"]));
    expect(paths.filter((path) => path.startsWith("/api/")).length).toBeGreaterThan(25);
    const wrong: string[] = [];
    let cells = 0;
    const knock = async (path: string) => {
      for (const method of methods) {
        for (const [originName, origin] of Object.entries(origins(publicUrl))) {
          for (const [cookieName, cookie] of Object.entries(cookies)) {
            const passes = await ask(method, path, { ...(origin && { origin }), ...(cookie && { cookie }) });
            cells += 1;
            if (passes !== mayPass(path, originName, cookieName))
              wrong.push(`${method} ${path}, ${originName} Origin, cookie ${cookieName}: ${passes ? "passes" : "403"}`);
          }
        }
      }
    };
    // Several paths at once; each path's cells one after another.
    const waiting = [...paths];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let path = waiting.pop(); path; path = waiting.pop()) await knock(path);
      }),
    );
    expect(wrong).toEqual([]);
    expect(cells).toBe(paths.length * methods.length * 8 * Object.keys(cookies).length);
  }, 300_000);

  test("a path that only looks like a call, or leads out of the calls, is a page", async () => {
    for (const path of [
      "/api/../login",
      "/api/%2e%2e/login",
      "/api/x/../../booking",
      "/API/../login",
      "//api/x",
      "/%61pi/x",
      "/apix",
      "/sandbox/../login",
      "/payment/return/../../login",
      "/webhooks/razorpay.data",
      "/payment/return.data",
    ]) {
      expect(await ask("POST", path, { origin: "https://evil.example" }), path).toBe(false);
      expect(await ask("POST", path, { origin: publicUrl }), path).toBe(true);
    }
  });

  test("the same address is ours only with our own scheme and port, whatever the Host says", async () => {
    const origin = "https://evil.example";
    expect(await ask("POST", "/login", { origin, "x-forwarded-host": "evil.example" })).toBe(false);
    expect(await ask("POST", "/login", { origin: `${origin}:1`, host: "evil.example" })).toBe(false);
  });

  test("reading is never refused", async () => {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      expect(await ask(method, "/login", { origin: "null", cookie: "center_session=abc" })).toBe(true);
    }
  });
});

test("no call of the API changes anything on a GET", () => {
  const changing = Object.entries(contract).filter(([line, { once }]) => line.startsWith("GET") && once);
  expect(changing).toEqual([]);
});
