import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

/* CONTRIBUTING.md shows code of this repository; it is type-checked and run here, so that it stays correct. */

const read = (file: string) => readFileSync(path.join(env.root, file), "utf8");
const examples = [...read("CONTRIBUTING.md").matchAll(/^```(?:ts|tsx|txt) (\S+)\n([\s\S]*?)\n```$/gm)].map(
  ([, file = "", code = ""]) => ({ file, code }),
);
const sections = read("CONTRIBUTING.md").split(/^## /m).slice(1);
const recipes = sections.filter((section) => !section.startsWith("Words\n"));

test("every example stands in the file it names, line by line", () => {
  for (const { file, code } of examples) {
    expect(existsSync(path.join(env.root, file)), file).toBe(true);
    expect(`\n${read(file)}`, file).toContain(`\n${code}\n`);
  }
});

test("each recipe has an example of at most 15 lines", () => {
  expect(recipes.map((section) => section.split("\n")[0])).toEqual([
    "A page",
    "A call",
    "A job",
    "A bulk verb",
    "A migration",
    "A text",
    "An island",
    "A field",
    "A list column",
    "A notification",
    "A permission",
    "A language",
    "A payment provider",
  ]);
  for (const section of recipes) expect(section).toMatch(/^```(ts|tsx) /m);
  for (const { file, code } of examples) expect(code.split("\n").length, file).toBeLessThanOrEqual(15);
});

test("no code is shown without the file it is from", () => {
  const fences = read("CONTRIBUTING.md").match(/^```\w.*$/gm) ?? [];
  expect(fences.filter((fence) => !/^```(ts|tsx|txt) \S+$/.test(fence))).toEqual(["```sh"]);
});

test("the words of the field are at most 60 rows, each once", () => {
  const words = sections.find((section) => section.startsWith("Words\n"))!.match(/^\| (?!Word )(.*?) \|/gm)!;
  expect(words.length).toBeLessThanOrEqual(60);
  expect(new Set(words).size).toBe(words.length);
});

test("every file and every folder of the code that a recipe names is there", () => {
  const named = [...recipes.join("\n").matchAll(/`((?:app|modules|cli|migrations|lint|docs)\/[\w./-]+)`/g)];
  expect(named.length).toBeGreaterThan(0);
  expect(named.map(([, place]) => place!).filter((place) => !existsSync(path.join(env.root, place)))).toEqual([]);
});
