import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { WholeAnswer } from "./whole-answer.ts";

/*
 * What is the same for every reader is made once per process: its bytes, plain and compressed, and the tag by which
 * caches compare it. A reader costs a lookup, however large the document is.
 */

/** A document's bytes in each encoding; `tag` is a hash of the plain ones. */
export type Document = { readonly plain: Buffer; readonly br: Buffer; readonly gzip: Buffer; readonly tag: string };

/** Compresses on Node's thread pool. Brotli's last two levels take 20 times as long for some percent. */
export async function documentOf(text: string): Promise<Document> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { plain, br, gzip: zipped, tag: createHash("sha256").update(plain).digest("base64url").slice(0, 22) };
}

/**
 * Makes a document for its first reader, for each kind of it (such as a language); readers who come meanwhile wait for
 * the same one. One that could not be made is made anew for the next reader.
 */
export function madeOnce<Kind extends string>(make: (kind: Kind) => string | Promise<string>) {
  const documents = new Map<Kind, Promise<Document>>();
  return (kind: Kind): Promise<Document> => {
    const known = documents.get(kind);
    if (known) return known;
    const document = (async () => documentOf(await make(kind)))();
    documents.set(kind, document);
    document.catch(() => documents.delete(kind));
    return document;
  };
}

/** Makes a document of a list that is read for all at once (`lately`), anew only when it is another list. */
export function madeOf<Source extends object>(make: (source: Source) => string) {
  const documents = new WeakMap<Source, Promise<Document>>();
  return (source: Source): Promise<Document> => {
    const document = documents.get(source) ?? documentOf(make(source));
    documents.set(source, document);
    return document;
  };
}

type DocumentHeaders = {
  type: string;
  /** How long caches may use it without asking again; 0 lets them keep it and ask each time. */
  seconds: number;
  /** The request headers by which its kind was chosen. */
  vary?: string;
  /** Further headers. */
  headers?: Record<string, string>;
};

/** The answer with a document, without cookies; `send` chooses its encoding and answers 304 to who has it already. */
export class DocumentAnswer extends WholeAnswer {
  readonly document: Document;

  constructor(document: Document, { type, seconds, vary, headers }: DocumentHeaders) {
    const answer = new Headers(headers);
    answer.set("content-type", type);
    answer.set("cache-control", seconds > 0 ? `public, max-age=${seconds}` : "public, no-cache");
    if (vary) answer.set("vary", vary);
    super(document.plain, { headers: answer });
    this.document = document;
  }
}

/** The document of such an answer; checked by property, because the class may come from the build or from source. */
export const documentIn = (answer: Response): Document | undefined => (answer as Partial<DocumentAnswer>).document;

/** The headers by which a reader's language is chosen (locale.server.ts). */
export const byLanguage = "accept-language, cookie";
