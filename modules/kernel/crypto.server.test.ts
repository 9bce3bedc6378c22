import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { fc, property } from "#modules/testing/property.ts";
import {
  fileKey,
  hmac,
  hmacHolds,
  isSealedAnew,
  keyIds,
  passingToken,
  randomPublicId,
  seal,
  sealFile,
  sign,
  Unreadable,
  unseal,
  unsealFile,
  unsign,
} from "./crypto.server.ts";
import { configure, env, readEnvironment } from "./env.server.ts";

const { appSecret, previousSecrets } = env;
afterEach(() => configure({ appSecret, previousSecrets }));

const use = (appSecret: string, ...previousSecrets: string[]) => configure({ appSecret, previousSecrets });
const secret = fc.stringMatching(/^[\w+/=-]{32,64}$/);
const secrets = fc.uniqueArray(secret, { minLength: 2, maxLength: 5 });
const value = fc.string({ unit: "binary-ascii", maxLength: 200 }).map((text) => `${text}ॐ`);

/** The sealed format from before key ids existed. */
function sealedBefore(plain: Buffer, purpose: "seal" | "file") {
  const iv = randomBytes(12);
  const key = Buffer.from(hkdfSync("sha256", env.appSecret, "gharseva", purpose, 32));
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

describe("whatever one secret of the ring made is good under the ring, in any order", () => {
  property.prop([secrets, value], { numRuns: 25 })("texts, files, signatures and keyed hashes", (all, plain) => {
    const made = all.map((each) => {
      use(each);
      return {
        text: seal(plain),
        file: sealFile(Buffer.from(plain)),
        signed: sign(plain),
        hash: hmac("pan", plain),
        before: sealedBefore(Buffer.from(plain), "seal").toString("base64url"),
        fileBefore: sealedBefore(Buffer.from(plain), "file"),
      };
    });
    for (const order of [all, [...all].reverse()]) {
      use(order[0]!, ...order.slice(1));
      for (const { text, file, signed, hash, before, fileBefore } of made) {
        expect([unseal(text), unseal(before), unsign(signed)]).toEqual([plain, plain, plain]);
        expect([unsealFile(file).toString(), unsealFile(fileBefore).toString()]).toEqual([plain, plain]);
        expect(hmacHolds("pan", plain, hash)).toBe(true);
        expect(hmacHolds("aadhar", plain, hash)).toBe(false);
      }
      expect(made.filter(({ text }) => isSealedAnew(text))).toHaveLength(1);
      expect(made.filter(({ file }) => fileKey(file) === keyIds()[0])).toHaveLength(1);
    }
  });

  property.prop([secrets, value])(
    "and outside of it is refused, by the name of its key and never by the key",
    (all, plain) => {
      use(all[0]!);
      const text = seal(plain);
      const file = sealFile(Buffer.from(plain));
      const signed = sign(plain);
      const hash = hmac("pan", plain);
      const [id] = keyIds();
      use(all[1]!, ...all.slice(2));
      for (const read of [() => unseal(text), () => unsealFile(file)]) {
        expect(read).toThrow(Unreadable);
        expect(read).toThrow(new RegExp(`the key ${id}, .*APP_SECRET_PREVIOUS`));
      }
      expect(unsign(signed)).toBeUndefined();
      expect(hmacHolds("pan", plain, hash)).toBe(false);
      expect(`${text}${id}`).not.toContain(all[0]!);
    },
  );
});

describe("what was changed or cut is not read", () => {
  property.prop([value, fc.nat(), fc.integer({ min: 1, max: 255 })])("a text", (plain, place, by) => {
    const sealed = seal(plain);
    const at = place % sealed.length;
    const changed =
      sealed.slice(0, at) + String.fromCharCode(33 + ((sealed.charCodeAt(at) + by) % 94)) + sealed.slice(at + 1);
    if (changed !== sealed) expect(() => unseal(changed)).toThrow(Unreadable);
    expect(() => unseal(sealed.slice(0, at))).toThrow(Unreadable);
    expect(() => unseal(`${sealed}A`)).toThrow(Unreadable);
  });
  property.prop([value, fc.nat(), fc.integer({ min: 1, max: 255 })])("a file", (plain, place, by) => {
    const sealed = sealFile(Buffer.from(plain));
    const changed = Buffer.from(sealed);
    changed[place % sealed.length]! ^= by;
    expect(() => unsealFile(changed)).toThrow(Unreadable);
    expect(() => unsealFile(sealed.subarray(0, place % sealed.length))).toThrow(Unreadable);
  });
  property.prop([fc.string({ unit: "binary" })])("nor anything else", (text) => {
    expect(() => unseal(text)).toThrow(Unreadable);
    expect(() => unsealFile(Buffer.from(text))).toThrow(Unreadable);
  });
});

test("retired secrets are a list, each as long as a secret must be; the current one is none of them", () => {
  const one = "a1".repeat(20);
  const two = "b2".repeat(20);
  const read = readEnvironment({ NODE_ENV: "test", APP_SECRET: one, APP_SECRET_PREVIOUS: ` ${two}, ${one} ` });
  expect(read).toMatchObject({ env: { appSecret: one, previousSecrets: [two] } });
  expect(readEnvironment({ NODE_ENV: "test", APP_SECRET_PREVIOUS: `${two},short` })).toEqual({
    problems: ["APP_SECRET_PREVIOUS needs at least 32 characters in each secret"],
  });
});

test("tokens of one answer are as long as asked and share no bytes, also where their supply ends", () => {
  const tokens = Array.from({ length: 1_000 }, (_, n) => Buffer.from(passingToken(n % 2 ? 16 : 12), "base64url"));
  expect(new Set(tokens.map(({ length }) => length))).toEqual(new Set([12, 16]));
  const pieces = tokens.flatMap((token) => [token.toString("hex", 0, 6), token.toString("hex", token.length - 6)]);
  expect(new Set(pieces).size).toBe(pieces.length);
  const begun = tokens.slice(1).filter((token, n) => token.indexOf(tokens[n]!.subarray(-4)) === 0);
  expect(begun).toEqual([]);
});

test("a public id has 22 letters and never begins with a hyphen, which a command line takes for an option", () => {
  const ids = new Set(Array.from({ length: 2_000 }, () => randomPublicId()));
  for (const id of ids) expect(id).toMatch(/^\w[\w-]{21}$/);
  expect(ids.size).toBe(2_000);
});
