import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";

type Manifest = Record<string, { file: string; imports?: string[] } | undefined>;

let known: readonly string[] | undefined;

/**
 * The addresses of the scripts that every console page runs besides its entry, which a page names early: the entry asks
 * for them only once it runs. None without a build, as in development.
 */
export function consoleFiles(): readonly string[] {
  known ??= readBuild();
  return known;
}

function readBuild(): string[] {
  const file = path.join(env.root, "build/.vite/client-manifest.json");
  const built: Manifest = env.production && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const files = new Set<string>();
  const add = (name: string) => {
    const part = built[name];
    if (!part || files.has(part.file)) return;
    files.add(part.file);
    for (const needed of part.imports ?? []) add(needed);
  };
  add("app/console.ts");
  return [...files].map((each) => `/${each}`);
}
