import { inflateSync } from "node:zlib";
import decodeQR from "qr/decode.js";

/* Reads what tests need from our own PDFs: pages and their sizes, the text, and a drawn QR code. */

type Part = { head: string; stream: string };

function partsOf(pdf: Buffer): Map<string, Part> {
  const whole = pdf.toString("latin1");
  return new Map(
    Array.from(whole.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g), ([, number, body]) => {
      const [head = "", packed] = body!.split("stream\n");
      const bytes = packed && Buffer.from(packed.replace(/\nend$/, ""), "latin1");
      return [number!, { head, stream: bytes ? inflateSync(bytes).toString("latin1") : "" }];
    }),
  );
}

/** The pages of a PDF by their sizes in whole points. */
export const pagesOf = (pdf: Buffer) =>
  Array.from(pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g), ([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ]);

/** The drawing instructions of all pages. */
const drawingOf = (parts: Map<string, Part>) =>
  [...parts.values()].map(({ stream }) => (/ Tf\n|\nf\n/.test(stream) ? stream : "")).join("\n");

/**
 * The letters of a PDF in drawing order, without spaces: a line from right to left begins with its last letter. Throws
 * where a character is drawn that its font lacks (glyph 0), or in a font that tells no characters.
 */
export function lettersOf(pdf: Buffer): string {
  const parts = partsOf(pdf);
  const fonts = new Map<string, string[]>();
  for (const { head } of parts.values()) {
    for (const [, name, font] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(parts.get(font!)?.head ?? "")?.[1];
      if (map) fonts.set(name!, charactersOf(parts.get(map)!.stream));
    }
  }
  let font: string[] = [];
  let letters = "";
  for (const [, name, glyphs] of drawingOf(parts).matchAll(/\/(F\d+) [\d.]+ Tf|\[(<.*?)\] TJ/g)) {
    if (name && !fonts.has(name)) throw new Error(`The PDF prints in ${name}, a font without characters`);
    if (name) font = fonts.get(name)!;
    else for (const [, run] of glyphs!.matchAll(/<([0-9a-f]+)>/g)) letters += readRun(run!, font);
  }
  return letters.replace(/\s/g, "").normalize("NFC");
}

const readRun = (run: string, font: string[]) =>
  (run.match(/.{4}/g) ?? [])
    .map((glyph) => {
      const characters = font[Number.parseInt(glyph, 16)];
      if (glyph === "0000" || characters === undefined) throw new Error("The PDF prints a character its font lacks");
      return characters;
    })
    .join("");

/** Glyph → characters, from the single table pdfkit writes for a font. */
const charactersOf = (table: string) =>
  [...table.matchAll(/\[(<.*?)\]\n/g)].flatMap(([, entries]) =>
    Array.from(entries!.matchAll(/<([0-9a-f ]+)>/g), ([, codes]) =>
      Buffer.from(codes!.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
    ),
  );

/** Whether a sentence is printed: its letters are adjacent, in whatever direction they are drawn. */
export function prints(letters: string, sentence: string) {
  const sorted = (text: string) => [...text].sort().join("");
  const wanted = sentence.normalize("NFC").replace(/\s/g, "");
  const goal = sorted(wanted);
  for (let at = 0; at + wanted.length <= letters.length; at += 1)
    if (sorted(letters.slice(at, at + wanted.length)) === goal) return true;
  return false;
}

/** The content of the QR code drawn in a PDF, decoded from its pixels as a phone's camera would. */
export function qrIn(pdf: Buffer): string {
  const point = "(-?[\\d.]+) (-?[\\d.]+)";
  const square = new RegExp(`${point} m\\n${point} l\\n${point} l\\n${point} l\\nh`, "g");
  const dark = Array.from(drawingOf(partsOf(pdf)).matchAll(square), (match) => match.slice(1, 7).map(Number)).filter(
    // Lines of the QR code are one module high; nothing else on a page is.
    ([, top = 0, , , , bottom = 0]) => bottom - top === 1,
  );
  const pixels = Math.max(...dark.map(([, , right]) => right!)) + 4;
  const scale = 5;
  const side = pixels * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [left, top, right, , , bottom] of dark as [number, number, number, number, number, number][])
    for (let y = top * scale; y < bottom * scale; y += 1)
      data.fill(0, (y * side + left * scale) * 4, (y * side + right * scale) * 4);
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return decodeQR({ width: side, height: side, data });
}
