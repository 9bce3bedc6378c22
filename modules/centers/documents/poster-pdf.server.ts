import { Document, Page, Path, Rect, renderToBuffer, Svg } from "@react-pdf/renderer";
import encodeQR from "qr";
import { createElement as h } from "react";
import { env } from "#modules/kernel/env.server.ts";
import { box, brand, brandMark, ink, lamp, pageFont, quiet, text } from "#modules/kernel/files/pdf.server.ts";
import { type Locale, locales, type MessageKey, missingTexts, say } from "#modules/messages/index.ts";
import type { PosterFacts, PosterSize } from "../shared.ts";

/** A5 is A4 scaled by 1/√2, so one drawing serves both. */
const scaleOf: Record<PosterSize, number> = { A4: 1, A5: Math.SQRT1_2 };

const steps = (ride: boolean): MessageKey[] => [
  "poster.step.scan",
  ride ? "poster.step.where" : "poster.step.say",
  ride ? "poster.step.ride" : "poster.step.come",
];

type Style = Record<string, string | number>;
type FontStyle = Style & { fontSize: number };

/** More languages than these leave no room for a code that is scanned from afar. */
const mostLanguages = 4;
/** The side of the code with two languages, and what each further one takes from it. */
const codeSide = 336;
const languageHeight = 50;
/** The size of all languages but the first one, where there are more than two. */
const crowded = 0.8;

/** Returns the languages that have all of these texts, in the order of their codes, English last. */
function languagesWith(keys: readonly MessageKey[]): Locale[] {
  const [english, ...others] = locales;
  const whole = others.filter((locale) => !missingTexts(locale).some((key) => keys.includes(key)));
  return [...whole.slice(0, mostLanguages - 1), english!];
}

/**
 * Render the poster of a QR code as a one-page PDF: the partner's name, the code, and instructions in the languages of
 * the product.
 */
export function posterPdf(facts: PosterFacts, size: PosterSize): Promise<Buffer> {
  const { words, px } = drawing(scaleOf[size]);
  const headline: MessageKey = facts.ride ? "poster.ride" : "poster.home";
  const languages = languagesWith([headline, ...steps(facts.ride), "poster.qrId", "poster.noApp"]);
  const inEach = (key: MessageKey) => languages.map((locale) => say(key, {}, locale));
  const further = Math.max(0, languages.length - 2);
  /** A text in each language, below one another: the first one `large`. */
  const lines = (key: MessageKey, large: FontStyle, { fontSize, ...small }: FontStyle) => {
    const [first, ...others] = inEach(key);
    const size = further > 0 ? fontSize * crowded : fontSize;
    return [
      words({ textAlign: "center", ...large }, first!),
      ...others.map((line) => words({ textAlign: "center", ...small, fontSize: size }, line)),
    ];
  };
  const page = h(
    Page,
    { size, style: { ...pageFont(), color: ink, backgroundColor: "#ffffff" } },
    box(
      {
        backgroundColor: brand,
        flexDirection: "row",
        alignItems: "center",
        padding: px(30),
        paddingHorizontal: px(44),
      },
      brandMark({ width: px(56), height: px(56), marginRight: px(16) }, "#0e5f59"),
      box(
        {},
        words({ fontSize: 30, fontWeight: 600, color: "#ffffff", lineHeight: 1.2 }, env.productName),
        words({ fontSize: 14, color: "#d7ebe8", lineHeight: 1.4 }, env.productTagline),
      ),
    ),
    box({ height: px(6), backgroundColor: lamp }),
    box(
      { flexGrow: 1, alignItems: "center", paddingHorizontal: px(44), paddingTop: px(22) },
      words(
        { fontSize: nameSize(facts.name), fontWeight: 600, color: brand, textAlign: "center", lineHeight: 1.4 },
        facts.name,
      ),
      ...lines(
        headline,
        { fontSize: 21, fontWeight: 600, marginTop: px(8), lineHeight: 1.4 },
        { fontSize: 16, color: quiet, lineHeight: 1.35 },
      ),
      box(
        { borderWidth: px(3), borderColor: brand, borderRadius: px(18), padding: px(8), marginTop: px(16) },
        qrCode(facts.address, px(codeSide - languageHeight * further)),
      ),
      box(
        { flexDirection: "row", alignItems: "center", marginTop: px(10) },
        words({ fontSize: 13, color: quiet, marginRight: px(8) }, inEach("poster.qrId").join(" · ")),
        words({ fontSize: 22, fontWeight: 600, lineHeight: 1.3 }, facts.qrId),
      ),
    ),
    box(
      { flexDirection: "row", paddingHorizontal: px(36), paddingBottom: px(14) },
      ...steps(facts.ride).map((step, at) =>
        box(
          { width: "33.3%", alignItems: "center", paddingHorizontal: px(8) },
          box(
            {
              width: px(28),
              height: px(28),
              borderRadius: px(14),
              backgroundColor: lamp,
              alignItems: "center",
              justifyContent: "center",
              marginBottom: px(5),
            },
            words({ fontSize: 15, fontWeight: 600, lineHeight: 1.2, marginTop: px(2) }, String(at + 1)),
          ),
          ...lines(
            step,
            { fontSize: 13, fontWeight: 600, lineHeight: 1.4 },
            { fontSize: 11, color: quiet, lineHeight: 1.35 },
          ),
        ),
      ),
    ),
    box(
      { backgroundColor: "#f4f6f8", paddingVertical: px(12), paddingHorizontal: px(44), alignItems: "center" },
      words({ fontSize: 11.5, textAlign: "center", lineHeight: 1.4 }, inEach("poster.noApp").join(" ")),
      words({ fontSize: 11.5, color: brand, fontWeight: 600, textAlign: "center", lineHeight: 1.4 }, facts.address),
    ),
  );
  const about = {
    author: env.productName,
    creator: env.productName,
    producer: env.productName,
    language: `${languages[0]}-IN`,
  };
  return renderToBuffer(h(Document, { title: `${facts.name} · ${facts.qrId}`, ...about }, page));
}

/** Longer names get a smaller font, so that everything fits on one page. */
const nameSize = (name: string) => (name.length > 60 ? 18 : name.length > 32 ? 24 : 32);

/** The styles of the page in points of A4, scaled for A5. */
function drawing(scale: number) {
  const px = (points: number) => points * scale;
  const words = ({ fontSize, ...style }: FontStyle, line: string) => text({ fontSize: px(fontSize), ...style }, line);
  return { px, words };
}

/** Blank modules that scanners need around a QR code (ISO 18004). */
const quietZone = 4;

/**
 * The QR code of an address, drawn as vector lines so that it is sharp at every size. It is readable with a quarter
 * of it damaged.
 */
function qrCode(address: string, side: number) {
  const modules = encodeQR(address, "raw", { ecc: "quartile", border: quietZone });
  const across = modules.length;
  const drawn = modules
    .flatMap((line, y) => runs(line).map(([from, length]) => `M${from} ${y}h${length}v1h-${length}z`))
    .join("");
  return h(
    Svg,
    { viewBox: `0 0 ${across} ${across}`, style: { width: side, height: side } },
    h(Rect, { x: 0, y: 0, width: across, height: across, fill: "#ffffff" }),
    h(Path, { d: drawn, fill: "#000000" }),
  );
}

/** The dark runs of a line as [start, length]. */
function runs(line: boolean[]): [number, number][] {
  const spans: [number, number][] = [];
  for (const [x, dark] of line.entries()) {
    if (!dark) continue;
    const last = spans.at(-1);
    if (last && last[0] + last[1] === x) last[1] += 1;
    else spans.push([x, 1]);
  }
  return spans;
}
