import { expect, test } from "vitest";
import { fc, property } from "#modules/testing/property.ts";
import { parseConfiguration } from "./configuration-text.ts";

const valuesOf = (text: string) =>
  Object.fromEntries(parseConfiguration(text).entries.map(({ name, value }) => [name, value]));

test.each([
  ["PORT=3000", "3000"],
  ["  export PORT = 3000  ", "3000"],
  ["PORT=", ""],
  ["PORT=''", ""],
  ["PORT=\r\nHOST=x\r\n", ""],
  ["PORT='#12, 4th \"Cross\" \\n $HOME' # where", '#12, 4th "Cross" \\n $HOME'],
  ['PORT="a\\nb \\"c\\" \\\\ \\$5 $HOME"', 'a\nb "c" \\ $5 $HOME'],
  ['PORT="-----BEGIN\nabc\n-----END"\nHOST=x', "-----BEGIN\nabc\n-----END"],
  ["\uFEFFPORT=it's $5", "it's $5"],
])("%j is read without a doubt", (text, value) => {
  const { problems, warnings } = parseConfiguration(text);
  expect([valuesOf(text).PORT, problems, warnings]).toEqual([value, [], []]);
});

test.each([
  ["APP_SECRET=abc#def", "abc#def"],
  ["APP_SECRET=#12, 4th Cross", "#12, 4th Cross"],
  ["APP_SECRET=abc # the first", "abc"],
  ["APP_SECRET= # later", ""],
  ["APP_SECRET=-----BEGIN\\nabc", "-----BEGIN\\nabc"],
  ["APP_SECRET=abc\\", "abc\\"],
  ['APP_SECRET="a\\tb"', "a\\tb"],
])("%j has one reading, and a warning that names line and variable but no value", (line, value) => {
  const { entries, warnings, problems } = parseConfiguration(`# before\n${line}\nPORT=1`);
  expect(entries).toEqual([
    { name: "APP_SECRET", value, line: 2 },
    { name: "PORT", value: "1", line: 3 },
  ]);
  expect(problems).toEqual([]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^line 2: APP_SECRET has a .+write the value in single quotes/);
  expect(warnings[0]).not.toMatch(/abc|4th|later|first/);
});

test("what cannot be read is named by its line, all of it at once, and repeats nothing", () => {
  const { problems } = parseConfiguration("hunter2\nA='x' y\n\nB=`hunter2`\n3C=hunter2\nC='\nhunter2");
  expect(problems).toEqual([
    "line 1 is not NAME=value",
    "line 2: A has text after its closing quote",
    "line 4: B is in backticks: write it in single or double quotes",
    "line 5 is not NAME=value",
    "line 6: C has no closing quote",
    "line 7 is not NAME=value",
  ]);
});

test("lines are counted behind a value of several lines; a name that stands twice has the last value, and is named", () => {
  const parsed = parseConfiguration('A="x\ny"\nB=1\nA=2\n');
  expect(parsed.entries).toEqual([
    { name: "A", value: "2", line: 4 },
    { name: "B", value: "1", line: 3 },
  ]);
  expect(parsed.warnings).toEqual(["line 4: A stands in line 1, too; the last one counts"]);
});

property.prop([
  fc.array(fc.tuple(fc.stringMatching(/^[A-Z_]{1,8}$/), fc.string({ unit: "grapheme" })), { maxLength: 6 }),
])("what is written in double quotes by the rules comes back as it was", (pairs) => {
  const written = pairs.map(([name, value]) => [name, value.replace(/\r\n?/g, "\n")] as const);
  const text = written.map(([name, value]) => `${name}="${value.replace(/["\\$]/g, "\\$&")}"`).join("\n");
  expect([valuesOf(text), parseConfiguration(text).problems]).toEqual([Object.fromEntries(written), []]);
});

property.prop([fc.string({ unit: "binary", maxLength: 200 })])(
  "any file is read to its end without an error",
  (text) => {
    expect(() => parseConfiguration(text)).not.toThrow();
  },
);
