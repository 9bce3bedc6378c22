import { env } from "#modules/kernel/env.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { byLanguage, type Document, DocumentAnswer, documentOf } from "./made-once.ts";

/** Pages that are the same for everybody who reads the same language, by pattern and language. */
const pages = new Map<string, Promise<Document>>();

/** In development a page is made for each reader, because it may have been edited. */
const keeps = env.nodeEnv !== "development";

const nameOf = (pattern: string, locale: Locale) => `${locale} ${pattern}`;

/** Whether such a page need not be rendered for this reader. */
export const isPageMade = (pattern: string, locale: Locale) => keeps && pages.has(nameOf(pattern, locale));

/** Answers such a page, rendered for its first reader; one that could not be is rendered anew for the next. */
export async function madePage(pattern: string, locale: Locale, render: () => string): Promise<Response> {
  const name = nameOf(pattern, locale);
  const known = pages.get(name);
  const page = keeps && known ? known : (async () => documentOf(render()))();
  if (page !== known) {
    pages.set(name, page);
    page.catch(() => pages.delete(name));
  }
  return new DocumentAnswer(await page, { type: "text/html; charset=utf-8", seconds: 0, vary: byLanguage });
}
