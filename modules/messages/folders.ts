import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The address of each language's texts by the name of its folder: the folders here, also when this file is in a build. */
export function languageFolders(): Record<string, string> {
  const folder = path.dirname(createRequire(import.meta.url).resolve("#modules/messages/index.ts"));
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  return Object.fromEntries(names.map((name) => [name, pathToFileURL(path.join(folder, name, "index.ts")).href]));
}
