import { createECDH } from "node:crypto";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configure, env, readEnvironment } from "#modules/kernel/env.server.ts";
import { storedValue } from "#modules/kernel/kept-with-data.server.ts";
import { decrypted } from "#modules/sandbox/push.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { fc } from "#modules/testing/property.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { vapidKeys } from "./vapid.server.ts";
import { isPushService, pushKey, pushRequest, type Subscription, sendWebPush } from "./web-push.server.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

const values = { service: "AC REPAIR", pincode: "560001" };
const options = { path: "/brodcast-requests", tag: "t" };
const post = async (to: string, init: RequestInit = {}) => fetch(`${sandbox.origin}${to}`, { method: "POST", ...init });

const keysOfNobody = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

async function aBrowser(key = pushKey()): Promise<Subscription & { to: string }> {
  const answer = await post("/sandbox/push/subscribe", { body: JSON.stringify({ applicationServerKey: key }) });
  const { to, endpoint, keys } = (await answer.json()) as { to: string; endpoint: string; keys: Subscription };
  return { to, endpoint, p256dh: keys.p256dh, auth: keys.auth };
}
const textsTo = async (to: string) =>
  ((await (await fetch(`${sandbox.origin}/sandbox/outbox?to=${to}`)).json()) as { text: string }[]).map(
    ({ text }) => text,
  );

test("what is encrypted for a browser is read by that browser, and by no other", async () => {
  const keys = () => {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    return { p256dh: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url") };
  };
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", minLength: 1, maxLength: 900 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      async (text, secret) => {
        const browser = keys();
        const other = keys();
        const auth = Buffer.from(secret).toString("base64url");
        const subscription = { endpoint: "https://fcm.googleapis.com/x", p256dh: browser.p256dh, auth };
        const { body } = await pushRequest(subscription, text, vapidKeys()!);
        expect(body.length).toBeLessThanOrEqual(4096);
        expect(decrypted(body, { ...browser, auth })).toBe(Buffer.from(text).toString());
        expect(decrypted(body, { ...other, auth })).toBeUndefined();
        expect(
          decrypted(body, { ...browser, auth: "AAAAAAAAAAAAAAAAAAAAAA" === auth ? "B" : "AAAAAAAAAAAAAAAAAAAAAA" }),
        ).toBeUndefined();
        body[body.length - 1]! ^= 1;
        expect(decrypted(body, { ...browser, auth })).toBeUndefined();
      },
    ),
    { numRuns: 15, ...(env.proofSeed !== undefined && { seed: env.proofSeed }) },
  );
});

test("a push arrives at the browser that subscribed, in its language, with service and pincode and nothing else", async () => {
  const browser = await aBrowser();
  expect(await sendWebPush(browser, "centerNewRequest", values, options)).toEqual({ status: "sent", providerId: null });
  await sendWebPush(browser, "centerNewRequest", values, { ...options, locale: "hi" });
  expect(await textsTo(browser.to)).toEqual([
    "नया अनुरोध\n560001 में AC REPAIR का नया अनुरोध। स्वीकार करने के लिए GharSeva खोलें।",
    "New request\nNew AC REPAIR request in 560001. Open GharSeva to accept it.",
  ]);
});

test("a browser that took its subscription back is gone; one of another key refuses, as the services do", async () => {
  const browser = await aBrowser();
  const gone = { ...browser, endpoint: `${sandbox.origin}/sandbox/push/gone/x` };
  expect(await sendWebPush(gone, "centerNewRequest", values, options)).toEqual({ status: "gone", providerId: null });
  const unknown = { ...browser, endpoint: `${sandbox.origin}/sandbox/push/send/x` };
  expect(await sendWebPush(unknown, "centerNewRequest", values, options)).toMatchObject({ status: "gone" });
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const foreign = await aBrowser(pair.getPublicKey("base64url"));
  await expect(sendWebPush(foreign, "centerNewRequest", values, options)).rejects.toMatchObject({ status: 403 });
});

