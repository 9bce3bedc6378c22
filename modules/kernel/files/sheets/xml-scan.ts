import { StringDecoder } from "node:string_decoder";
import { invalid } from "../../errors.ts";

/*
 * The tags and texts of a workbook's parts, as they come. A part says the same few tags millions of times, so nothing is
 * kept of them: no tree, no list of attributes.
 */

/** Hears the tags of a part, whose names come without the prefix of their namespace. */
export type Hearer = {
  /** `tag` is the whole tag for `attribute`. */
  open(name: string, tag: string): void;
  close(name: string): void;
  /** Texts are told while this is set; one may come in several parts. */
  hears: boolean;
  text(text: string): void;
};

/** A part of a workbook, told piece by piece. */
export type Scan = { write(bytes: Uint8Array): void; end(): void };

/** The longest tag or comment. */
const longest = 1024 * 1024;

const codes = (marks: string) => Array.from(marks, (mark) => mark.charCodeAt(0));
const [slash, bang, question, quote, apostrophe, above, colon] = codes(`/!?"'>:`);

/**
 * Tells a hearer the tags and texts of a part in UTF-8. What is cut off within a tag, or is no part of a workbook, is
 * refused with `sheet.unreadable`.
 */
export function scanXml(hearer: Hearer): Scan {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const read = (more: string) => {
    const text = rest + more;
    let at = 0;
    for (;;) {
      const open = text.indexOf("<", at);
      if (open < 0) break;
      const end = endOf(text, open);
      if (end < 0) break;
      if (hearer.hears && open > at) hearer.text(plain(text.slice(at, open)));
      tell(hearer, text, open, end);
      at = end;
    }
    rest = text.slice(at);
    if (rest.length > longest) throw invalid("sheet.unreadable");
  };
  return {
    write: (bytes) => read(decoder.write(bytes as Buffer)),
    end: () => {
      read(decoder.end());
      if (rest.trim() !== "") throw invalid("sheet.unreadable");
    },
  };
}

/** The place after a tag that begins at `open`; -1 where its end has not come yet. */
function endOf(text: string, open: number): number {
  if (text.charCodeAt(open + 1) === bang) return endOfMarked(text, open);
  let within = 0;
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (within !== 0) {
      if (code === within) within = 0;
    } else if (code === above) return at + 1;
    else if (code === quote || code === apostrophe) within = code;
  }
  return -1;
}

const unread = { begins: "<!--", ends: "-->" };
const asTheyAre = { begins: "<![CDATA[", ends: "]]>" };

/** The place after a comment, or after texts as they are; a document type is not for workbooks. */
function endOfMarked(text: string, open: number): number {
  for (const { begins, ends } of [unread, asTheyAre]) {
    if (!text.startsWith(begins, open)) continue;
    const close = text.indexOf(ends, open + begins.length);
    return close < 0 ? -1 : close + ends.length;
  }
  if (text.length - open >= asTheyAre.begins.length) throw invalid("sheet.unreadable");
  return -1;
}

function tell(hearer: Hearer, text: string, open: number, end: number) {
  const first = text.charCodeAt(open + 1);
  if (first === question) return;
  if (first === bang) {
    const { begins, ends } = asTheyAre;
    if (hearer.hears && text.startsWith(begins, open)) hearer.text(text.slice(open + begins.length, end - ends.length));
    return;
  }
  if (first === slash) return hearer.close(nameIn(text, open + 2, end - 1));
  const ends = text.charCodeAt(end - 2) === slash;
  const name = nameIn(text, open + 1, ends ? end - 2 : end - 1);
  hearer.open(name, text.slice(open, end));
  if (ends) hearer.close(name);
}

/** The name of a tag, without its prefix. */
function nameIn(text: string, from: number, end: number): string {
  let begin = from;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) return text.slice(begin, at);
    if (code === colon) begin = at + 1;
  }
  return text.slice(begin, end);
}

/** An attribute of a tag; '' where it has none. */
export function attribute(tag: string, name: string): string {
  for (let at = tag.indexOf(name); at >= 0; at = tag.indexOf(name, at + 1)) {
    if (tag.charCodeAt(at - 1) > 32) continue;
    const mark = /^\s*=\s*(["'])/.exec(tag.slice(at + name.length, at + name.length + 8));
    if (!mark) continue;
    const from = at + name.length + mark[0].length;
    return plain(tag.slice(from, tag.indexOf(mark[1]!, from)));
  }
  return "";
}

const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A text without its references, and with one kind of line end. */
function plain(text: string): string {
  const straight = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  if (!straight.includes("&")) return straight;
  return straight.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return names[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
