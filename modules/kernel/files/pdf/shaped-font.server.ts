import { create, type Font, type Glyph, type GlyphRun, type Subset } from "fontkit";
import { Blob, Face, Buffer as ShapingBuffer, Font as ShapingFont, shape } from "harfbuzzjs";

/*
 * Fonts whose text is shaped by HarfBuzz. The shaper of fontkit, which react-pdf uses, throws at common words of Telugu,
 * Malayalam and Gurmukhi, and react-pdf drops the offsets of marks: the dots of Urdu letters would be misplaced.
 */

/** A glyph of the font at an offset in units of the font. */
type Piece = { id: number; x: number; y: number };

/** The glyphs of one cluster, and what it advances the pen. */
type Composition = { text: string; pieces: Piece[]; advance: number };

/** How high a line of a font is, per em; `descent` is negative. */
export type LineMetrics = { ascent: number; descent: number };

/** What fontkit's subset of a TrueType font is inside, as far as a composed glyph is added to it. */
type TrueTypeSubset = Subset & {
  includeGlyph(id: number): number;
  _addGlyph(id: number | string): number;
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
};

/**
 * A font for react-pdf from the bytes of a TrueType file. Each cluster of a text (a letter with its marks, a conjunct) is
 * one glyph: the font's own, or one composed of several of the font's glyphs at their offsets, so that marks stand where
 * they belong, lines break between clusters, and a reader of the PDF extracts the text in its order.
 *
 * `language` (BCP 47) selects the forms of a language; `line` replaces the font's own line metrics, so that fonts of
 * different scripts share a baseline.
 */
export function shapedFont(bytes: Uint8Array, options: { language?: string; line?: LineMetrics } = {}): Font {
  const font = create(Buffer.from(bytes)) as Font;
  const shaping = new ShapingFont(new Face(new Blob(bytes)));
  const subsetOf = font.createSubset.bind(font);
  const glyphOf = font.glyphForCodePoint.bind(font);
  const own: Partial<Font> = {
    layout: (text) => run(clustersOf(text, shaping, options.language), font),
    // fontkit shares one object between all uses of a glyph, with the characters of its first use.
    glyphForCodePoint: (code) => plainGlyph(glyphOf(code).id, [code], font),
    createSubset: () => composingSubset(subsetOf() as TrueTypeSubset, font),
  };
  Object.assign(font, own);
  const { maxp } = font as Font & { maxp: { maxComponentDepth: number; maxComponentElements: number } };
  Object.assign(maxp, { maxComponentDepth: maxp.maxComponentDepth + 1, maxComponentElements: 64 });
  if (options.line)
    Object.defineProperties(font, {
      ascent: { value: options.line.ascent * font.unitsPerEm },
      descent: { value: options.line.descent * font.unitsPerEm },
      lineGap: { value: 0 },
    });
  return font;
}

const buffer = new ShapingBuffer();

/** The clusters of a text of one script and direction, in the text's order, also when it is drawn right to left. */
function clustersOf(text: string, shaping: ShapingFont, language: string | undefined): Composition[] {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  if (language) buffer.setLanguage(language);
  shape(shaping, buffer);
  const clusters = new Map<number, Composition>();
  const positions = buffer.getGlyphPositions();
  for (const [at, { codepoint: id, cluster: start }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance, xOffset, yOffset } = positions[at]!;
    const cluster = clusters.get(start) ?? { text: "", pieces: [], advance: 0 };
    cluster.pieces.push({ id, x: cluster.advance + xOffset, y: yOffset });
    cluster.advance += xAdvance;
    clusters.set(start, cluster);
  }
  const starts = [...clusters.keys()].sort((a, b) => a - b);
  return starts.map((start, at) => ({ ...clusters.get(start)!, text: text.slice(start, starts[at + 1]) }));
}