test("the emulated service refuses what the standard refuses: no signature, another's, none of the headers", async () => {
  const browser = await aBrowser();
  const sealed = new URL(browser.endpoint).pathname;
  const keys = vapidKeys()!;
  const { headers, body: sealedText } = await pushRequest(browser, "{}", keys);
  const authorization = headers.authorization!;
  const other = await pushRequest({ ...browser, endpoint: "https://elsewhere.example/x" }, "{}", keys);
  const elsewhere = other.headers.authorization!;
  const body = new Uint8Array(sealedText);
  const good = { authorization, "content-encoding": "aes128gcm", ttl: "60" };
  const status = async (headers: Record<string, string>, sent: Uint8Array<ArrayBuffer> = body) =>
    (await post(sealed, { headers, body: sent })).status;
  expect(await status({ ...good, authorization: "" })).toBe(403);
  expect(await status({ ...good, authorization: elsewhere })).toBe(403);
  expect(await status({ ...good, authorization: `${authorization.slice(0, -4)}AAAA` })).toBe(403);
  expect(await status({ ...good, "content-encoding": "aesgcm" })).toBe(400);
  expect(await status({ authorization, "content-encoding": "aes128gcm" })).toBe(400);
  expect(await status(good, new Uint8Array(100))).toBe(400);
  expect((await post("/sandbox/push/subscribe", { body: "{}" })).status).toBe(400);
  expect(await textsTo(browser.to)).toEqual([]);
});

test("the signature names the service and the operator, and holds for half a day", async () => {
  const subscription = { endpoint: "https://fcm.googleapis.com/fcm/send/abc", ...keysOfNobody };
  const { headers } = await pushRequest(subscription, "{}", vapidKeys()!);
  const token = /t=([^,]+)/.exec(headers.authorization!)![1]!;
  const { aud, sub, exp } = decodeJwt(token);
  expect({ aud, sub }).toEqual({ aud: "https://fcm.googleapis.com", sub: env.vapidSubject });
  expect(exp! * 1000 - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
});

test("only push services of browsers are ever called: an address comes from a stranger", async () => {
  const known = [
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=x",
  ];
  for (const address of known) expect([address, isPushService(address)]).toEqual([address, true]);
  const others = [
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilfcm.googleapis.com/x",
    "https://user@fcm.googleapis.com/x",
    "https://push.apple.com/x",
    "https://127.0.0.1/x",
    "http://169.254.169.254/latest/meta-data",
    `${env.sandboxOrigin}/sandbox/razorpay/v1/orders`,
    `${env.sandboxOrigin}/sandbox/push/../razorpay`,
    "javascript:alert(1)",
    "",
  ];
  for (const address of others) expect([address, isPushService(address)]).toEqual([address, false]);
  const { fetch: real } = globalThis;
  globalThis.fetch = () => Promise.reject(new Error("the outside was called"));
  for (const endpoint of ["https://127.0.0.1:9/x", "https://fcm.googleapis.com/fcm/send/abc"]) {
    const foreignSubscription = { endpoint, ...keysOfNobody };
    expect(
      await sendWebPush(foreignSubscription, "centerNewRequest", values, options),
      "a sandbox sends nothing out",
    ).toMatchObject({
      status: "held",
    });
  }
  globalThis.fetch = real;
  const { sandboxOrigin } = env;
  configure({ sandbox: false });
  expect(isPushService(`${sandboxOrigin}/sandbox/push/send/x`)).toBe(false);
  configure({ sandbox: true });
});

test("the sandbox makes its keys once and keeps them with its data, for nobody else to read; others configure theirs", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kept-"));
  const first = storedValue(folder, "vapid-keys.json", () => "made once");
  expect(storedValue(folder, "vapid-keys.json", () => "made again")).toBe(first);
  expect(readFileSync(path.join(folder, "vapid-keys.json"), "utf8")).toBe("made once");
  expect(statSync(path.join(folder, "vapid-keys.json")).mode & 0o077).toBe(0);
  expect(pushKey()).toMatch(/^B[\w-]{86}$/);
  configure({ sandbox: false });
  expect(pushKey()).toBeUndefined();
  configure({ sandbox: true, vapidPublicKey: "configured" });
  expect(pushKey()).toBe("configured");
  configure({ vapidPublicKey: "" });
  const half = readEnvironment({ VAPID_PUBLIC_KEY: `B${"a".repeat(86)}` }) as { problems: string[] };
  expect(half.problems.join()).toContain("VAPID_PRIVATE_KEY is missing");
});
