import type { Random } from "#modules/demo/index.ts";

/*
 * Hostile values: wrong types, extremes, control characters, lone surrogates, broken UTF-8. A value is JSON, with `Raw`
 * where no JavaScript value serializes to the wanted bytes.
 */

export class Raw {
  readonly bytes: Buffer;
  constructor(bytes: string | Buffer) {
    this.bytes = Buffer.from(bytes as string, "utf8");
  }
}

export type Value = string | number | boolean | null | Raw | Value[] | { [name: string]: Value };

const nested = (open: string, inside: string, close: string, depth: number) =>
  new Raw(open.repeat(depth) + inside + close.repeat(depth));
const quoted = (...bytes: number[]) => new Raw(Buffer.from([0x22, ...bytes, 0x22]));

const characters = [
  "\0",
  "\x01",
  "\b",
  "\v",
  "\x1b",
  "\x7f",
  "\u0085",
  "\u009f",
  "\ud83d",
  "\udc00",
  "\uffff",
  "\ufdd0",
];
const marks = ["\u202e", "\u2066", "\ufeff", "\u200b", "\u200d", "\u2028", "\t", "\n", "\r\n", "\ufffd", "\u{10ffff}"];
const innocent = ["", "a", "9876543210", "560001", "2026-11-22", "INA0001", "क्षेत्र", "10", "IMMEDIATELY"];

const texts = [
  "",
  " ",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "%00",
  "%",
  "\\u0000",
  "' or 1=1 --",
  "$1",
  "{{7*7}}",
  "../../../etc/passwd",
  "__proto__",
  "constructor",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "//x.y",
  "0x64",
  "1e3",
  "1E400",
  "Infinity",
  "-Infinity",
  "NaN",
  "+5",
  "-1",
  "1,2,3",
  "１０",
  "٣",
  ".5",
  "5.",
  "1_000",
  "275760-09-13",
  "+275760-09-13T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "0000-01-01",
  "2026-02-31",
  "2026-13-01",
  "2026-02-31T10:00:00Z",
  "2026-01-01T25:61",
  "294277-01-01T00:00:00Z",
  "9999-12-31",
  "0001-01-01T00:00",
  "now",
  "8640000000000000_0193b1a2-0000-7000-8000-000000000000",
  "999999999999999_0193b1a2-0000-7000-8000-00000000000x",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "AAAAAAAAAAAAAAAAAAAAAA",
  Buffer.from("999999999999999:0193b1a2-0000-7000-8000-000000000000").toString("base64url"),
  Buffer.from("-1:------------------------------------").toString("base64url"),
];

const numbers = [
  0,
  -1,
  1,
  0.5,
  -0.5,
  1.1,
  100,
  1e3,
  2147483647,
  2147483648,
  -2147483649,
  4294967296,
  1e21,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_VALUE,
  8.64e15,
  8.64e15 + 1,
];

const raws = [
  new Raw("1e400"),
  new Raw("-1e400"),
  new Raw("-0"),
  new Raw("9".repeat(400)),
  new Raw("0.".padEnd(400, "1")),
  new Raw('"\\ud800"'),
  new Raw('"\\u0000"'),
  new Raw('"a\\ud83d"'),
  new Raw('"\\udc00\\ud800"'),
  quoted(0xff),
  quoted(0xc0, 0x80),
  quoted(0xed, 0xa0, 0x80),
  quoted(0xe0, 0xa4),
  quoted(0xf5, 0x80, 0x80, 0x80),
  nested("[", "", "]", 3_000),
  nested('{"a":', "1", "}", 2_000),
  new Raw('{"_id":{"_id":"\\u0000"}}'),
  new Raw('{"__proto__":{"x":1},"constructor":null}'),
  new Raw('{"toString":1}'),
];

/** Picks one hostile value. */
export function hostile(random: Random): Value {
  switch (random.below(14)) {
    case 0:
      return random.pick(numbers);
    case 1:
      return random.pick(raws);
    case 2:
      return random.pick<Value>([null, true, false, [], {}, [null], [[]], [{}], { _id: null }, { _id: [] }, [1, "a"]]);
    case 3:
      return random.pick(["a", "9", "\u0915", "\0", " ", "👩"]).repeat(random.pick([41, 101, 301, 2_001, 40_000]));
    case 4:
    case 5:
      return random.pick(texts);
    case 6:
      return [hostile(random), hostile(random)];
    case 7:
      return { _id: hostile(random), name: hostile(random) };
    case 8:
      return random.pick(innocent) + random.pick(marks) + random.pick(innocent);
    default:
      // NUL is the character the database refuses most often.
      return random.pick(innocent) + (random.chance(0.5) ? "\0" : random.pick(characters)) + random.pick(innocent);
  }
}

/** A value as the exact bytes of its JSON. */
export function jsonOf(value: Value): Buffer {
  if (value instanceof Raw) return value.bytes;
  if (value === null || typeof value !== "object") return Buffer.from(JSON.stringify(value));
  const parts = Array.isArray(value)
    ? value.map(jsonOf)
    : Object.entries(value).map(([name, inner]) =>
        Buffer.concat([Buffer.from(`${JSON.stringify(name)}:`), jsonOf(inner)]),
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const between = parts.flatMap((part, index) => (index > 0 ? [Buffer.from(","), part] : [part]));
  return Buffer.concat([Buffer.from(open!), ...between, Buffer.from(close!)]);
}

const escapes = [
  "%00",
  "%ff",
  "%c0%80",
  "%ed%a0%80",
  "%",
  "%zz",
  "%E0%A4",
  "%2e%2e%2f",
  "%2F",
  "+",
  "%u0000",
  "%0d%0a",
];

/** A value for an address or a form: percent-encoded, sometimes as no encoder would. */
export function escaped(value: Value, random: Random): string {
  if (random.chance(0.12)) return random.pick(escapes) + (random.chance(0.5) ? "x" : "");
  const text = typeof value === "string" ? value : jsonOf(value).toString("latin1");
  const bytes = typeof value === "string" ? Buffer.from(text) : Buffer.from(text, "latin1");
  return [...bytes]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) && byte < 0x80
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, "0")}`,
    )
    .join("");
}
