import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

/*
 * docs/rules.md against the code: every rule number in a comment or test title has a sentence there, and every sentence
 * names a file.
 */

/** A rule number as in comments and titles; not a cell of a spreadsheet, a colour or a part of another word. */
const number = /(?<![\w#-])(?:R\d{1,3}|Q\d{2,3}|H\d{1,2}|B\d{1,2}|C0\d{2})(?![\w"'-])/g;

const read = (file: string) => readFileSync(path.join(env.root, file), "utf8");
const numbersOf = (text: string) => new Set(text.match(number) ?? []);

/** The numbers between the ends of each range: `R198–R202` stands for five. */
const inRanges = (text: string) =>
  [...text.matchAll(/(?<![\w#-])([A-Z])(\d{2,3})–\1(\d{2,3})(?![\w"'-])/g)].flatMap(([, letter, first = "", last]) => {
    const length = Number(last) - Number(first) + 1;
    return Array.from({ length }, (_, i) => `${letter}${String(Number(first) + i).padStart(first.length, "0")}`);
  });
const isNamedIn = (file: string, id: string) => {
  const text = read(file);
  return numbersOf(text).has(id) || inRanges(text).includes(id);
};

const sources = ["app", "modules", "cli", "migrations"].flatMap((folder) =>
  readdirSync(path.join(env.root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name))
    .filter((file) => /\.(tsx?|txt)$/.test(file)),
);
const rules = [...read("docs/rules.md").matchAll(/^\| ([A-Z]\d+) \| (.+) \| (absent, by )?`(.+)` \|$/gm)].map(
  ([, id = "", sentence = "", absent, file = ""]) => ({ id, sentence, isAbsence: absent !== undefined, file }),
);

/** What is no product code: tests, journeys, their helpers, proofs and compared lists. */
const isTest = (file: string) =>
  /\.(test|spec|process)\.tsx?$|\.txt$|^app\/(e2e|testing)\/|^modules\/testing\/|^cli\/(testing|proofs)\//.test(file);

test("every number the code names stands in docs/rules.md, once", () => {
  const named = new Set(sources.flatMap((file) => [...numbersOf(read(file))]));
  const listed = rules.map(({ id }) => id);
  expect([...named].filter((id) => !listed.includes(id))).toEqual([]);
  expect(listed.filter((id, place) => listed.indexOf(id) !== place)).toEqual([]);
});

test("every number of docs/rules.md is named by the file that is said to keep it", () => {
  const astray = rules.filter(({ id, file }) => !sources.includes(file) || !isNamedIn(file, id));
  expect(astray).toEqual([]);
});

test("a rule is kept by product code; only of what must be nowhere a test is the keeper", () => {
  expect(rules.filter(({ isAbsence, file }) => isTest(file) !== isAbsence)).toEqual([]);
  expect(rules.filter(({ isAbsence }) => isAbsence).map(({ id }) => id)).toEqual(["R455"]);
});

test("every row of a table of rules is read", () => {
  const lines = read("docs/rules.md").match(/^\| [A-Z]\d+ .*$/gm) ?? [];
  expect(rules.length).toBe(lines.length);
});

test("a rule is one sentence", () => {
  expect(rules.length).toBeGreaterThan(0);
  for (const { id, sentence } of rules) expect(sentence, id).toMatch(/^[A-Z0-9].*[^.]\.$/);
});
