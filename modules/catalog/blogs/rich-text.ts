import sanitizeHtml from "sanitize-html";
import { linkAddress, longestLink } from "./links.ts";
import { apartBlocks } from "./pasted-html.ts";

/*
 * The rich text of posts (H31). What people type or paste, and what apps send, becomes HTML of this allow-list before it
 * is stored, and once more whenever it is shown: what was stored before the list grew stricter, or by other means, is as
 * harmless.
 */

/** The tags a post may have. */
export const textTags = [
  ...(["p", "br", "hr", "h2", "h3", "strong", "em", "u", "s", "code", "pre"] as const),
  ...(["blockquote", "ul", "ol", "li", "a"] as const),
];

/** How deep tags may stand in each other; deeper ones are taken out, their text stays. */
const deepest = 16;

/** A link keeps its address alone; without a right one it leads nowhere. */
const link: sanitizeHtml.Transformer = (tagName, { href = "" }) => {
  const attribs: sanitizeHtml.Attributes = href.length <= longestLink && linkAddress.test(href) ? { href } : {};
  return { tagName, attribs };
};

const options: sanitizeHtml.IOptions = {
  allowedTags: textTags,
  allowedAttributes: { a: ["href"] },
  // Unlike escaping, this keeps the text of what is pasted from other programs, whose tags are nobody's to read.
  disallowedTagsMode: "discard",
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesAppliedToAttributes: ["href"],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
  nestingLimit: deepest,
  /** Tags that go with all that is in them: it is code or hidden, not text. */
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "select",
    "xmp",
    "noscript",
    "noembed",
    "noframes",
    "plaintext",
    "template",
    "title",
    "iframe",
    "object",
    "embed",
    "svg",
    "math",
    "audio",
    "video",
    "canvas",
    "head",
  ],
  transformTags: {
    a: link,
    b: "strong",
    i: "em",
    del: "s",
    strike: "s",
    h1: "h2",
    h4: "h3",
    h5: "h3",
    h6: "h3",
  },
};

/** As often as badly nested tags may settle anew; one pass is enough for what was harmless already. */
const mostPasses = 5;

/** HTML with nothing but the tags, attributes and link addresses of the allow-list; done again it stays the same. */
export function harmless(html: string): string {
  let now = html;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const before = now;
    now = sanitizeHtml(before, options);
    if (now === before) break;
  }
  return now;
}

/** Whether a text was written as HTML. */
const isHtml = (text: string) => /<\/?[a-z!][^<>]*>/i.test(text);

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** Plain text as HTML: an empty line begins a paragraph, a line break stays one. */
const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escaped(paragraph).replace(/\n/g, "<br />")}</p>`)
    .join("");

/** What was written, as it is stored: harmless HTML, empty where there is nothing to read. */
export function richText(written: string): string {
  const html = harmless(isHtml(written) ? apartBlocks(written) : paragraphs(written));
  return /[^\s\u00A0]/.test(html.replace(/<[^>]*>|&nbsp;/g, "")) ? html.trim() : "";
}
