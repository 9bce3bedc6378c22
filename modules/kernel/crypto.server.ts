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

/** Keys for separate purposes are derived from one secret, so that none can stand in for another. */
const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", env.appSecret, "gharseva", purpose, 32));

/** An unguessable token (base64url of `bytes` random bytes; 16 bytes = 128 bits). */
export const randomToken = (bytes = 32) => randomBytes(bytes).toString("base64url");

/** What is stored of a random token; a leaked table opens nothing. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** Keyed hash of something guessable (an OTP, an Aadhaar number), hex. */
export const hmac = (purpose: string, value: string) =>
  createHmac("sha256", keyFor(purpose)).update(value).digest("hex");

/** Constant-time comparison of two strings. */
export function sameSecret(left: string, right: string) {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Encrypt a short secret that must be readable later (an OTP on its way to the SMS job), AES-256-GCM. */
export const seal = (plain: string) => encrypt("seal", Buffer.from(plain, "utf8")).toString("base64url");

/** Read what `seal` wrote; throws when it was tampered with. */
export const unseal = (sealed: string) => decrypt("seal", Buffer.from(sealed, "base64url")).toString("utf8");

/** Encrypt a file that lies on a disk (an identity paper), AES-256-GCM. */
export const sealFile = (plain: Buffer) => encrypt("file", plain);

/** Read what `sealFile` wrote; throws when it was tampered with. */
export const unsealFile = (sealed: Buffer) => decrypt("file", sealed);

function encrypt(purpose: string, plain: Buffer) {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function decrypt(purpose: string, sealed: Buffer) {
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** Sign a small value for a cookie or a link: `value.signature`. */
export const sign = (value: string) => `${value}.${hmac("sign", value)}`;

/** The value of a signed string, or undefined when the signature does not hold. */
export function unsign(signed: string) {
  const dot = signed.lastIndexOf(".");
  if (dot < 0) return undefined;
  const value = signed.slice(0, dot);
  return sameSecret(signed.slice(dot + 1), hmac("sign", value)) ? value : undefined;
}

/** The secret that signs API tokens. */
export const tokenKey = () => keyFor("api-token");
