import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";
import type { Locale } from "#modules/messages/index.ts";

type Manifest = Record<string, { file: string } | undefined>;

let known: Record<Locale, string | null> | undefined;

/**
 * The address of the file with a language's texts, which a page names early: its scripts ask for it only once they run.
 * Null without a build, as in development.
 */
export function builtTexts(locale: Locale): string | null {
  known ??= readBuild();
  return known[locale];
}

function readBuild(): Record<Locale, string | null> {
  const file = path.join(env.root, "build/.vite/client-manifest.json");
  const built: Manifest = env.production && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const at = (locale: Locale) => {
    const entry = built[`modules/messages/${locale}.ts`];
    return entry ? `/${entry.file}` : null;
  };
  return { en: at("en"), hi: at("hi") };
}
