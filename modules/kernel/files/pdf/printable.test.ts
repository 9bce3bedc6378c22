import { fc, test as property } from "@fast-check/vitest";
import { Font } from "@react-pdf/renderer";
import { expect, test } from "vitest";
import { printable } from "./printable.ts";
import { familyOf } from "./typefaces.server.ts";

const covered = (cluster: string) => familyOf(cluster) !== undefined;
const printed = (line: string) => printable(line, covered).join("");

test.each([
  ["№ 7 → gate", "No 7 -> gate"],
  ["✓ ✔️ ☑ ✅ / ✗ ❌", "[check] [check] [check] [check] / [cross] [cross]"],
  ["5′ 6″ ★★☆ ⭐", "5' 6\" *** *"],
  ["😀 👍🏽 🇮🇳 👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ #️⃣", "[emoji] [emoji] [emoji] [emoji] [emoji] [emoji] 1 #"],
  ["Ａ１ 𝐀𝐛𝐡𝐢 ⓘ ① ℃ ㎡ ﷼", "A1 Abhi i 1 °C m2 ﷼"],
  ["₹ € ½ © ™ – “x” •", "₹ € ½ © ™ – “x” •"],
  ["Nguyễn Thị ạ é", "Nguyen Thi a é"],
  ["王小明, Привет ไทย", "[letters], [letters] [letters]"],
  ["a\ud800b \u{f8ff} ☃︎", "a[sign]b [sign] [emoji]"],
  ["a\u0000\tb\u00a0c", "a  b\u00a0c"],
  ["\u202eabc\u202c \u200f\u2067x\u2069 so\u00adft ze\u200bro\ufeff", "abc x soft zero"],
  ["र्‍हस्व क्‌ष ന്‍ می‌خواہم", "र्‍हस्व क्‌ष ന്‍ می‌خواہم"],
])("%s is printed as %s", (text, plain) => {
  expect(printed(text)).toBe(plain);
});

const decomposed = (text: string) => text.replace(/[\u0900-\u0dff]+/g, (indic) => indic.normalize("NFD"));

/** The glyphs that the fonts of a line draw, by their ids; 0 also where react-pdf would take another font. */
function glyphsOf(line: string): number[] {
  const runs: [string, string][] = [];
  for (const cluster of printable(line, covered)) {
    const family = familyOf(cluster)!;
    const last = runs.at(-1);
    if (last?.[0] === family) last[1] += cluster;
    else runs.push([family, cluster]);
  }
  return runs.flatMap(([family, text]) =>
    Font.getRegisteredFonts()[family]!.sources.flatMap(({ data }) =>
      // react-pdf decomposes the letters of Indian scripts, then asks the font for each character, then lays them out.
      [text, decomposed(text)].flatMap((form) => [
        ...data!.layout(form).glyphs.map(({ id }) => id),
        ...Array.from(form, (character) => Number(data!.hasGlyphForCodePoint(character.codePointAt(0)!))),
      ]),
    ),
  );
}

test("no character there is draws glyph 0, alone or after a letter of any of our scripts", () => {
  const bases = ["A", "क", "க", "క", "ಕ", "ക", "ক", "ક", "ਕ", "କ", "ک"];
  const wrong: string[] = [];
  for (let code = 0x20; code < 0x1_fb00; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{Cn}|\p{Cs}|\p{Co}|\p{Script=Han}|\p{Script=Hangul}/u.test(character)) continue;
    const lines = /\p{M}/u.test(character) ? bases.map((base) => `${base}${character}`) : [character];
    for (const line of lines) if (glyphsOf(line).includes(0)) wrong.push(`${line} U+${code.toString(16)}`);
  }
  expect(wrong).toEqual([]);
});

/** Letters, marks and joiners of our scripts in any order, as a person or a cut text may leave them. */
const blocks = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xb80, 0xc00, 0xc80, 0xd00, 0x600];
const anyWord = fc
  .constantFrom(...blocks)
  .chain((block) =>
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: block, max: block + 0x7f }) },
        fc.constantFrom(0x200c, 0x200d, 0x20, 0x41),
      ),
    ),
  )
  .map((codes) => String.fromCodePoint(...codes));

property.prop([anyWord], { numRuns: 2_000 })(
  "no order of letters, marks and joiners stops a PDF or draws glyph 0",
  (line) => {
    expect(glyphsOf(line)).not.toContain(0);
  },
);

test("a letter with more marks than any word has is written as letters, and stops no PDF", () => {
  for (const line of [`क${"ं".repeat(99)}`, `க${"ா".repeat(60)}`, `a${"\u0301".repeat(200)}`, `ب${"ّ".repeat(80)}`])
    expect(glyphsOf(line)).not.toContain(0);
});
