import { describe, expect, test } from "vitest";
import { fc, property } from "#modules/testing/property.ts";
import { firstName } from "./first-name.ts";
import { withoutContacts } from "./mask.ts";

/*
 * Spellings people use to get a phone number past the filter. Each is made of a prefix, a grouping of the digits, a
 * script or words for each digit, and separators.
 */

const hidden = "xxxxxxxxxx";
const phone = fc
  .tuple(fc.integer({ min: 6, max: 9 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([first, rest]) => `${first}${String(rest).padStart(9, "0")}`);

/**
 * The zero of each digit script: ASCII, full width, Devanagari, Bengali, Tamil, Arabic, Persian, Gujarati, bold, Thai,
 * Telugu, Malayalam.
 */
const zeros = [0x30, 0xff10, 0x966, 0x9e6, 0xbe6, 0x660, 0x6f0, 0xae6, 0x1d7ce, 0xe50, 0xc66, 0xd66];
const figures = zeros.map((zero) => (digit: number) => String.fromCodePoint(zero + digit));
const circled = (digit: number) => String.fromCodePoint(digit === 0 ? 0x24ea : 0x245f + digit);
const keyCap = (digit: number) => `${digit}\u{fe0f}\u{20e3}`;
const english = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const hindi = ["शून्य", "एक", "दो", "तीन", "चार", "पाँच", "छह", "सात", "आठ", "नौ"];
const latinHindi = ["shunya", "ek", "do", "teen", "char", "paanch", "chhah", "saat", "aath", "nau"];
const words = [english, hindi, latinHindi].map((list) => (digit: number) => ` ${list[digit]} `);
const shouted = (digit: number) => ` ${english[digit]!.toUpperCase()} `;

const script = fc.constantFrom(...figures, circled, keyCap);
const invisible = fc.constantFrom("", "\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u034f", "\u3164");
const between = fc.constantFrom(
  " ",
  ",",
  ", ",
  "-",
  " - ",
  "–",
  "—",
  ".",
  "/",
  "_",
  "\u00a0",
  "\u3000",
  "\n",
  "\t",
  "|",
  "*",
  ":",
  ";",
  "·",
  "…",
  "  ",
  " / ",
  ")(",
  "~",
  "=",
  "+",
  "#",
  "🙂",
  "     ",
  "\u2028",
);
const prefix = fc.constantFrom(
  "",
  "0",
  "91",
  "+91",
  "+91 ",
  "+91-",
  "0 ",
  "(0)",
  "0091 ",
  "+91 (0) ",
  "91-",
  "tel:",
  "☎",
);

/** Ten digits cut into groups. */
const groups = fc
  .array(fc.boolean(), { minLength: 9, maxLength: 9 })
  .map(
    (cuts) => (digits: string) =>
      digits.replace(/(?<=.)./g, (digit, at) => (cuts[at - 1] ? "\0" : "") + digit).split("\0"),
  );

const spelling = fc.record({
  digits: phone,
  prefix,
  groups,
  invisible,
  script: fc.array(script, { minLength: 10, maxLength: 10 }),
  oneScript: fc.boolean(),
  betweens: fc.array(between, { minLength: 9, maxLength: 9 }),
  oneBetween: fc.boolean(),
});

const spelled = spelling.map(({ digits, prefix, groups, invisible, script, oneScript, betweens, oneBetween }) => {
  let at = 0;
  const written = groups(digits).map((group) =>
    [...group].map((digit) => (oneScript ? script[0]! : script[at++ % 10]!)(Number(digit))).join(invisible),
  );
  return prefix + written.reduce((text, group, index) => text + betweens[oneBetween ? 0 : index - 1]! + group);
});

/** Digits as words mixed with figures, a repeated digit as "double". */
const spokenDigits = fc
  .tuple(
    phone,
    fc.array(fc.constantFrom(...words, shouted, figures[0]!, figures[2]!), { minLength: 10, maxLength: 10 }),
    fc.constantFrom(" ", "-", ", ", " and ", ""),
    fc.boolean(),
  )
  .map(([digits, ways, join, doubled]) =>
    (doubled && join ? digits.replace(/(.)\1/g, (_, digit) => `d${digit}`) : digits)
      .split(/(?<=\d)/)
      .map((part, at) => (part[0] === "d" ? "double " : "") + ways[at]!(Number(part.at(-1))))
      .join(join),
  );

/** As two-digit numbers, the way numbers are read out over the phone. */
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const inPairs = fc
  .array(fc.integer({ min: 10, max: 99 }), { minLength: 4, maxLength: 4 })
  .chain((rest) => fc.integer({ min: 60, max: 99 }).map((first) => [first, ...rest]))
  .map((pairs) =>
    pairs
      .map((pair) =>
        pair < 20
          ? teens[pair - 10]!
          : [tens[Math.floor(pair / 10) - 2], pair % 10 && english[pair % 10]].filter(Boolean).join(" "),
      )
      .join(", "),
  );

/** The text around the number: words without digits, so that nothing of it can belong to the number. */
const around = fc.constantFrom("", "call ", "Please ring me (", "मुझे फोन करें: ", "ফোন ", "flat B, ", "my no. is ");
const runs = { numRuns: 2_000 };

describe("a phone in a text is hidden, and nothing else of it is", () => {
  property.prop([around, spelled, fc.constantFrom("", " thanks", ") जल्दी", ".")], runs)(
    "in every script, grouping, separator and prefix, with signs nobody sees between the digits",
    (before, number, after) => {
      const shown = withoutContacts(before + number + after);
      expect(shown).toContain(hidden);
      expect(shown.replace(hidden, "")).not.toMatch(/\p{N}/u);
      expect(shown.startsWith(before.trim())).toBe(true);
      expect(shown.endsWith(after)).toBe(true);
    },
  );
  property.prop([around, fc.oneof(spokenDigits, inPairs)], runs)(
    "in words and in mixtures of words and figures",
    (before, number) => {
      expect(withoutContacts(before + number.trim())).toBe(before + hidden);
    },
  );
  property.prop([fc.array(phone, { minLength: 1, maxLength: 5 })])("as often as it is written", (phones) => {
    expect(withoutContacts(phones.join(" or "))).toBe(phones.map(() => hidden).join(" or "));
  });
  test("glued to letters, in one word, with letters for digits, and behind other numbers", () => {
    const shown = {
      call9876543210now: `call${hidden}now`,
      NineEightSevenSixFiveFourThreeTwoOneZero: hidden,
      नौआठसातछहपाँचचारतीनदोएकशून्य: hidden,
      "98765432lO": hidden,
      "triple nine 8765432": hidden,
      "nine eight seven double six five four three two one": hidden,
      "12, 98765 43210, 560001": `12, ${hidden}, 560001`,
      "560001 9876543210 12": `560001 ${hidden} 12`,
      "wa.me/919876543210": `wa.me/${hidden}`,
      "office 080-23456789, +1 415 555 2671": `office ${hidden}, ${hidden}`,
    };
    for (const [written, expected] of Object.entries(shown)) expect(withoutContacts(written)).toBe(expected);
  });
});

describe("an e-mail address is hidden likewise", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,10}([._][a-z]{1,5})?$/);
  const house = fc.constantFrom("gmail.com", "yahoo.co.in", "outlook.com", "rediffmail.com", "my-shop.in");
  const at = fc.constantFrom("@", " @ ", "＠", " [at] ", "(at)", " {AT} ", "﹫");
  const dot = fc.constantFrom(".", " . ", " [dot] ", "(dot)", " dot ", "．");
  property.prop([around, name, at, house, dot], { numRuns: 500 })(
    "however it is spelled",
    (before, own, sign, at, dot) => {
      const written = `${before}${own}${sign}${at.replaceAll(".", dot)} thanks`;
      expect(withoutContacts(written)).toBe(`${before}${hidden} thanks`);
    },
  );
  test("said in words, with a payment's name, and with a number before it", () => {
    for (const written of [
      "meera at gmail dot com",
      "meera.nair at example dot org",
      "meera at my-shop dot co dot in",
      "meera एट example डॉट in",
      "meera@okaxis",
      "9876543210@ybl",
      "मीरा@डाक.भारत",
      "at {AT} gmail.com",
    ])
      expect(withoutContacts(written)).toBe(hidden);
  });
});

