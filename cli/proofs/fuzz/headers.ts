import type { Random } from "#modules/demo/index.ts";

/** The boundary between the parts of a form. */
export const boundary = "----fuzz";

const latin = Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80]).toString("latin1");
const tokens = ["x", "..", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", latin, "9".repeat(5_000), "%00", "Bearer", "null"];

/** Malicious headers; bytes as latin1, as on the wire. */
export const hostileHeaders: ((random: Random) => [string, string])[] = [
  (random) => ["idempotency-key", random.pick([...tokens, " ", "\t", "k"])],
  (random) => ["x-otp-proof", random.pick(tokens)],
  (random) => ["access-token", random.pick(tokens)],
  (random) => ["x-access-token", random.pick(tokens)],
  (random) => ["authorization", random.pick(["Bearer x", "Bearer  ", "Basic AAAA", `Bearer ${latin}`, "bearer a.b.c"])],
  (random) => [
    "cookie",
    random.pick([
      "visitor",
      "center_session",
      "admin_session",
      "onboarder_session",
      "proof",
      "draft",
      "scan",
      "registration",
      "lang",
      "toast",
    ]) + random.pick(["=%00", "=%", "=%ff", "=", `=${latin}`, "=a.b", '="\\"', `=${"x".repeat(3_000)}`, ""]),
  ],
  (random) => ["cookie", Array.from({ length: 300 }, (_, number) => `c${number}=${random.hex(1)}`).join("; ")],
  (random) => [
    "x-forwarded-for",
    random.pick(["", "x", "::1%00", "999.1.1.1", "::ffff:1.2.3.4", "fe80::1%eth0", "1".repeat(3_000), ",,,", latin]),
  ],
  (random) => ["x-forwarded-proto", random.pick(["", "javascript", "https,http", latin])],
  (random) => ["x-request-id", random.pick([latin, "short", "x".repeat(64), "a b c d e f g h"])],
  (random) => ["accept-language", random.pick(["hi;q=NaN", "*;q=1e400", ",;=", latin, "x".repeat(4_000)])],
  (random) => ["accept", random.pick(["text/html", "", "*/*;q=x", latin, "text/event-stream"])],
  (random) => ["range", random.pick(["bytes=-1", "bytes=0-999999999999999999999", "x"])],
  (random) => ["if-none-match", random.pick(["*", '"', latin])],
  (random) => ["if-modified-since", random.pick(["275760", "x", latin])],
  (random) => ["content-encoding", random.pick(["gzip", "br", "x"])],
  (random) => ["origin", random.pick(["null", "http://", "x", latin, "https://evil.example"])],
  (random) => ["referer", random.pick(["x", latin, "http://%"])],
  (random) => ["x-remix-reload-document", latin.slice(0, random.between(0, 3))],
  (random) => ["x-webhook-secret", random.pick(tokens)],
  (random) => ["x-razorpay-signature", random.pick(tokens)],
  (random) => ["x-hub-signature-256", random.pick(tokens)],
];

/** Content types a body may claim. */
export const contentTypes = [
  "text/plain",
  "application/xml",
  "application/json; charset=utf-16",
  "multipart/form-data",
  "",
  "application/x-www-form-urlencoded",
  "application/json",
  `multipart/form-data; boundary=${boundary}`,
  "x",
  "application/json;charset=\u00ff",
];
/** Replaces the header of the same name. */
export function replaceHeader(headers: [string, string][], [name, value]: [string, string]) {
  const at = headers.findIndex(([known]) => known === name);
  headers.splice(at < 0 ? headers.length : at, at < 0 ? 0 : 1, [name, value]);
}
