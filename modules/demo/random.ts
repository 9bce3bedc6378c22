import { createHash } from "node:crypto";

/** A random stream determined by its seed, the same on every machine (sfc32). */
export function randomFrom(seed: string) {
  const start = createHash("sha256").update(seed).digest();
  let a = start.readUInt32LE(0) | 0;
  let b = start.readUInt32LE(4) | 0;
  let c = start.readUInt32LE(8) | 0;
  let d = 1;

  /** 32 random bits as an unsigned integer. */
  const bits = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let warm = 0; warm < 15; warm++) bits();

  const next = () => bits() / 4_294_967_296;
  const below = (count: number) => Math.floor(next() * count);
  const hex = (words: number) => {
    let text = "";
    for (let word = 0; word < words; word++) text += bits().toString(16).padStart(8, "0");
    return text;
  };

  return {
    /** From 0 to just below 1. */
    next,
    /** A whole number below `count`. */
    below,
    /** A whole number from `least` to `most`, both included. */
    between: (least: number, most: number) => least + below(most - least + 1),
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    /** A value by its weight; the weights add up to 1. */
    weighted: <T>(choices: readonly (readonly [T, number])[]): T => {
      let left = next();
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return choices.at(-1)![0];
    },
    /** A waiting time with mean `mean`, exponentially distributed: mostly short, rarely long. */
    wait: (mean: number) => -Math.log(1 - next()) * mean,
    /** Random hexadecimal text, eight digits per word. */
    hex,
    /** 128 bits as base64url. */
    token: () => Buffer.from(hex(4), "hex").toString("base64url"),
    /** `count` characters of an alphabet. */
    letters: (count: number, alphabet: string) => {
      let text = "";
      for (let letter = 0; letter < count; letter++) text += alphabet[below(alphabet.length)];
      return text;
    },
    /** A UUIDv7 of an instant in milliseconds. */
    id: (ms: number) => {
      const time = Math.floor(ms).toString(16).padStart(12, "0");
      const rest = hex(3);
      const variant = "89ab"[bits() & 3];
      return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
    },
  };
}
export type Random = ReturnType<typeof randomFrom>;