describe("what is no phone stays to the letter", () => {
  const pincode = fc.integer({ min: 110_001, max: 855_117 }).map(String);
  const price = fc.integer({ min: 1, max: 99_999 });
  const two = (least: number, most: number) =>
    fc.integer({ min: least, max: most }).map((n) => String(n).padStart(2, "0"));
  const innocent = fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 5_999 }), pincode).map(([flat, code]) => `${flat}, ${code}`),
    fc.tuple(fc.integer({ min: 1, max: 9_999 }), pincode).map(([flat, code]) => `flat ${flat}, ${code}`),
    fc
      .tuple(fc.constantFrom("₹", "Rs. ", "Rs "), price, price)
      .map(([sign, from, to]) => `${sign}${from} to ${sign}${to}`),
    price.map((rupees) => `₹${(rupees * 37).toLocaleString("en-IN")}/-`),
    fc.tuple(two(1, 28), two(1, 12), two(10, 19), two(0, 59)).map(([d, m, h, min]) => `${d}-${m}-2026 ${h}:${min}`),
    fc
      .tuple(two(1, 28), two(1, 12), two(0, 23), two(0, 59), two(0, 59))
      .map(([d, m, h, min, s]) => `2026-${m}-${d} ${h}:${min}:${s}`),
    fc.tuple(two(8, 19), two(8, 19), two(0, 59)).map(([from, to, min]) => `${from}:${min} - ${to}:${min}`),
    fc.stringMatching(/^(REQ|RIDE)-26(0[1-9]|1[0-2])([0-2][1-8])-[0-9A-HJ-NP-Z]{4}$/),
    fc.integer({ min: 0, max: 999_999 }).map((n) => `GS/26-27/${String(n).padStart(6, "0")}`),
    fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }))
      .map(([a, b]) => `${a} fans and ${b} lights`),
    fc.stringMatching(/^[1-9]\d{0,8}$/),
    fc.stringMatching(/^OD\d{15,18}$/),
    fc.constantFrom(
      "nine lights and two fans",
      "double bed",
      "one or two of the seven taps",
      "दो पंखे, तीन बत्ती",
      "2 @ 500 each",
    ),
    fc.constantFrom(
      "Meera Nair",
      "O'Brien-D'Souza",
      "श्रीमती शर्मा",
      "4F7K",
      "3/12 Main Road",
      "8th cross, 2nd block",
      "at the door",
      "paid at shop.in",
      "at the shop dot",
    ),
  );
  property.prop([fc.array(innocent, { minLength: 1, maxLength: 4 })], runs)(
    "prices, dates, times, flats, pincodes, codes and words",
    (parts) => {
      const text = parts.join(" or else ");
      expect(withoutContacts(text)).toBe(text);
    },
  );
  property.prop([fc.string({ unit: "binary", maxLength: 300 })], runs)(
    "and any text without digits and signs of an address",
    (text) => {
      const bare = text.replace(/[\p{N}@＠﹫]/gu, "");
      expect(withoutContacts(bare)).toBe(bare);
    },
  );
  property.prop([fc.string({ unit: "binary", maxLength: 300 })], runs)("a text that is clean stays so", (text) => {
    const once = withoutContacts(text);
    expect(withoutContacts(once)).toBe(once);
  });
});

