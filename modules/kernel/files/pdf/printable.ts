import { say } from "#modules/messages/index.ts";

/* What no font of our PDFs has is written in characters that they have: never left out in silence, never an empty box. */

/** Plain characters, and the signs they are written for. */
const plainSigns = new Map(
  (
    [
      ["->", "→➔➙➛➜➝➞➟➡⟶🡒"],
      ["<-", "←⬅⟵🡐"],
      ["<->", "↔⟷"],
      ["=>", "⇒⟹"],
      ["<=", "⇐⟸"],
      [">", "▶►▸➢➤"],
      ["<", "◀◄◂"],
      ["'", "′ʹʼ‵‛"],
      ['"', "″‶‟〃"],
      ["-", "‐‑‒―─━⁃﹘"],
      ["*", "★☆⭐🌟✦✱✳※∗"],
      ["•", "●○◦‣▪▫■◆◇⚫"],
      ["[ ]", "□☐"],
      ["x", "✕✖⨯"],
      ["No", "№"],
      ["ohm", "Ω"],
      ["u", "μ"],
      ["dia.", "⌀∅"],
      ["Tel.", "☎☏✆📞"],
    ] as const
  ).flatMap(([plain, signs]) => Array.from(signs, (sign) => [sign, plain] as [string, string])),
);
const checks = new Set("✓✔✅☑🗸");
const crosses = new Set("✗✘❌❎☒🗴");

const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\p{Emoji_Presentation}/u;

/** Signs that only steer a screen: directions, joiners, variants of emoji; and the frame of a keycap. */
const invisible = /\p{Default_Ignorable_Code_Point}|\u20e3/gu;

/** The most signs of a letter with its marks: no word needs so many, and a glyph of more has no room in a font. */
const mostSigns = 16;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * A line of text as letters with their marks, each of which a font has according to `hasGlyphs`: those of the text, or
 * what is written in their place (`No` for №, `->` for →, `[emoji]`).
 */
export function printable(line: string, hasGlyphs: (cluster: string) => boolean): string[] {
  const covered = (cluster: string) => Array.from(cluster).length <= mostSigns && hasGlyphs(cluster);
  const clusters = Array.from(graphemes.segment(line.toWellFormed().normalize("NFC")), ({ segment }) =>
    covered(segment) && !/^[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(segment)
      ? segment
      : plainly(segment, covered),
  );
  // A word in unknown letters is one `[letters]`.
  return clusters.filter((text, at) => text && !(text === say("pdf.letters") && text === clusters[at - 1]));
}

function plainly(cluster: string, covered: (cluster: string) => boolean): string {
  const bare = cluster.replace(invisible, "");
  if (/^[\s\p{Cc}]/u.test(bare)) return " ";
  if (bare === "" || covered(bare)) return bare;
  const [first = ""] = bare;
  const plain = plainSigns.get(first);
  if (plain) return plain;
  if (checks.has(first)) return say("pdf.check");
  if (crosses.has(first)) return say("pdf.cross");
  // The same letters in other shapes: ﬁ, Ａ, 𝐀, ①, ℃.
  const usual = Array.from(bare.normalize("NFKC"), (character) => plainSigns.get(character) ?? character).join("");
  if (covered(usual)) return usual;
  if (emoji.test(bare)) return say("pdf.emoji");
  // Accents that no font has: ạ is an a.
  const base = Array.from(usual.normalize("NFKD")).filter((part) => !/\p{M}/u.test(part) || covered(part));
  if (base.length > 0 && covered(base.join("").normalize("NFC"))) return base.join("").normalize("NFC");
  return /[\p{L}\p{N}\p{M}]/u.test(bare) ? say("pdf.letters") : say("pdf.sign");
}
