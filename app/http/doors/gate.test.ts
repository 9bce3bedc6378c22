import { expect, test } from "vitest";
import { z } from "zod";
import { assertFresh } from "#app/api/contract/index.ts";
import { call } from "#app/api/line/call.server.ts";
import { assertDeclared, type Gate, type RouteTable } from "./gate.ts";
import { adminActions, adminPage, centerActions, centerPage, gated } from "./page.server.ts";

const open = () => null;
const route = (id: string, module: object, path?: string, parentId?: string): RouteTable => ({
  [id]: { id, module, path, parentId },
});

test("a loader without a gate refuses to boot, by name", () => {
  expect(() => assertDeclared(route("routes/secret", { loader: open }, "secret"))).toThrow(
    /routes\/secret \(\/secret\): its loader/,
  );
});

test("an action without a gate refuses to boot although its loader has one", () => {
  const module = { loader: gated({ as: "anyone", limit: "A test" }, open), action: open };
  expect(() => assertDeclared(route("routes/half", module))).toThrow(/its action/);
});

test("a page without a loader is open to everybody and refuses to boot", () => {
  expect(() => assertDeclared(route("routes/bare", { default: open }))).toThrow(/its loader/);
});

test("every undeclared door is named at once", () => {
  const routes = { ...route("a", { loader: open }), ...route("b", { action: open }) };
  expect(() => assertDeclared(routes)).toThrow(/a \(\/\).*\n.*b \(\/\)/);
});

test("a declared table boots, and each gate learns its pattern", () => {
  const loader = adminPage({ can: "view_pending_ticket" }, open);
  assertDeclared({
    ...route("root", { loader: gated({ as: "anyone", limit: "A test" }, open), default: open }),
    ...route("pending", { loader }, "pending-ticket", "root"),
  });
  expect(loader.gate).toMatchObject({ as: "admin", pattern: "/pending-ticket" });
});

const gateOf = (gate: Partial<Gate>) => Object.assign(() => null, { gate: { as: "admin", ...gate } });
const completeGate: Partial<Gate> = {
  intents: { save: "any admin" },
  limits: { save: "It is rare" },
  once: { save: "It comes to the same" },
  fresh: { save: { none: "Writes words" } },
};

test.each<[string, object, RegExp]>([
  ["an admin's page without a permission", { loader: gateOf({}) }, /its loader .*which permission an admin needs/],
  [
    "an admin's intent without one",
    { action: gateOf({ ...completeGate, intents: { save: undefined } }) },
    /permission .* save/,
  ],
  ["an intent without a limit", { action: gateOf({ ...completeGate, limits: {} }) }, /how often one may save/],
  ["an empty reason", { action: gateOf({ ...completeGate, limits: { save: "" } }) }, /how often one may save/],
  ["an intent that is not done once", { action: gateOf({ ...completeGate, once: {} }) }, /how save is done once/],
  ["a public page without a limit", { loader: gateOf({ as: "anyone" }) }, /its loader .*how often it may be loaded/],
  ["a public page with an empty reason", { loader: gateOf({ as: "anyone", limit: "" }) }, /how often it may be loaded/],
  ["a resource of an admin without a limit", { loader: gateOf({ can: "any admin", reads: "resource" }) }, /loaded/],
  ["a resource of a center without one", { loader: gateOf({ as: "center", reads: "resource" }) }, /loaded/],
  ["an upload without one", { action: gateOf({ as: "center", reads: "resource" }) }, /its action .*loaded/],
  ["a signed door without one", { action: gateOf({ as: "signed", reads: "resource" }) }, /loaded/],
  [
    "an admin's intent that does not say how fresh",
    { action: gateOf({ ...completeGate, fresh: {} }) },
    /how lately .* save/,
  ],
  [
    "an empty reason for none",
    { action: gateOf({ ...completeGate, fresh: { save: { none: "" } } }) },
    /how lately an admin must have given the password to save/,
  ],
  ["a center's page", { loader: gateOf({ as: "center" }) }, /whether it is open to a center's desk/],
  [
    "a center's form",
    { action: gateOf({ ...completeGate, as: "center", intents: { save: undefined } }) },
    /whether a center's desk may save/,
  ],
  [
    "an admin's door behind a portal's",
    { loader: gateOf({ as: "center", admin: gateOf({}).gate as Gate }) },
    /permission/,
  ],
])("%s refuses to boot", (_what, module, words) => {
  const loader = centerPage({ can: "owner" }, open);
  expect(() => assertDeclared(route("desk", { loader, ...module }, "desk"))).toThrow(words);
});

const line = {
  as: ["center"],
  limit: "It only reads",
  summary: "A test",
  run: open,
  answer: z.null(),
  reply: open,
} as const;

test.each<[string, object, RegExp]>([
  ["for nobody", { as: [] }, /for nobody/],
  ["for admins without a permission", { as: ["center", "admin"] }, /which permission an admin needs/],
  ["for others with one", { can: "add_ticket" }, /hold no permissions/],
  ["without a limit", { limit: undefined }, /how often it may be made/],
  ["without an answer", { answer: undefined }, /what it answers/],
])("a call %s ends the process that declares it", (_what, change, words) => {
  expect(() => call({ ...line, ...change } as never)).toThrow(words);
  expect(call(line).as).toEqual(["center"]);
});

test("a call of admins that does not say how lately the password was given ends the process, one that only reads not", () => {
  const silent = call({ ...line, as: ["admin"], can: "any admin", fresh: undefined } as never);
  expect(() => assertFresh({ "POST admin/silent": silent })).toThrow(/POST admin\/silent/);
  expect(() => assertFresh({ "POST admin/empty": { ...silent, fresh: { none: "" } } })).toThrow(/POST admin\/empty/);
  assertFresh({ "GET admin/silent": silent, "POST admin/said": { ...silent, fresh: "work" } });
  assertFresh({ "POST center/silent": call(line) });
});

test("what is not declared does not even compile", () => {
  // @ts-expect-error an admin's page declares which permission it needs
  adminPage(open);
  // @ts-expect-error so does each intent
  adminActions({ save: { limit: "test", unkeyed: "test", fresh: "work", run: open } });
  // @ts-expect-error and how lately the password must have been given
  adminActions({ save: { can: "any admin", limit: "test", unkeyed: "test", run: open } });
  // @ts-expect-error every intent declares how often it may be sent
  centerActions({ save: { can: "desk", unkeyed: "test", run: open } });
  // @ts-expect-error a center's page declares whether it is its owner's alone
  centerPage(open);
  // @ts-expect-error so does each intent
  centerActions({ save: { limit: "test", unkeyed: "test", run: open } });
  // @ts-expect-error only admins have permissions
  centerPage({ can: "add_ticket" }, open);
  const { answer: _answer, ...silent } = line;
  // @ts-expect-error a call declares its answer
  expect(() => call(silent)).toThrow();
  // @ts-expect-error its reply has the declared types
  call({ ...line, answer: z.strictObject({ name: z.string() }) });
  // @ts-expect-error its reply has all declared fields
  call({ ...line, answer: z.strictObject({ name: z.string() }), reply: () => ({}) });
  // @ts-expect-error a list has no fields to put beside `data`
  call({ ...line, answer: z.array(z.string()), reply: () => [], bare: true });
});
