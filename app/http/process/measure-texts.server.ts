import { Counter, Gauge } from "prom-client";
import { fallbacks, locales, missingTexts } from "#modules/messages/index.ts";

/** How often this process said English for want of a text, and how many texts each language lacks. */
export function measureTexts() {
  new Counter({
    name: "texts_said_in_english_total",
    help: "Texts said in English because the language of the reader lacks them, by language",
    labelNames: ["language"] as const,
    collect() {
      this.reset();
      for (const [language, n] of fallbacks) this.inc({ language }, n);
    },
  });
  const missing = new Gauge({
    name: "texts_missing",
    help: "Texts a language lacks, by language",
    labelNames: ["language"] as const,
  });
  for (const language of locales) missing.set({ language }, missingTexts(language).length);
}
