import { createRequire } from "node:module";
import { Font, Path, Rect, Svg } from "@react-pdf/renderer";
import { createElement as h } from "react";

/* Fonts, colours and logo shared by all PDF documents. Loaded with the first PDF of a process. */

const fontFile = (name: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/hind/${name}.ttf`);

let fontsReady = false;

/** One font file covers Latin, Devanagari and ₹; PDF's built-in fonts silently print another sign for ₹. */
export function loadFonts() {
  if (fontsReady) return;
  Font.register({
    family: "Hind",
    fonts: [
      { src: fontFile("400Regular/Hind_400Regular"), fontWeight: 400 },
      { src: fontFile("600SemiBold/Hind_600SemiBold"), fontWeight: 600 },
    ],
  });
  Font.registerHyphenationCallback(unbroken);
  fontsReady = true;
}

const letters = new Intl.Segmenter("hi", { granularity: "grapheme" });

/** Splits only words too long for any column, and never inside a Devanagari cluster; other words stay whole. */
function unbroken(word: string): string[] {
  if (word.length <= 28) return [word];
  const clusters = Array.from(letters.segment(word), ({ segment }) => segment);
  return Array.from({ length: Math.ceil(clusters.length / 20) }, (_, part) =>
    clusters.slice(part * 20, part * 20 + 20).join(""),
  );
}

export const ink = "#1c2430";
export const quiet = "#5d6875";
export const brand = "#094743";
export const lamp = "#f4a71d";

/** The product's logo: a roof over a doorway with a lamp lit in it; `ground` is the background colour. */
export const brandMark = (style: Record<string, number>, ground = brand) =>
  h(
    Svg,
    { viewBox: "0 0 40 40", style },
    h(Rect, { x: 0, y: 0, width: 40, height: 40, rx: 10, fill: ground }),
    h(Path, {
      d: "M8.5 19.5 20 9.5l11.5 10M12.5 17.5V30h15V17.5",
      fill: "none",
      stroke: "#fff",
      strokeWidth: 2.8,
      strokeLinecap: "round",
      strokeLinejoin: "round",
    }),
    h(Path, { d: "M20 18.5c2.2 2.4 3.3 4.1 3.3 5.8a3.3 3.3 0 0 1-6.6 0c0-1.7 1.1-3.4 3.3-5.8Z", fill: lamp }),
  );
