import { createECDH } from "node:crypto";
import { env } from "#modules/kernel/env.server.ts";
import { storedValue } from "#modules/kernel/kept-with-data.server.ts";

/** The key pair that identifies this installation to push services, base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

let made: VapidKeys | undefined;

/** Returns the configured keys; the sandbox generates a pair and stores it with its data. Undefined: push is off. */
export function vapidKeys(): VapidKeys | undefined {
  if (env.vapidPublicKey) return { publicKey: env.vapidPublicKey, privateKey: env.vapidPrivateKey };
  if (!env.sandbox) return undefined;
  made ??= JSON.parse(storedValue(env.dataDir, "vapid-keys.json", () => JSON.stringify(newKeys()))) as VapidKeys;
  return made;
}

function newKeys(): VapidKeys {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // Leading zero bytes are omitted: pad to 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}
