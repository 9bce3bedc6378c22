import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";
import { isSqlTemplate } from "./static-statements.ts";

/*
 * Values go into SQL by templates of Kysely's `sql`, which number them: nobody counts `$1` by hand. Migrations and the
 * proofs, which drive the product from outside, are free to.
 */

/** The files that count parameters nevertheless, at most ten, each with the reason. */
const exceptions: Record<string, string> = {
  "modules/testing/static-statements.ts": "numbers the values of the templates it reads, as the database gets them",
};

/** Words of SQL, by which a text with `$1` is told from a replacement of a pattern. */
const sqlWords = /\b(select|insert|update|delete|from|where|with|set|and|any|limit|returning|call)\b/i;

type Fault = "a parameter counted by hand" | "a value inside quotes";

/** What is wrong with the texts of a source, by the line of each. */
function faultsIn(source: ts.SourceFile): { line: number; fault: Fault }[] {
  const faults: { line: number; fault: Fault }[] = [];
  const visit = (node: ts.Node) => {
    const add = (fault: Fault) =>
      faults.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, fault });
    if (ts.isStringLiteralLike(node) && isCounted([node.text])) add("a parameter counted by hand");
    if (ts.isTemplateExpression(node)) {
      const pieces = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (isCounted(pieces)) add("a parameter counted by hand");
      if (isSqlTemplate(node.parent) && hasQuotedValue(pieces)) add("a value inside quotes");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** Whether a text of SQL, given by its pieces around inserted expressions, has a numbered parameter or makes its number. */
function isCounted(pieces: readonly string[]) {
  const text = pieces.join(" ");
  const numbered = /(^|[^\\$\w])\$\d/.test(text) && sqlWords.test(text);
  const numbering = pieces.slice(0, -1).some((piece) => piece.endsWith("$")) && (sqlWords.test(text) || text === "$ ");
  return numbered || numbering;
}

/** Whether an expression stands inside the quotes of a text of SQL, where it would be no parameter. */
function hasQuotedValue(pieces: readonly string[]) {
  let quotes = 0;
  return pieces.slice(0, -1).some((piece) => {
    quotes += piece.split("'").length - 1;
    return quotes % 2 === 1;
  });
}

const parsed = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

test("nobody counts the parameters of a statement by hand, and no value of a template stands inside quotes", () => {
  const files = globSync("{app,modules,cli}/**/*.{ts,tsx}", { cwd: env.root }).filter(
    (file) => !file.startsWith("cli/proofs/") && file !== "modules/testing/counted-parameters.test.ts",
  );
  expect(files.length).toBeGreaterThan(1_000);
  const counting = new Set<string>();
  const faults: string[] = [];
  for (const file of files) {
    const text = readFileSync(path.join(env.root, file), "utf8");
    if (!text.includes("$")) continue;
    for (const { line, fault } of faultsIn(parsed(file, text)))
      if (fault === "a parameter counted by hand" && file in exceptions) counting.add(file);
      else faults.push(`${file}:${line}: ${fault}`);
  }
  expect(faults).toEqual([]);
  expect([...counting].toSorted(), "an exception that is not needed").toEqual(Object.keys(exceptions).toSorted());
  expect(counting.size).toBeLessThanOrEqual(10);
});

test.each([
  [`rows("select 1 from tickets where id = $1", [id])`, "a parameter counted by hand"],
  [`const where = \`t.phone = $1 and \${more}\``, "a parameter counted by hand"],
  [`const text = \`update tickets set city = $\${params.length + 1}\``, "a parameter counted by hand"],
  [`const place = (n: number) => \`$\${n}\``, "a parameter counted by hand"],
  [`sql\`select 1 where name like '%\${search}%'\``, "a value inside quotes"],
  [`sql\`select 1 where name = \${name} and kind = 'x'\``, undefined],
  [`text.replace(/(\\d)(\\d)/, "$1-$2")`, undefined],
  [`const price = \`\${amount} $\``, undefined],
])("%s", (code, fault) => {
  expect(faultsIn(parsed("planted.ts", code)).map((each) => each.fault)).toEqual(fault ? [fault] : []);
});
