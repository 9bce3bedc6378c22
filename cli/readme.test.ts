import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "..", file), "utf8");

test("the README says of each dependency what it is for, and of none that is not there", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
  const there = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const table = /^## Dependencies\n([\s\S]*?)^## /m.exec(read("README.md"))?.[1] ?? "";
  const rows = [...table.matchAll(/^\| (`.*?) \| (.*) \|$/gm)];
  expect(rows.filter(([, , purpose]) => !purpose)).toEqual([]);
  const named = rows.flatMap(([, names = ""]) => names.split(", ").map((name) => name.replaceAll("`", "")));
  expect(named.sort()).toEqual(there.sort());
});
