import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, asAdmin } from "#modules/testing/factories.ts";
import {
  approveVisitRules,
  proposeVisitRules,
  refuseVisitRules,
  visitRuleVersions,
  withdrawVisitRules,
} from "#modules/tickets/index.ts";
import { rulesInForce } from "./rules-in-force.ts";

openDatabase();

const input = {
  earlyMinutes: 120,
  lateFee: "kept" as const,
  lateLeadPercent: 25,
  changeMinutes: 60,
  changeAtMost: 2,
  absentCalls: 2,
  absentMinutes: 15,
  missedMinutes: 15,
  missedLeadPercent: 0,
  freeMinutes: 15,
  freeAtMost: 3,
  laterLeadPercent: 0,
};

const superAdmin = async () => asAdmin(await anAdmin());
const finance = async () => {
  const rights = { permissions: ["adjust_wallet" as const] };
  return asAdmin(await anAdmin(rights), rights);
};

/** Each test begins with nothing that waits. */
beforeEach(() =>
  rows(sql`update visit_rule_versions set state = 'WITHDRAWN', decided_at = created_at where state = 'WAITING'`),
);

const propose = async (author = superAdmin()) => {
  const { version } = await rulesInForce();
  await proposeVisitRules(await author, { ...input, version, earlyMinutes: 60 + version });
  const [newest] = await visitRuleVersions(await superAdmin());
  return newest!;
};

test("the product comes with the house's defaults", async () => {
  const first = (await visitRuleVersions(await superAdmin())).at(-1)!;
  expect(
    first.rules.map(({ band, minutes, atMost, fee, leadBackPercent, counted }) => [
      band,
      minutes,
      atMost,
      fee,
      leadBackPercent,
      counted,
    ]),
  ).toEqual([
    ["before_acceptance", null, null, "back", 100, false],
    ["early", 180, null, "back", 100, false],
    ["late", null, null, "kept", 50, true],
    ["change", 60, 2, "held", 0, true],
    ["absent", 15, null, "held", 0, false],
    ["missed", 15, null, "back", 0, true],
    ["free", 15, 3, "held", 100, false],
    ["later", null, null, "held", 0, true],
  ]);
});

test("a version is in force once another admin has approved it, and the one before keeps its rules", async () => {
  const author = superAdmin();
  const before = await rulesInForce();
  const proposed = await propose(author);
  expect(proposed.state).toBe("WAITING");
  expect((await rulesInForce()).version).toBe(before.version);
  await expect(approveVisitRules(await author, { versionId: proposed.id })).rejects.toMatchObject({
    key: "visitRules.own",
  });
  await approveVisitRules(await finance(), { versionId: proposed.id });
  const after = await rulesInForce();
  expect(after.version).toBe(proposed.version);
  expect(after.of("customer_cancel", "early").minutes).toBe(60 + before.version);
  const old = (await visitRuleVersions(await superAdmin())).find(({ version }) => version === before.version)!;
  expect(old.state).toBe("REPLACED");
  expect(old.rules.find(({ band }) => band === "early")?.minutes).toBe(before.of("customer_cancel", "early").minutes);
});

test("a version is refused by another admin or withdrawn by its author, once, and stays out of force", async () => {
  const before = (await rulesInForce()).version;
  const refused = await propose();
  await refuseVisitRules(await finance(), { versionId: refused.id });
  await expect(approveVisitRules(await finance(), { versionId: refused.id })).rejects.toMatchObject({
    key: "visitRules.decided",
  });
  const author = superAdmin();
  const own = await propose(author);
  await expect(withdrawVisitRules(await finance(), { versionId: own.id })).rejects.toMatchObject({
    key: "visitRules.notOwn",
  });
  await withdrawVisitRules(await author, { versionId: own.id });
  expect((await rulesInForce()).version).toBe(before);
});

test("how often a time is changed, and when a visit is missed, are rules that a version changes, too", async () => {
  const { version } = await rulesInForce();
  const changed = { changeMinutes: 30, changeAtMost: 1, missedMinutes: 45, missedLeadPercent: 50 };
  await proposeVisitRules(await superAdmin(), { ...input, version, ...changed });
  const waiting = (await visitRuleVersions(await finance())).find(({ state }) => state === "WAITING")!;
  const ruleOf = (band: string) => waiting.rules.find((rule) => rule.band === band);
  expect(ruleOf("change")).toMatchObject({ minutes: 30, atMost: 1 });
  expect(ruleOf("missed")).toMatchObject({ minutes: 45, leadBackPercent: 50 });
  await refuseVisitRules(await finance(), { versionId: waiting.id });
});

test("only a SUPER_ADMIN proposes, from the rules in force, one version at a time, and one that changes something", async () => {
  const { version, of } = await rulesInForce();
  const refusal = (by: Awaited<ReturnType<typeof superAdmin>>, change: object) =>
    expect(proposeVisitRules(by, { ...input, version, ...change })).rejects;
  await refusal(await finance(), {}).toMatchObject({ kind: "denied" });
  await refusal(await superAdmin(), { version: version + 1 }).toMatchObject({ key: "visitRules.changed" });
  await refusal(await superAdmin(), {
    earlyMinutes: of("customer_cancel", "early").minutes,
    lateFee: of("customer_cancel", "late").fee,
    lateLeadPercent: of("customer_cancel", "late").leadBackPercent,
  }).toMatchObject({ key: "visitRules.same" });
  const both = await Promise.allSettled([propose(), propose()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await row(sql`select count(*)::int as n from visit_rule_versions where state = 'WAITING'`)).toEqual({ n: 1 });
});
