const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** A text as XML, in elements and in attributes. */
export const asXml = (text: string) => text.replace(/[&<>"']/g, (character) => names[character] ?? character);

/** An XML document that everybody may keep for a while. */
export const xmlResponse = (mime: string, document: string) =>
  new Response(`<?xml version="1.0" encoding="utf-8"?>\n${document}\n`, {
    headers: {
      "content-type": `${mime}; charset=utf-8`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=600",
    },
  });
