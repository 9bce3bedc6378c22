import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

/* docs/map.md against the repository: a line for every folder with files, and files that are there. */

const page = readFileSync(path.join(env.root, "docs/map.md"), "utf8");
const roots = ["app", "modules", "cli", "migrations", "lint", "deploy"];
const lines = [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, folder = "", is = ""]) => ({ folder, is }));

/** The folders that hold a file of their own. */
const foldersWithFiles = roots.flatMap((root) => [
  ...new Set(
    readdirSync(path.join(env.root, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath }) => path.relative(env.root, parentPath)),
  ),
]);

const isFile = (name: string) => {
  const place = path.join(env.root, name);
  return existsSync(place) && statSync(place).isFile();
};

test("every folder with files has one line, and every line its folder", () => {
  expect(lines.map(({ folder }) => folder).toSorted()).toEqual(foldersWithFiles.toSorted());
});

test("All Requests takes nine hops in order, and each names files that are there", () => {
  const hops = [...page.matchAll(/^\| (\d) \| ([\w ]+) \| (`[^`]+`) \| (.+) \|$/gm)];
  expect(hops.map(([, place, hop]) => `${place} ${hop}`)).toEqual([
    "1 Route",
    "2 Door",
    "3 Module verb",
    "4 List definition",
    "5 Query",
    "6 Row",
    "7 Column",
    "8 Screen",
    "9 Browser",
  ]);
  for (const [row, , hop, file = "", does = ""] of hops) {
    const files = [...`${file} ${does}`.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) => name!);
    expect(files.length, row).toBeGreaterThan(0);
    expect(
      files.filter((name) => !isFile(name)),
      hop,
    ).toEqual([]);
  }
});

test("the names in brackets stand in a file of their hop", () => {
  for (const [row] of page.matchAll(/^\| \d \| .+$/gm)) {
    const texts = [...row.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) =>
      readFileSync(path.join(env.root, name!), "utf8"),
    );
    for (const [, names = ""] of row.matchAll(/\(([^)]*`[^)]*)\)/g))
      for (const [, name = ""] of names.matchAll(/`(\w+)`/g))
        expect(
          texts.some((text) => text.includes(name)),
          `${name}: ${row}`,
        ).toBe(true);
  }
});
