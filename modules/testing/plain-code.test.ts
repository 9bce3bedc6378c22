import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

/*
 * The rules of `lint/` refuse names that tell a story and spreads of literals, one file at a time. Here they are counted
 * over the whole house by another parser, with the words of the lint rule.
 */

const rule = readFileSync(path.join(env.root, "lint/plain-names.grit"), "utf8");
/** Names no rename may reach, names allowed as properties only, and the refused ones, in the order of the rule. */
const [stored, properties, refused] = [...rule.matchAll(/ r"(\^\(\?:[^"]*)"/g)].map(
  ([, text]) => new RegExp(text!),
) as [RegExp, RegExp, RegExp];

type Fault = "a name" | "a spread of a literal" | "an array literal taken apart";

function faultsIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node) => {
    const fault = faultOf(node);
    if (fault) faults.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${fault}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

function faultOf(node: ts.Node): Fault | undefined {
  if (ts.isIdentifier(node) && isDeclaredName(node) && isStory(node)) return "a name";
  const isSpread = ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node);
  if (isSpread && isLiteral(node.expression)) return "a spread of a literal";
  if (ts.isVariableDeclaration(node) && ts.isArrayBindingPattern(node.name))
    return node.initializer && ts.isArrayLiteralExpression(node.initializer)
      ? "an array literal taken apart"
      : undefined;
}

const isLiteral = (node: ts.Expression) => ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);

/** Whether an identifier gives a name: one that is imported or taken out of an object has it from elsewhere. */
function isDeclaredName(node: ts.Identifier) {
  const { parent } = node;
  if (ts.isBindingElement(parent)) return parent.name === node && parent.propertyName !== undefined;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isShorthandPropertyAssignment(parent))
    return false;
  return "name" in parent && parent.name === node && !ts.isPropertyAccessExpression(parent);
}

function isStory({ text, parent }: ts.Identifier) {
  if (stored.test(text) || !refused.test(text)) return false;
  return !(properties.test(text) && (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)));
}

test("no name tells a story, and no literal is spread or taken apart", () => {
  const files = globSync("{app,modules,cli}/**/*.{ts,tsx}", { cwd: env.root });
  expect(files.length).toBeGreaterThan(2_000);
  const faults = files.flatMap((file) => faultsIn(file, readFileSync(path.join(env.root, file), "utf8")));
  const count = (fault: Fault) => faults.filter((each) => each.endsWith(fault)).length;
  console.info(
    `names that tell a story: ${count("a name")}; spreads of a literal: ${count("a spread of a literal")}; array literals taken apart: ${count("an array literal taken apart")}; of ${files.length} files`,
  );
  expect(faults).toEqual([]);
});

test.each([
  ["const wish = 1;", "a name"],
  ["function rowsKept() {}", "a name"],
  ["type A = { saidBefore: string };", "a name"],
  ["const a = { ...{ id: 1 } };", "a spread of a literal"],
  ["const a = [...[1, 2]];", "a spread of a literal"],
  ["const [a, b] = [await x(), await y()];", "an array literal taken apart"],
])("%s is %s", (text, fault) => {
  expect(faultsIn("planted.ts", text)).toEqual([`planted.ts:1: ${fault}`]);
});

test.each([
  "const { kept } = row;",
  "row.given",
  'import { told } from "a";',
  "const giving = 1;",
  "const asked_at = 1;",
])("%s is not refused", (text) => {
  expect(faultsIn("planted.ts", text)).toEqual([]);
});
