import { existsSync } from "node:fs";
import { languageFolders } from "./folders.ts";

/** What a file of each language's folder exports, by language; a language whose folder has no such file is left out. */
export async function languageFiles<T>(file: string): Promise<Record<string, T>> {
  const files = Object.entries(languageFolders())
    .map(([locale, index]) => ({ locale, url: new URL(file, index) }))
    .filter(({ url }) => existsSync(url));
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ locale, url }) => [locale, (await import(/* @vite-ignore */ url.href)) as T] as const),
    ),
  );
}
