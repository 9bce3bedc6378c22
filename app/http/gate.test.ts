import { expect, test } from "vitest";
import { assertDeclared, type RouteTable } from "./gate.ts";
import { adminPage, gated } from "./page.server.ts";

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
  const module = { loader: gated({ as: "anyone" }, open), action: open };
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
    ...route("root", { loader: gated({ as: "anyone" }, open), default: open }),
    ...route("pending", { loader }, "pending-ticket", "root"),
  });
  expect(loader.gate).toMatchObject({ as: "admin", pattern: "/pending-ticket" });
});
