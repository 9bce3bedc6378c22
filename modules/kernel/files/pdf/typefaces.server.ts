import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Font } from "@react-pdf/renderer";
import { shapedFont } from "./shaped-font.server.ts";

/** A font family of PDFs, as react-pdf knows it: its files for regular and semibold, and the language of its forms. */
export type Typeface = { family: string; files: readonly [string, string]; language: string; script: RegExp };

const filesOf = (folder: string, name: string) =>
  [`${folder}/400Regular/${name}_400Regular`, `${folder}/600SemiBold/${name}_600SemiBold`] as const;

const sans = (name: string) => filesOf(`noto-sans-${name.toLowerCase()}`, `NotoSans${name}`);

/** Latin, most of Devanagari, and ₹: PDF's built-in fonts silently print another sign for it. */
const hind: Typeface = { family: "Hind", files: filesOf("hind", "Hind"), language: "en", script: /(?:)/u };

/** All families, the first that has a character prints it; those below Hind are opened with the first text of their script. */
const typefaces: readonly Typeface[] = [
  hind,
  { family: "Bengali", files: sans("Bengali"), language: "bn", script: /\p{Script_Extensions=Bengali}/u },
  { family: "Devanagari", files: sans("Devanagari"), language: "hi", script: /\p{Script_Extensions=Devanagari}/u },
  { family: "Gujarati", files: sans("Gujarati"), language: "gu", script: /\p{Script_Extensions=Gujarati}/u },
  { family: "Gurmukhi", files: sans("Gurmukhi"), language: "pa", script: /\p{Script_Extensions=Gurmukhi}/u },
  { family: "Kannada", files: sans("Kannada"), language: "kn", script: /\p{Script_Extensions=Kannada}/u },
  { family: "Malayalam", files: sans("Malayalam"), language: "ml", script: /\p{Script_Extensions=Malayalam}/u },
  { family: "Odia", files: sans("Oriya"), language: "or", script: /\p{Script_Extensions=Oriya}/u },
  { family: "Tamil", files: sans("Tamil"), language: "ta", script: /\p{Script_Extensions=Tamil}/u },
  { family: "Telugu", files: sans("Telugu"), language: "te", script: /\p{Script_Extensions=Telugu}/u },
  {
    family: "Urdu",
    files: filesOf("noto-naskh-arabic", "NotoNaskhArabic"),
    language: "ur",
    script: /\p{Script_Extensions=Arabic}/u,
  },
];

/** The family of text that names none. */
export const usualFamily = hind.family;

/** The characters of the families opened so far. */
const opened = new Map<string, ReadonlySet<number>>();

/** Characters that only say how letters join: every font takes them, none draws them. */
const joiners = new Set([0x200c, 0x200d]);

/** The family that has a glyph for each character of a letter with its marks; undefined if none has. */
export function familyOf(cluster: string): string | undefined {
  const codes = Array.from(cluster, (character) => character.codePointAt(0)!);
  return typefaces.find((typeface) => {
    if (!typeface.script.test(cluster)) return false;
    const characters = opened.get(typeface.family) ?? open(typeface);
    return codes.every((code) => joiners.has(code) || characters.has(code));
  })?.family;
}

/** Register Hind with react-pdf, if it is not yet. */
export const openUsualFamily = () => opened.has(hind.family) || open(hind);

/** Ascent and descent of Hind per em. All families share them, so that columns in different scripts share baselines. */
const line = { ascent: 1.055, descent: -0.546 };

const weights = [400, 600] as const;

/** Register a family with react-pdf for the life of the process; its two files are 0.1 to 0.4 MB. */
function open({ family, files, language }: Typeface): ReadonlySet<number> {
  const { resolve } = createRequire(import.meta.url);
  const paths = files.map((file) => resolve(`@expo-google-fonts/${file}.ttf`));
  Font.register({ family, fonts: paths.map((src, at) => ({ src, fontWeight: weights[at]! })) });
  const fonts = paths.map((path) => shapedFont(readFileSync(path), { language, line }));
  for (const [at, source] of Font.getRegisteredFonts()[family]!.sources.entries()) {
    source.data = fonts[at]!;
    // react-pdf would read the file again, without our shaping.
    source.load = async () => {};
  }
  const characters = new Set(fonts[0]!.characterSet);
  opened.set(family, characters);
  return characters;
}
