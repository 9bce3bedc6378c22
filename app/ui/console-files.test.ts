import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The files that these need, and those need, and so on. */
function neededBy(files: readonly string[]): string[] {
  const app = path.join(import.meta.dirname, "..");
  const all = new Set(files);
  for (const file of all)
    for (const [, from] of readFileSync(file, "utf8").matchAll(/from "([#.][^"?]+\.tsx?)";/g)) {
      const needed = from!.startsWith("#app/")
        ? path.join(app, from!.slice(5))
        : path.resolve(path.dirname(file), from!);
      if (!from!.startsWith("#modules/")) all.add(needed);
    }
  return [...all];
}

test("a sheet scans each component its pages show: a class of another one would have no look", () => {
  const app = path.join(import.meta.dirname, "..");
  const sheets = { "styles.css": ["public/**", "system/**", "center/login/**"], "styles/center.css": ["center/**"] };
  for (const [sheet, pages] of Object.entries(sheets)) {
    const [on, off] = [/@source "(.+)";/g, /@source not "(.+)";/g].map((lines) =>
      [...readFileSync(path.join(app, sheet), "utf8").matchAll(lines)].map(([, glob]) =>
        path.join(app, path.dirname(sheet), glob!),
      ),
    );
    const isIn = (file: string, globs: string[]) =>
      globs.some((glob) => path.matchesGlob(file, glob) || path.matchesGlob(file, `${glob}/**`));
    const routes = pages.flatMap((glob) => globSync(path.join(app, "routes", glob, "*.tsx")));
    expect(routes.length).toBeGreaterThan(0);
    const shown = neededBy(routes).filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"));
    expect(
      shown.filter((file) => !isIn(file, on!) || isIn(file, off!)).map((file) => path.relative(app, file)),
    ).toEqual([]);
  }
});

/** Lines of CSS written by hand; it only goes down. New looks are utilities in the component that has them. */
const mostStyleLines = 1_271;

test("the CSS written by hand does not grow", () => {
  const app = path.join(import.meta.dirname, "..");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  const lines = files.map((file) => readFileSync(path.join(app, file), "utf8").trimEnd().split("\n").length);
  const count = lines.reduce((sum, each) => sum + each, 0);
  console.info(`hand-written CSS: ${count} lines in ${files.length} files`);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(mostStyleLines);
});