/** Clusters as a run of fontkit: in the text's order, as textkit asks for it, which reverses what is read from the right. */
function run(clusters: Composition[], font: Font): GlyphRun {
  return {
    glyphs: clusters.map((cluster) => clusterGlyph(cluster, font)),
    positions: clusters.map(({ advance }) => ({ xAdvance: advance, yAdvance: 0, xOffset: 0, yOffset: 0 })),
    advanceWidth: clusters.reduce((sum, { advance }) => sum + advance, 0),
    advanceHeight: 0,
    bbox: font.bbox,
    script: "",
    language: "",
    direction: "ltr",
    features: {},
  };
}

function clusterGlyph(cluster: Composition, font: Font): Glyph {
  const codePoints = Array.from(cluster.text, (sign) => sign.codePointAt(0)!);
  const [{ id, x, y } = { id: 0, x: 0, y: 0 }, ...more] = cluster.pieces;
  if (more.length === 0 && x === 0 && y === 0) return plainGlyph(id, codePoints, font);
  // A glyph that is missing stays visible as such: the test of all PDFs finds it.
  if (cluster.pieces.some((piece) => piece.id === 0)) return plainGlyph(0, codePoints, font);
  return glyph(composedId(cluster), codePoints, cluster.advance);
}

const plainGlyph = (id: number, codePoints: number[], font: Font) =>
  glyph(id, codePoints, font.getGlyph(id).advanceWidth);

/** What textkit and the renderer read of a glyph. */
const glyph = (id: number | string, codePoints: number[], advanceWidth: number) =>
  ({ id, codePoints, advanceWidth, isMark: false, isLigature: codePoints.length > 1 }) as unknown as Glyph;

/** The id of a composed glyph is its composition: a subset maps each id to a number of its own. */
const composedId = (cluster: Composition) => JSON.stringify(cluster);

function composingSubset(subset: TrueTypeSubset, font: Font): TrueTypeSubset {
  const addPlain = subset._addGlyph.bind(subset);
  subset._addGlyph = (id) => (typeof id === "number" ? addPlain(id) : addComposed(JSON.parse(id), subset, font));
  return subset;
}

/** Flags of a component of a TrueType glyph: its two arguments are x and y as words; another component follows. */
const offsetsAsWords = 0x0003;
const moreComponents = 0x0020;

/** Add a glyph that consists of others: https://learn.microsoft.com/typography/opentype/spec/glyf#composite-glyph-description */
function addComposed({ pieces, advance }: Composition, subset: TrueTypeSubset, font: Font): number {
  const drawn = pieces
    .map((piece) => ({ ...piece, box: font.getGlyph(piece.id).cbox }))
    .filter(({ box }) => Number.isFinite(box.width) && box.width > 0);
  const left = Math.min(...drawn.map(({ x, box }) => x + box.minX));
  const bytes = Buffer.alloc(drawn.length === 0 ? 0 : 10 + 8 * drawn.length);
  if (drawn.length > 0) {
    bytes.writeInt16BE(-1, 0);
    bytes.writeInt16BE(left, 2);
    bytes.writeInt16BE(Math.min(...drawn.map(({ y, box }) => y + box.minY)), 4);
    bytes.writeInt16BE(Math.max(...drawn.map(({ x, box }) => x + box.maxX)), 6);
    bytes.writeInt16BE(Math.max(...drawn.map(({ y, box }) => y + box.maxY)), 8);
  }
  for (const [at, { id, x, y }] of drawn.entries()) {
    bytes.writeUInt16BE(offsetsAsWords | (at < drawn.length - 1 ? moreComponents : 0), 10 + 8 * at);
    bytes.writeUInt16BE(subset.includeGlyph(id), 12 + 8 * at);
    bytes.writeInt16BE(x, 14 + 8 * at);
    bytes.writeInt16BE(y, 16 + 8 * at);
  }
  subset.glyf.push(bytes);
  subset.loca.offsets.push(subset.offset);
  subset.hmtx.metrics.push({ advance, bearing: drawn.length > 0 ? left : 0 });
  subset.offset += bytes.length;
  return subset.glyf.length - 1;
}
