import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env.server.ts";

/** A secret of the key ring. The id names the key a value was made with and reveals nothing about the secret. */
type RingKey = { id: string; secret: string };

const derived = new Map<string, Buffer>();

/** Derives a separate key per purpose from one secret, so that a value made for one purpose is useless for another. */
function keyFor(purpose: string, secret = env.appSecret): Buffer {
  const name = `${purpose}\0${secret}`;
  const key = derived.get(name) ?? Buffer.from(hkdfSync("sha256", secret, "gharseva", purpose, 32));
  if (derived.size < 1_000) derived.set(name, key);
  return key;
}

const idOf = (secret: string) => keyFor("key id", secret).subarray(0, 6).toString("base64url");

/** The current secret, then the retired ones that are still accepted for reading. */
const ring = (): RingKey[] => [env.appSecret, ...env.previousSecrets].map((secret) => ({ id: idOf(secret), secret }));

/** The public ids of the ring's keys, the current one first. */
export const keyIds = () => ring().map(({ id }) => id);

/** An unguessable token (base64url of `bytes` random bytes; 16 bytes = 128 bits). */
export const randomToken = (bytes = 32) => randomBytes(bytes).toString("base64url");

/**
 * A new public id of a request or ride: 16 random bytes, base64url (fixed point 1). One that begins with a hyphen is
 * drawn again: a command line takes such a word for an option.
 */
export function randomPublicId(): string {
  const id = randomToken(16);
  return id.startsWith("-") ? randomPublicId() : id;
}

let passing = Buffer.alloc(0);

/**
 * The same for what lives no longer than one answer, such as its nonce. Its bytes are taken from a supply: asking the
 * system for them at each request costs more than the rest of a small answer.
 */
export function passingToken(bytes: number): string {
  if (passing.length < bytes) passing = randomBytes(4_096);
  const token = passing.toString("base64url", 0, bytes);
  passing = passing.subarray(bytes);
  return token;
}

/** SHA-256 of a random token. Only the hash is stored, so a leaked table reveals no usable token. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** Keyed hash of something guessable (an OTP, an Aadhaar number), hex; made with the current key. */
export const hmac = (purpose: string, value: string) => hmacUnder(env.appSecret, purpose, value);

/** The same hash under every key of the ring, the current one first: finds values hashed before a key rotation. */
export const hmacs = (purpose: string, value: string) => ring().map(({ secret }) => hmacUnder(secret, purpose, value));

/** Whether a keyed hash matches this value under any key of the ring. */
export const hmacHolds = (purpose: string, value: string, hash: string) =>
  hmacs(purpose, value).some((made) => sameSecret(made, hash));

const hmacUnder = (secret: string, purpose: string, value: string) =>
  createHmac("sha256", keyFor(purpose, secret)).update(value).digest("hex");

/** Constant-time comparison of two strings. */
export function sameSecret(left: string, right: string) {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A sealed value that cannot be read: damaged, or sealed with a key that is not in the ring. */
export class Unreadable extends Error {}

/** The prefix of sealed texts, followed by the key id, a dot and the bytes. Texts sealed without a key id lack it. */
export const sealedMark = "k1.";
const fileMark = Buffer.from("gsfile1\n");

/** Encrypt a short secret that must be readable later (an OTP on its way to the SMS job) with AES-256-GCM. */
export function seal(plain: string): string {
  const [{ id, secret }] = ring() as [RingKey];
  const head = `${sealedMark}${id}`;
  return `${head}.${encrypt(keyFor("seal", secret), Buffer.from(plain, "utf8"), head).toString("base64url")}`;
}

/** Read what `seal` wrote under any key of the ring; throws `Unreadable` otherwise. */
export function unseal(sealed: string): string {
  if (!sealed.startsWith(sealedMark)) return decryptUnderAny("seal", Buffer.from(sealed, "base64url")).toString("utf8");
  const [mark, id = "", body = "", ...more] = sealed.split(".");
  const bytes = Buffer.from(body, "base64url");
  // base64url decoding is lenient: re-encoding must give the same text, so that a sealed value has one spelling.
  if (more.length > 0 || bytes.toString("base64url") !== body) throw new Unreadable("what was sealed is damaged");
  return decrypt(keyFor("seal", secretOf(id)), bytes, `${mark}.${id}`).toString("utf8");
}

/** Whether a text was sealed with the current key. */
export const isSealedAnew = (sealed: string) => sealed.startsWith(`${sealedMark}${idOf(env.appSecret)}.`);

/** Encrypt a file stored on disk (an identity document) with AES-256-GCM. */
export function sealFile(plain: Buffer): Buffer {
  const [{ id, secret }] = ring() as [RingKey];
  const head = Buffer.concat([fileMark, Buffer.from(id)]);
  return Buffer.concat([head, encrypt(keyFor("file", secret), plain, head)]);
}

/** Read what `sealFile` wrote under any key of the ring; throws `Unreadable` otherwise. */
export function unsealFile(sealed: Buffer): Buffer {
  const id = fileKey(sealed);
  if (id === undefined) return decryptUnderAny("file", sealed);
  const head = sealed.subarray(0, fileMark.length + id.length);
  return decrypt(keyFor("file", secretOf(id)), sealed.subarray(head.length), head);
}

/** The id of the key a file was sealed with; undefined for the older format without a key id. */
export function fileKey(sealed: Buffer): string | undefined {
  if (!sealed.subarray(0, fileMark.length).equals(fileMark)) return undefined;
  return sealed.subarray(fileMark.length, fileMark.length + 8).toString("latin1");
}

function secretOf(id: string): string {
  const key = ring().find((each) => each.id === id);
  if (!key)
    throw new Unreadable(`sealed with the key ${id.slice(0, 16)}, which is not in the ring: see APP_SECRET_PREVIOUS`);
  return key.secret;
}

const tagBytes = 16;
const ivBytes = 12;

function encrypt(key: Buffer, plain: Buffer, head: string | Buffer) {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(head));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, sealed: Buffer, head: string | Buffer) {
  if (sealed.length < ivBytes + tagBytes) throw new Unreadable("what was sealed is cut off");
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes), options);
  decipher.setAAD(Buffer.from(head)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    throw new Unreadable("what was sealed is damaged, or its key is not in the ring");
  }
}

/** The older format names no key, so every key of the ring is tried. */
function decryptUnderAny(purpose: string, sealed: Buffer): Buffer {
  let refusal: unknown;
  for (const { secret } of ring()) {
    try {
      return decrypt(keyFor(purpose, secret), sealed, "");
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** Sign a small value for a cookie or a link: `value.signature`. */
export const sign = (value: string) => `${value}.${hmac("sign", value)}`;

/** The value of a signed string; undefined when no key of the ring verifies the signature. */
export function unsign(signed: string) {
  const dot = signed.lastIndexOf(".");
  if (dot < 0) return undefined;
  const value = signed.slice(0, dot);
  return hmacHolds("sign", value, signed.slice(dot + 1)) ? value : undefined;
}

/** The keys that verify API tokens, one per secret of the ring; the first one also signs. */
export const tokenKeys = () => ring().map(({ secret }) => keyFor("api-token", secret));

/** The secret that signs API tokens. */
export const tokenKey = () => keyFor("api-token");
