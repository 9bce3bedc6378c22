/*
 * HTML as other programs write and copy it, before tags that a post may not have are taken out: without them its blocks
 * would run into each other. Without a parser, so that the editor and the server read a paste alike; what is left is
 * made harmless afterwards (rich-text.ts).
 */

const setOf = (names: string) => new Set(names.split(" "));

/** Tags that begin a line of their own in a post as well. */
const postBlocks = setOf("p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr br");
/** Tags that begin a line of their own, and which no post has. */
const otherBlocks = setOf(
  "address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form header " +
    "hgroup legend main nav section summary table tbody tfoot thead tr",
);
const cells = setOf("td th");
/** Tags whose content is no text of their writer. */
const hidden = setOf("xml style script head title template");

const tagOf = /<(\/?)([a-z][\w:-]*)(?![\w:-])([^<>]*)>/gi;
/** A paragraph that Word shows as an item of a list, and the mark it writes before it. */
const wordItem = /mso-list:\s*l\d/i;
const wordMark = /mso-list:\s*ignore/i;
/** `1.`, `b)`, `iv.`: a mark of a list with an order; bullets have neither a dot nor a bracket. */
const orderedMark = /^\(?\w{1,4}[.)]/;

/** The text that is written, its lines and Word's list that is being written at its end. */
class Lines {
  private out: string[] = [];
  private hasText = false;
  private pending: "" | " " | "<br>" = "";
  private list: { ordered: boolean; items: string[] } | undefined;
  private item: { from: number; mark: string } | undefined;

  text(text: string) {
    const isBlank = !/[^\s]/.test(text);
    const begins = this.pending === "<br>" || (this.list !== undefined && !this.item);
    if (isBlank && (begins || this.pending)) return;
    if (!isBlank) {
      this.endList();
      this.out.push(this.pending);
      this.pending = "";
      this.hasText = true;
    }
    this.out.push(begins ? text.trimStart() : text);
  }

  /** A tag that posts may have, or that is taken out later. */
  tag(tag: string, name: string) {
    if (postBlocks.has(name)) {
      this.endList();
      this.newLine("");
    }
    this.out.push(tag);
  }

  /** The end of a line (`<br>`), or of a cell (` `), where text follows. */
  gap(by: " " | "<br>") {
    if (this.hasText && this.pending !== "<br>") this.newLine(by);
  }

  private newLine(by: "" | " " | "<br>") {
    this.pending = by;
    if (by === "") this.hasText = false;
  }

  beginItem() {
    this.newLine("");
    this.item = { from: this.out.length, mark: "" };
  }

  mark(text: string) {
    if (this.item) this.item.mark += text;
  }

  get inItem() {
    return this.item !== undefined;
  }

  endItem() {
    if (!this.item) return;
    const text = this.out.splice(this.item.from).join("");
    this.list ??= { ordered: orderedMark.test(this.item.mark.trim()), items: [] };
    this.list.items.push(`<li>${text}</li>`);
    this.item = undefined;
    this.newLine("");
  }

  private endList() {
    if (!this.list || this.item) return;
    const { ordered, items } = this.list;
    const name = ordered ? "ol" : "ul";
    this.list = undefined;
    this.out.push(`<${name}>${items.join("")}</${name}>`);
  }

  end(): string {
    this.endItem();
    this.endList();
    return this.out.join("");
  }
}

/**
 * The same text with its blocks apart by the tags a post may have: other blocks become lines, cells of a row have a gap
 * between them, Word's lists are lists, and Word's hidden XML is gone. Linear in the length of the text.
 */
export function apartBlocks(html: string): string {
  const lines = new Lines();
  let at = 0;
  let until: string | undefined;
  let markDepth = 0;
  const text = (upTo: number) => {
    const between = html.slice(at, upTo);
    if (until || between === "") return;
    if (markDepth > 0) lines.mark(between.replace(/&nbsp;/g, " "));
    else lines.text(between);
  };
  for (const { 0: tag, 1: slash, 2: written = "", 3: attributes = "", index } of html.matchAll(tagOf)) {
    text(index);
    at = index + tag.length;
    const name = written.toLowerCase();
    const closes = slash === "/";
    if (until) {
      if (closes && name === until) until = undefined;
    } else if (hidden.has(name)) {
      if (!closes && !attributes.endsWith("/")) until = name;
    } else if (markDepth > 0) {
      if (name === "span") markDepth += closes ? -1 : 1;
    } else if (!closes && lines.inItem && name === "span" && wordMark.test(attributes)) markDepth = 1;
    else if (!closes && name === "p" && wordItem.test(attributes)) {
      lines.endItem();
      lines.beginItem();
    } else if (closes && name === "p" && lines.inItem) lines.endItem();
    else if (cells.has(name)) {
      if (closes) lines.gap(" ");
    } else if (otherBlocks.has(name)) lines.gap("<br>");
    else lines.tag(tag, name);
  }
  text(html.length);
  return lines.end();
}
