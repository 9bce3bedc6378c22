import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { consoleIslands } from "#app/console-islands.ts";
import { islands } from "./registry.ts";

/*
 * What a browser gets of a page is the server's HTML and the islands in it (app/exchange/go.ts). A component that waits
 * for React in the browser would never do anything; an island that needs the texts, the schemas or Remix would carry them
 * to every page.
 */

const house = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(house, file), "utf8");
const sources = new Map(
  globSync("app/**/*.{ts,tsx}", { cwd: house })
    .filter((file) => !/\.test\.tsx?$|^app\/(e2e|testing|http|api)\/|\.server\.ts$/.test(file))
    .map((file) => [file, read(file)]),
);
const registries = ["app/islands/registry.ts", "app/console-islands.ts"];

/** The file of the house that an import in another one means. */
function fileOf(specifier: string, from: string): string | undefined {
  const file = /^#(app|modules)\//.test(specifier)
    ? specifier.slice(1)
    : specifier.startsWith(".")
      ? path.join(path.dirname(from), specifier)
      : undefined;
  return file && existsSync(path.join(house, file)) ? file : undefined;
}

const imports = (source: string) =>
  [...source.matchAll(/(?:^(?:import|export) (?!type\b)[^;]*?from|\bimport\()\s*"([^"?]+)"/gm)].map(
    ([, name]) => name!,
  );

/** The files that these load in the browser, and what those load, without the components of React islands. */
function loadedBy(files: readonly string[], without: ReadonlySet<string>): Map<string, string[]> {
  const loaded = new Map<string, string[]>();
  const waiting = [...files];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (loaded.has(file) || without.has(file)) continue;
    const needed = imports(read(file));
    loaded.set(file, needed);
    for (const name of needed) {
      const next = fileOf(name, file);
      if (next) waiting.push(next);
    }
  }
  return loaded;
}

const reactIslands = registries.flatMap((registry) =>
  [...read(registry).matchAll(/reactIsland\(\s*\(\) => import\("([^"]+)"\)/g)].map(
    ([, name]) => fileOf(name!, registry)!,
  ),
);
const drawnByReact = new Set(loadedBy(reactIslands, new Set()).keys());

/** The names in the `data-enhance` of a source, however they are put together. */
const namesIn = (source: string) =>
  [...source.matchAll(/"?data-enhance"?(?:=|: )("[^"]*"|\{[^}]*\}|[^,\n]*)/g)].flatMap(([, value]) =>
    [...value!.matchAll(/"([a-z][a-z -]*)"/g)].flatMap(([, names]) => names!.split(" ")),
  );

test("each name that a component gives an element is an island, and each island has its element", () => {
  const known = [...Object.keys(islands), ...Object.keys(consoleIslands)].sort();
  const used = [...new Set([...sources].flatMap(([file, source]) => (file.endsWith(".tsx") ? namesIn(source) : [])))];
  expect(new Set(known).size).toBe(known.length);
  expect(used.sort()).toEqual(known);
});

test("a component has no state, no effect and no listener, but in the islands that React draws", () => {
  const hook =
    /\buse(State|Effect|LayoutEffect|Ref|Reducer|SyncExternalStore|Fetcher|Fetchers|Submit|Navigate|Navigation|Revalidator|Blocker|BeforeUnload)\(|\son[A-Z]\w+=\{|\bclient(Loader|Action)\b|\bshouldRevalidate\b/;
  const waiting = [...sources]
    .filter(
      ([file, source]) => /^app\/(ui|parts|routes|root)/.test(file) && !drawnByReact.has(file) && hook.test(source),
    )
    .map(([file]) => file);
  expect(drawnByReact.size).toBeGreaterThan(0);
  expect(waiting).toEqual([]);
});

test("an island carries neither texts nor schemas nor React nor Remix to the page", () => {
  const heavy = /^(#modules\/messages\/|zod$|react|@remix-run)/;
  const loaded = loadedBy(["app/entry.client.tsx"], drawnByReact);
  loaded.delete("app/islands/react-island.ts");
  expect(loaded.size).toBeGreaterThan(30);
  expect(
    [...loaded].flatMap(([file, needed]) => needed.filter((name) => heavy.test(name)).map((name) => `${file} ${name}`)),
  ).toEqual([]);
});
