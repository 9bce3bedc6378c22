import { expect, test } from "vitest";
import { asAdmin, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { type Actor, needKind, policyOf, system } from "./actor.ts";
import { missing } from "./errors.ts";

const { may, needMay } = policyOf({
  add: "add_center",
  own: (actor: Actor, centerId: string) => actor.kind === "center" && actor.centerId === centerId,
  see: (actor: Actor) => actor.kind === "admin" && "add_ticket",
  open: (_actor: Actor, state: "open" | "over") => state === "open" || missing("client.notFound"),
});
const clerk = asAdmin(undefined, { permissions: [] });
const center = asCenter({ id: "a" } as Parameters<typeof asCenter>[0]);

test("an act is for who holds its permission, and for whom its rule answers so", () => {
  expect([asAdmin(), system("job"), clerk, center].map((actor) => may(actor, "add"))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([may(center, "own", "a"), may(center, "own", "b"), may(asAdmin(), "own", "a")]).toEqual([true, false, false]);
  expect([may(asAdmin(), "see"), may(clerk, "see"), may(system("job"), "see")]).toEqual([true, false, false]);
  expect([may(clerk, "open", "open"), may(clerk, "open", "over")]).toEqual([true, false]);
  expect(() => needMay(asAdmin(), "see")).not.toThrow();
});

test("a refusal has the text of the permission that is lacked, the rule's own error, or says no more", () => {
  const refusals = [
    () => needMay(clerk, "add"),
    () => needMay(clerk, "see"),
    () => needMay(center, "see"),
    () => needMay(center, "own", "b"),
    () => needMay(clerk, "open", "over"),
    () => needKind(asVisitor(), "center"),
  ];
  const keys = ["center.noAdd", "ticket.noAdd", "permission.denied", "permission.denied", "client.notFound"];
  for (const [at, key] of [...keys, "permission.denied"].entries())
    expect(refusals[at]).toThrow(
      expect.objectContaining({ key, kind: key === "client.notFound" ? "missing" : "denied" }),
    );
});
