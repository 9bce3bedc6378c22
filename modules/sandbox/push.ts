import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes } from "node:crypto";
import { jwtVerify } from "jose";
import { z } from "zod";
import { now } from "#modules/kernel/clock.ts";
import { seal, unseal } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { appendToOutbox } from "./outbox.ts";

/*
 * A push service and the browser behind it. Nothing is stored: a subscription's address holds the sealed private key of
 * its browser, so that each push is decrypted as a browser would and put into the outbox.
 */

const Browser = z.object({ to: z.string(), privateKey: z.string(), auth: z.string(), serverKey: z.string() });
type Browser = z.output<typeof Browser>;

/**
 * `POST /sandbox/push/subscribe {applicationServerKey}` answers what `pushManager.subscribe` would; every other request
 * is a push.
 */
export async function handlePush(request: Request): Promise<Response> {
  const [what = "", sealed = ""] = new URL(request.url).pathname.split("/").slice(3);
  if (request.method !== "POST") return Response.json({ error: "POST only" }, { status: 405 });
  if (what === "subscribe") return subscribe(request);
  // A browser that has unsubscribed.
  if (what === "gone") return new Response(null, { status: 410 });
  if (what !== "send") return Response.json({ error: "not found" }, { status: 404 });
  return take(request, sealed);
}

async function subscribe(request: Request): Promise<Response> {
  const input = z.object({ applicationServerKey: z.string().regex(/^B[\w-]{86}$/) }).safeParse(await json(request));
  if (!input.success) return Response.json({ error: "applicationServerKey" }, { status: 400 });
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const browser: Browser = {
    to: `browser-${randomBytes(6).toString("hex")}`,
    privateKey: pair.getPrivateKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
    serverKey: input.data.applicationServerKey,
  };
  return Response.json({
    to: browser.to,
    endpoint: `${env.sandboxOrigin}/sandbox/push/send/${seal(JSON.stringify(browser))}`,
    expirationTime: null,
    keys: { p256dh: pair.getPublicKey("base64url"), auth: browser.auth },
  });
}

async function take(request: Request, sealed: string): Promise<Response> {
  const refused = (status: number, error: string) => Response.json({ error }, { status });
  const browser = opened(sealed);
  if (!browser) return refused(404, "no such subscription");
  if (!(await isOwner(request.headers.get("authorization") ?? "", browser))) return refused(403, "vapid");
  if (request.headers.get("content-encoding") !== "aes128gcm") return refused(400, "content-encoding");
  if (!/^\d+$/.test(request.headers.get("ttl") ?? "")) return refused(400, "ttl");
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > 4096) return refused(413, "too large");
  const text = decrypted(body, browser);
  if (text === undefined) return refused(400, "the browser cannot read it");
  const { title, body: words } = z.looseObject({ title: z.string(), body: z.string() }).parse(JSON.parse(text));
  await appendToOutbox("push", browser.to, `${title}\n${words}`);
  return new Response(null, { status: 201 });
}

function opened(sealed: string): Browser | undefined {
  try {
    return Browser.parse(JSON.parse(unseal(sealed)));
  } catch {
    return undefined;
  }
}

/**
 * Whether the push was signed by the server the browser subscribed to, for this service and at most a day (RFC 8292).
 */
async function isOwner(authorization: string, { serverKey }: Browser): Promise<boolean> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== serverKey) return false;
  const point = Buffer.from(key, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  try {
    const publicKey = createPublicKey({
      format: "jwk",
      key: { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) },
    });
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ["ES256"],
      audience: env.sandboxOrigin,
      currentDate: now(),
      requiredClaims: ["exp", "sub"],
    });
    return payload.exp! - now().getTime() / 1000 <= 24 * 3600;
  } catch {
    return false;
  }
}

/** Decrypt a push as the browser would (RFC 8291), implemented from the standard; undefined when it cannot. */
export function decrypted(body: Buffer, { privateKey, auth }: Pick<Browser, "privateKey" | "auth">) {
  try {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const own = createECDH("prime256v1");
    own.setPrivateKey(Buffer.from(privateKey, "base64url"));
    const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
      const mac = createHmac("sha256", key);
      for (const part of parts) mac.update(part);
      return mac.digest();
    };
    const agreed = hmac(Buffer.from(auth, "base64url"), own.computeSecret(sender));
    const secret = hmac(agreed, "WebPush: info\0", own.getPublicKey(), sender, Buffer.of(1));
    const mixed = hmac(salt, secret);
    const key = hmac(mixed, "Content-Encoding: aes128gcm\0", Buffer.of(1)).subarray(0, 16);
    const nonce = hmac(mixed, "Content-Encoding: nonce\0", Buffer.of(1)).subarray(0, 12);
    const sealed = body.subarray(21 + sender.length);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    return end < 0 ? undefined : padded.subarray(0, end).toString("utf8");
  } catch {
    return undefined;
  }
}

async function json(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}