test("a number or an address given as the name is no name", () => {
  for (const name of ["9876543210", "98765 43210", "+91 98765-43210", "meera@gmail.com", "९८७६५ ४३२१०"])
    expect(firstName(name)).toBe(hidden);
  expect(firstName(" Meera 98765 43210")).toBe("Meera");
});

test("twice the text takes about twice the time, whatever it is made of", () => {
  const parts = [
    "9 ",
    "a@",
    "nine ",
    "nine",
    "1,",
    "(at)",
    "a.",
    "x @ ",
    "12:",
    "+",
    " ",
    "flat#",
    "a-",
    "\ufdfa",
    "ninety double ",
  ];
  // The CPU of this thread in milliseconds: other work of the machine is not counted.
  const took = (text: string) => {
    const before = process.threadCpuUsage();
    withoutContacts(text);
    return process.threadCpuUsage(before).user / 1_000;
  };
  for (const part of parts) {
    const text = part.repeat(2_000);
    const short = took(text);
    const long = took(text.repeat(8));
    // Linear work takes 8 times as long, quadratic work 64 times.
    expect([part, long < 32 * Math.max(short, 8)]).toEqual([part, true]);
  }
});

test("a text looks the same however many others were cleaned before it", () => {
  const text = (n: number) => `Flat ${n}: call 98765${String(43210 - n).padStart(5, "0")}`;
  const clean = (n: number) => `Flat ${n}: call xxxxxxxxxx`;
  const texts = Array.from({ length: 3_000 }, (_, n) => n);
  for (const turn of [texts, texts.toReversed(), texts])
    expect(turn.map((n) => withoutContacts(text(n)))).toEqual(turn.map(clean));
});
