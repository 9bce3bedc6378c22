import { showDateTime } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { isMessageKey, type Locale, say } from "#modules/messages/index.ts";
import { labelOf, textOfColumn } from "#modules/tickets/shared.ts";
import type { HeldPart } from "./collect.ts";

/** A page of what is held that a person reads in a browser, without anything from outside. */
export function bookOf(
  { name, parts, files, at }: { name: string; parts: readonly HeldPart[]; files: readonly string[]; at: Date },
  locale: Locale,
): string {
  const word = (key: Parameters<typeof say>[0], params = {}) => escaped(say(key, params, locale));
  const sections = parts.map(
    ({ kind, rows }) =>
      `<section><h2>${word(`consumer.kind.${kind}`)} <small>${rows.length}</small></h2>${
        kind === "messages" ? `<p class="soft">${word("consumer.book.texts")}</p>` : ""
      }${rows.map((each) => entry(each, locale)).join("")}</section>`,
  );
  const list = files.map((file) => `<li><a href="${escaped(file)}">${escaped(file)}</a></li>`).join("");
  const title = word("consumer.book.title", { product: env.productName, name });
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p class="soft">${word("consumer.book.made", { at: showDateTime(at, locale) })}<br>${word("consumer.book.data")}</p>
${sections.join("\n") || `<p>${word("consumer.book.nothing")}</p>`}
${list && `<section><h2>${word("consumer.exportFiles")}</h2><ul>${list}</ul></section>`}
</body>
</html>
`;
}

/** A column's name in words; one that has none is named as it is. */
function fieldWord(name: string, locale: Locale): string {
  const key = `consumer.field.${name}`;
  if (isMessageKey(key)) return say(key, {}, locale);
  const text = textOfColumn(name);
  return text ? say(labelOf(text), {}, locale) : name.replaceAll("_", " ");
}

/** One row: what it has, by the names of its columns in words. */
function entry(held: Record<string, unknown>, locale: Locale): string {
  const facts = Object.entries(held).filter(([, value]) => value !== null && value !== "");
  return `<dl>${facts
    .map(([name, value]) => `<div><dt>${escaped(fieldWord(name, locale))}</dt><dd>${shown(value, locale)}</dd></div>`)
    .join("")}</dl>`;
}

const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

function shown(value: unknown, locale: Locale): string {
  if (value instanceof Date || (typeof value === "string" && instant.test(value)))
    return escaped(showDateTime(value, locale));
  if (typeof value === "object") return `<pre>${escaped(JSON.stringify(value, null, 1))}</pre>`;
  return escaped(String(value));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

const style = `
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #10201f; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid #cdd8d7; font-size: 1.125rem; }
small, .soft, dt { color: #4a5e5d; font-weight: 400; }
dl { margin: 0; padding: .5rem 0; border-bottom: 1px solid #e6ecec; break-inside: avoid; }
dl div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; font: inherit; }
@media (max-width: 30rem) { dl div { grid-template-columns: minmax(0, 1fr); } }
`;
