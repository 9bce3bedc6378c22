import { StringDecoder } from "node:string_decoder";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { invalid } from "../../errors.ts";
import { wideOf } from "./sheet-kind.server.ts";

/** Hears the tags and texts of a part of a workbook, whose names come without the prefix of their namespace. */
export type Hearer = {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Texts are told while this is set; one may come in several parts. */
  hears: boolean;
  text(text: string): void;
};

export type Attributes = Readonly<Record<string, string>>;

/** A part of a workbook, told piece by piece. */
export type Scan = { write(bytes: Uint8Array): void; end(): void };

/** The longest tag, comment or text that is kept until it ends. */
const longest = 1024 * 1024;

/** Parts of workbooks have a handful of tags within tags. */
const deepest = 100;

/**
 * Tells a hearer the tags and texts of a part in UTF-8 or UTF-16. What is cut off, or has a document type, is refused. A part says
 * the same few tags millions of times, so nothing is made of them but what the hearer is told.
 */
export function scanXml(hearer: Hearer): Scan {
  let decoder: Decoder | undefined;
  const telling = new Telling(hearer);
  const tokens = new Tokenizer({ xmlMode: true, decodeEntities: true }, telling);
  const read = (more: string) => {
    telling.add(more);
    tokens.write(more);
    if (telling.untold > longest) refuse();
  };
  return {
    write: (bytes) => {
      decoder ??= decoderFor(bytes);
      read(decoder.write(bytes as Buffer));
    },
    end: () => {
      read(decoder?.end() ?? "");
      if (!telling.isWhole()) refuse();
    },
  };
}

type Decoder = { write(bytes: Buffer): string; end(): string };

/** The format allows UTF-8 and UTF-16. */
function decoderFor(head: Uint8Array): Decoder {
  const wide = wideOf(Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 64)));
  if (!wide) return new StringDecoder("utf8");
  const decoder = new TextDecoder(wide);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function refuse(): never {
  throw invalid("sheet.unreadable");
}

/** Tells a hearer what the tokenizer finds; it says where, counted from the beginning of the part. */
class Telling implements TokenizerCallbacks {
  private readonly hearer: Hearer;
  /** What came and was not told yet, and where it begins. */
  private buffered = "";
  private from = 0;
  private position = 0;
  private depth = 0;
  private inTag = false;
  private name = "";
  private attributes: Record<string, string> = {};
  private attribute = "";
  private value = "";

  constructor(hearer: Hearer) {
    this.hearer = hearer;
  }

  add(more: string) {
    this.buffered = this.buffered.slice(this.position - this.from) + more;
    this.from = this.position;
  }

  get untold(): number {
    return this.from + this.buffered.length - this.position;
  }

  /** Whether every tag was closed and nothing but white space came after the last one. */
  isWhole(): boolean {
    return this.depth === 0 && !this.inTag && this.buffered.slice(this.position - this.from).trim() === "";
  }

  private take(start: number, end: number): string {
    this.position = end;
    return this.buffered.slice(start - this.from, end - this.from);
  }

  onopentagname(start: number, end: number) {
    this.name = local(this.take(start, end));
    this.attributes = {};
    this.inTag = true;
  }

  onattribname(start: number, end: number) {
    this.attribute = this.take(start, end);
    this.value = "";
  }

  onattribdata(start: number, end: number) {
    const part = this.take(start, end);
    this.value = this.value === "" ? part : this.value + part;
  }

  onattribentity(code: number) {
    this.value += String.fromCodePoint(code);
  }

  onattribend(_quote: number, end: number) {
    this.position = end;
    this.attributes[this.attribute] = this.value;
  }

  onopentagend(end: number) {
    this.position = end + 1;
    this.inTag = false;
    if (++this.depth > deepest) refuse();
    this.hearer.open(this.name, this.attributes);
  }

  onselfclosingtag(end: number) {
    this.position = end + 1;
    this.inTag = false;
    this.hearer.open(this.name, this.attributes);
    this.hearer.close(this.name);
  }

  onclosetag(start: number, end: number) {
    const name = local(this.take(start, end));
    this.position = end + 1;
    if (--this.depth < 0) refuse();
    this.hearer.close(name);
  }

  ontext(start: number, end: number) {
    if (this.hearer.hears) this.hearer.text(this.take(start, end));
    else this.position = end;
  }

  ontextentity(code: number, end: number) {
    this.position = end;
    if (this.hearer.hears) this.hearer.text(String.fromCodePoint(code));
  }

  oncdata(start: number, end: number, offset: number) {
    if (this.hearer.hears) this.hearer.text(this.take(start, end - offset));
    this.position = end + 1;
  }

  oncomment(_start: number, end: number) {
    this.position = end + 1;
  }

  onprocessinginstruction(_start: number, end: number) {
    this.position = end + 1;
  }

  ondeclaration() {
    refuse();
  }

  onend() {}
}

function local(name: string) {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

/** An attribute of a tag; '' where it has none. */
export const attribute = (attributes: Attributes, name: string): string => attributes[name] ?? "";

/** An attribute that is a whole number from 0; undefined where it has none, or says something else. */
export const whole = (attributes: Attributes, name: string): number | undefined => wholeOf(attribute(attributes, name));

/** An attribute that is a yes. */
export const flag = (attributes: Attributes, name: string): boolean =>
  ["1", "true"].includes(attribute(attributes, name));

/** A text that is a whole number from 0, of at most nine digits; undefined for all others. */
export const wholeOf = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
