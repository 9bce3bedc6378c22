import { StringDecoder } from "node:string_decoder";
import { Parser } from "htmlparser2";
import { invalid } from "../../errors.ts";

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

/** The most text that comes without a tag, or within one. */
const longest = 1024 * 1024;

/** Parts of workbooks have a handful of tags within tags. */
const deepest = 100;

/** A part ends with a tag, after which only so much white space may stand. */
const tailLength = 64;

/** Tells a hearer the tags and texts of a part in UTF-8. What is cut off, or has a document type, is refused. */
export function scanXml(hearer: Hearer): Scan {
  const decoder = new StringDecoder("utf8");
  let silent = 0;
  let depth = 0;
  let tail = "";
  const refuse = () => {
    throw invalid("sheet.unreadable");
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        silent = 0;
        if (++depth > deepest) refuse();
        hearer.open(local(name), attributes);
      },
      onclosetag(name) {
        silent = 0;
        depth--;
        hearer.close(local(name));
      },
      ontext(text) {
        if (hearer.hears) hearer.text(text);
      },
      onprocessinginstruction(name) {
        if (name.startsWith("!")) refuse();
      },
    },
    { xmlMode: true },
  );
  const read = (text: string) => {
    silent += text.length;
    if (text.length > 0) tail = text.slice(-tailLength);
    parser.write(text);
    if (silent > longest) refuse();
  };
  return {
    write: (bytes) => read(decoder.write(bytes as Buffer)),
    end: () => {
      read(decoder.end());
      if (depth > 0 || !tail.trimEnd().endsWith(">")) refuse();
      parser.end();
    },
  };
}

const local = (name: string) => name.slice(name.indexOf(":") + 1);

/** An attribute of a tag; '' where it has none. */
export const attribute = (attributes: Attributes, name: string): string => attributes[name] ?? "";
