import { type Document, DocumentAnswer } from "#app/http/process/made-once.ts";

const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** A text as XML, in elements and in attributes. */
export const asXml = (text: string) => text.replace(/[&<>"']/g, (character) => names[character] ?? character);

/** The text of an XML document. */
export const xmlText = (document: string) => `<?xml version="1.0" encoding="utf-8"?>\n${document}\n`;

/** An XML document that everybody may keep for a while. */
export const xmlAnswer = (mime: string, document: Document) =>
  new DocumentAnswer(document, {
    type: `${mime}; charset=utf-8`,
    seconds: 600,
    headers: {
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
