import { Font, Path, Rect, type StyleSheet, Svg, Text, View } from "@react-pdf/renderer";
import { createElement as h, type ReactElement } from "react";
import { printable } from "./pdf/printable.ts";
import { familyOf, openUsualFamily, usualFamily } from "./pdf/typefaces.server.ts";

/* Text, colours and logo shared by all PDF documents. Loaded with the first PDF of a process. */

export type Style = Parameters<typeof StyleSheet.create>[0][string];
type Line = string | null | false;

/** What every page sets its text in; the fonts of other scripts are opened by the texts that need them. */
export function pageFont(): { fontFamily: string } {
  openUsualFamily();
  Font.registerHyphenationCallback(unbroken);
  return { fontFamily: usualFamily };
}

/**
 * Lines of text, the only way a PDF prints any: each letter in a font that has it, what no font has in plain words
 * (`./pdf/printable.ts`). A line whose first letter is of a script from right to left runs so, where its column stands.
 */
export function text(style: Style | Style[] | undefined, ...lines: Line[]): ReactElement {
  const styles = [style ?? []].flat();
  const printed = lines.flatMap((line) => (line ? line.split(lineBreak) : []));
  const [first = "", ...more] = printed;
  if (more.length === 0 && !rightToLeft.test(first)) return h(Text, { style: styles }, ...runsOf(first));
  const textAlign = styles.findLast((part) => part.textAlign)?.textAlign ?? "left";
  return box(
    styles,
    ...printed.map((line) => {
      const direction = rightToLeft.test(line) ? "rtl" : "ltr";
      return h(Text, { style: { textAlign, direction } }, ...runsOf(line, direction));
    }),
  );
}

export const box = (style: Style | Style[] | undefined, ...children: (ReactElement | null | false)[]) =>
  h(View, { style: style ?? {} }, ...children);

const lineBreak = /\r\n|[\n\r\u2028\u2029]/;

/** Whether the first letter of a line is of a script written from right to left (rule P2 of UAX #9). */
const rightToLeft = /^\P{L}*\p{Script=Arabic}/u;

/** A line as stretches of one font each; those in another than the page's name it, and the direction of their line. */
function runsOf(line: string, direction: "ltr" | "rtl" = "ltr"): (string | ReactElement)[] {
  const runs: { family: string; text: string }[] = [];
  for (const cluster of printable(line, (written) => familyOf(written) !== undefined)) {
    const last = runs.at(-1);
    const family = familyOf(cluster) ?? usualFamily;
    if (last?.family === family) last.text += cluster;
    else runs.push({ family, text: cluster });
  }
  return runs.map((run) =>
    run.family === usualFamily ? run.text : h(Text, { style: { fontFamily: run.family, direction } }, run.text),
  );
}

const graphemes = new Intl.Segmenter("hi", { granularity: "grapheme" });

/** Ends in the sign that joins a consonant to the next one, in any of our scripts. */
const joinsNext = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d]\u200d?$/;

/** Splits only words too long for any column, and never inside a letter with its marks or a conjunct; others stay whole. */
function unbroken(word: string): string[] {
  if (word.length <= 28) return [word];
  const parts: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const last = parts.at(-1);
    if (last !== undefined && (last.length < 20 || joinsNext.test(last))) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
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
