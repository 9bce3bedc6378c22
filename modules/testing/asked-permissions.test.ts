import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { type Permission, permissions } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";

/*
 * Who may what is said in the policy of a module and in declarations: a door, a list, a bulk verb, an import or a page of
 * the menu names its permission as `can`. Everybody else asks the policy by `may` and `needMay`, or a declaration.
 */

/** Where permissions and the role that holds them all are asked or named nevertheless, each with the reason. */
const exceptions: Record<string, string> = {
  "modules/kernel/actor.ts": "lists the permissions and says how one is asked",
  "modules/kernel/names.ts": "a SUPER_ADMIN reads phones wherever they are written: the rule of every module's names",
  "modules/kernel/lists/list.server.ts": "a SUPER_ADMIN takes every list as a file",
  "modules/kernel/work/job-list.server.ts": "jobs work for every module",
  "modules/kernel/work/schedule-list.server.ts": "schedules work for every module",
  "modules/access/admins/admins.ts": "alerts go to whom a permission makes responsible",
  "modules/access/roles/usual-roles.ts": "says what the roles of an installation begin with",
  "modules/access/second-factor/second-factor.ts":
    "a second factor is for who could move money, by the rights of a role",
  "modules/catalog/client-keys/input.ts": "says which permission a scope of a key is",
  "modules/tickets/reading.ts": "the masks of a request's texts, by who reads",
  "modules/tickets/track-access.ts": "what the holder of a request's link sees, by who it is",
  "modules/installation/payment-keys.ts": "an installation is a SUPER_ADMIN's and has no other acts",
  "app/http/doors/gate.ts": "asks what a door declares",
  "app/parts/access/flag-groups.ts": "groups the permissions for the form of a role",
  "cli/commands/installation/backup.ts": "an installation is whose the machine is, and a SUPER_ADMIN's",
  "cli/commands/installation/restore.ts": "an installation is whose the machine is, and a SUPER_ADMIN's",
};

/** What asks for a permission, or for the role that holds them all. */
const asking = ["can", "need", "needAll", "holdsAll", "isSuperAdmin", "movesMoney"];

type Fault = "a permission asked" | "a permission named";

/** What a source asks or names outside of a declaration, by the line of each. */
function faultsIn(source: ts.SourceFile): { line: number; fault: Fault }[] {
  const faults: { line: number; fault: Fault }[] = [];
  const imported = importedFrom(source);
  const visit = (node: ts.Node) => {
    const add = (fault: Fault) =>
      faults.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, fault });
    if (ts.isIdentifier(node) && imported.has(node.text) && isUse(node) && !asksDeclaration(node))
      add("a permission asked");
    if (ts.isStringLiteral(node) && permissions.includes(node.text as Permission) && !isDeclared(node))
      add("a permission named");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** What a source imports of the kernel's questions, by its names there. */
function importedFrom(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !/\/actor\.ts"$/.test(statement.moduleSpecifier.getText(source)))
      continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements)
      if (asking.includes((propertyName ?? name).text)) names.add(name.text);
  }
  return names;
}

/** Whether an identifier is the imported value, not its import, a property or a name that is declared. */
const isUse = (node: ts.Identifier) => !("name" in node.parent && node.parent.name === node) && !isOfObject(node);

const isOfObject = ({ parent }: ts.Identifier) =>
  ts.isBindingElement(parent) || ts.isShorthandPropertyAssignment(parent);

/** Whether an asker is called with the permission that a declaration names: `can(admin, page.can)`. */
function asksDeclaration(node: ts.Identifier) {
  if (!ts.isCallExpression(node.parent) || node.parent.expression !== node) return false;
  const permission = node.parent.arguments[1];
  return permission !== undefined && ts.isPropertyAccessExpression(permission) && permission.name.text === "can";
}

/** Whether a permission is the one of a declaration. */
const isDeclared = ({ parent }: ts.StringLiteral) =>
  ts.isPropertyAssignment(parent) && ts.isIdentifier(parent.name) && parent.name.text === "can";

const parsed = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

test("permissions are asked in policies and named in declarations", () => {
  const files = globSync("{app,modules,cli}/**/*.{ts,tsx}", { cwd: env.root }).filter(
    (file) => !/\.(test|spec)\.tsx?$|\/testing\/|^app\/e2e\/|^cli\/proofs\/|^modules\/\w+\/policy\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const excepted = new Map<string, number>();
  const faults: string[] = [];
  for (const file of files) {
    for (const { line, fault } of faultsIn(parsed(file, readFileSync(path.join(env.root, file), "utf8"))))
      if (file in exceptions) excepted.set(file, (excepted.get(file) ?? 0) + 1);
      else faults.push(`${file}:${line}: ${fault}`);
  }
  const count = [...excepted.values()].reduce((total, each) => total + each, 0);
  console.info(`permissions asked or named outside policies and declarations: ${count} in ${excepted.size} files`);
  expect(faults).toEqual([]);
  expect([...excepted.keys()].toSorted(), "an exception that is not needed").toEqual(
    Object.keys(exceptions).toSorted(),
  );
});

const actor = `import { can, need, needKind, holdsAll } from "#modules/kernel/actor.ts";\n`;

test.each([
  [`need(actor, "view_Wallet");`, ["a permission asked", "a permission named"]],
  [`const opens = can(actor, permission);`, ["a permission asked"]],
  [`export const mayWait = holdsAll;`, ["a permission asked"]],
  [`const flag: Permission = "view_Wallet";`, ["a permission named"]],
  [`needMay(actor, "seeMoney");`, []],
  [`needKind(actor, "center");`, []],
  [`if (can(admin, page.can)) show(page);`, []],
  [`const page = { to: "/wallet", can: "view_Wallet" };`, []],
  [`const tools = { can: (editor) => editor.can() };`, []],
])("%s", (code, faults) => {
  expect(faultsIn(parsed("planted.ts", actor + code)).map(({ fault }) => fault)).toEqual(faults);
});
