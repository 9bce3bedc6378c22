import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** What a browser gives away with a subscription, base64url: its public key and a secret both sides share. */
export type PushKeys = { p256dh: string; auth: string };

/** One record holds it all: a push is at most 4096 bytes (RFC 8291, 4), and ours are a few hundred. */
const recordSize = 4096;
const mostBytes = 3_900;

/** For the vectors of RFC 8291: what is otherwise random. */
type Chosen = { salt?: Buffer; privateKey?: Buffer };

/**
 * A text only the browser that subscribed can read (RFC 8291 over RFC 8188, `aes128gcm`): the push service in between
 * sees its length and nothing else.
 */
export function encryptPush(text: string, keys: PushKeys, chosen: Chosen = {}): Buffer {
  const plain = Buffer.from(text, "utf8");
  if (plain.length > mostBytes) throw new Error("a push is too long");
  const own = createECDH("prime256v1");
  if (chosen.privateKey) own.setPrivateKey(chosen.privateKey);
  else own.generateKeys();
  const [sender, receiver] = [own.getPublicKey(), Buffer.from(keys.p256dh, "base64url")];
  const salt = chosen.salt ?? randomBytes(16);
  const { key, nonce } = contentKeys({
    shared: own.computeSecret(receiver),
    auth: Buffer.from(keys.auth, "base64url"),
    receiver,
    sender,
    salt,
  });
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2 marks the last record.
  const body = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize, 0);
  head.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, head, sender, body]);
}

type Agreed = { shared: Buffer; auth: Buffer; receiver: Buffer; sender: Buffer; salt: Buffer };

/** The key and nonce both sides derive. */
function contentKeys({ shared, auth, receiver, sender, salt }: Agreed) {
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender]);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const derived = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
  return { key: derived("aes128gcm", 16), nonce: derived("nonce", 12) };
}
