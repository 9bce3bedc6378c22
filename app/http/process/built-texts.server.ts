import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";
import { type Locale, locales, missingTexts } from "#modules/messages/index.ts";

type Manifest = Record<string, { file: string } | undefined>;
type PageTexts = { files: readonly string[]; fallback?: Locale | undefined };

let known: Map<Locale, PageTexts> | undefined;

/**
 * The addresses of the files with a language's texts, which a page names early: its scripts ask for them only once they
 * run. None without a build, as in development. `fallback` is the language said for texts this one lacks.
 */
export function textsOf(locale: Locale): PageTexts {
  known ??= readBuild();
  return known.get(locale)!;
}

function readBuild(): Map<Locale, PageTexts> {
  const file = path.join(env.root, "build/.vite/client-manifest.json");
  const built: Manifest = env.production && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return new Map(
    locales.map((locale) => {
      const fallback = missingTexts(locale).length > 0 ? "en" : undefined;
      const needed = fallback ? [locale, fallback] : [locale];
      const files = needed.flatMap((each) => built[`modules/messages/${each}/index.ts`]?.file ?? []);
      return [locale, { files: files.map((each) => `/${each}`), fallback }];
    }),
  );
}
