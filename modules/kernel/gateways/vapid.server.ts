import { createECDH } from "node:crypto";
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
