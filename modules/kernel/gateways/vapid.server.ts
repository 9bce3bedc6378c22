import { createECDH, createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import { now } from "../clock.ts";
import { env, keptWithData } from "../env.server.ts";

/** The pair of keys by which push services know this installation, base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

let made: VapidKeys | undefined;

/** The configured keys; the sandbox makes a pair and keeps it with its data. Undefined: there is no push. */
export function vapidKeys(): VapidKeys | undefined {
  if (env.vapidPublicKey) return { publicKey: env.vapidPublicKey, privateKey: env.vapidPrivateKey };
  if (!env.sandbox) return undefined;
  made ??= JSON.parse(keptWithData(env.dataDir, "vapid-keys.json", () => JSON.stringify(newKeys()))) as VapidKeys;
  return made;
}

function newKeys(): VapidKeys {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // A key that begins with zeros is shorter than 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}

/** Half a day: push services take a day at most. */
const lifeSeconds = 12 * 3600;

/** The authorization of a push to a service at this origin (RFC 8292). */
export async function vapidAuthorization(audience: string, { publicKey, privateKey }: VapidKeys): Promise<string> {
  const point = Buffer.from(publicKey, "base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
      d: privateKey,
    },
  });
  const token = await new SignJWT({ sub: env.vapidSubject })
    .setProtectedHeader({ alg: "ES256", typ: "JWT" })
    .setAudience(audience)
    .setExpirationTime(Math.floor(now().getTime() / 1000) + lifeSeconds)
    .sign(key);
  return `vapid t=${token}, k=${publicKey}`;
}
