import { sql } from "kysely";
import { adminNames } from "#modules/access/index.ts";
import { type Actor, actorId, needKind } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, denied, missing } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { needMay } from "../policy.ts";
import { type ProposeVisitRules, type VisitRuleState, type VisitRulesRef, visitRuleBands } from "./input.ts";
import { VisitRuleSchema, type VisitRuleVersion, VisitRuleVersionSchema } from "./rules.entity.ts";
import { rulesInForce, type rulesOf, type VisitRule, visitRulesTopic } from "./rules-in-force.ts";

/*
 * Another version of the rules is proposed by a SUPER_ADMIN and in force once a second admin who may move money has
 * approved it. Versions are never changed: a decision keeps the rule it was made by.
 */

/** One change at a time: versions count without gaps. */
const lockRules = () => rows(sql`select pg_advisory_xact_lock(hashtextextended('tickets.visitRules', 0))`);

/**
 * Propose another version, as a SUPER_ADMIN. Refuses a form that was filled from another version than the one in force
 * (`visitRules.changed`), one while another waits (`visitRules.waits`), and one that changes nothing (`visitRules.same`).
 */
export const proposeVisitRules = (actor: Actor, input: ProposeVisitRules): Promise<void> =>
  transaction(async () => {
    needMay(actor, "proposeVisitRules");
    needKind(actor, "admin");
    await lockRules();
    const inForce = await rulesInForce();
    if (input.version !== inForce.version) throw conflict("visitRules.changed");
    if (await em().findOne(VisitRuleVersionSchema, { state: "WAITING" }, { refresh: true }))
      throw conflict("visitRules.waits");
    const proposed = changedBy(input, (cause, band) => inForce.of(cause, band));
    if (proposed.every((rule) => same(rule, inForce.of(rule.cause, rule.band)))) throw conflict("visitRules.same");
    const last = await row<{ version: number }>(sql`select max(version) as version from visit_rule_versions`);
    const made = em().create(VisitRuleVersionSchema, {
      version: last!.version + 1,
      state: "WAITING",
      authorId: actorId(actor),
    });
    await em().flush();
    for (const { id: _, version: _version, ...rule } of proposed) {
      em().create(VisitRuleSchema, { ...rule, versionId: made.id });
    }
    await em().flush();
    await recordRules(actor, made, "visitRules.proposed");
  });

/** Every rule of the next version: those of the version in force with what the form changes. */
function changedBy(input: ProposeVisitRules, of: ReturnType<typeof rulesOf>["of"]): VisitRule[] {
  return [
    of("customer_cancel", "before_acceptance"),
    { ...of("customer_cancel", "early"), minutes: input.earlyMinutes },
    { ...of("customer_cancel", "late"), fee: input.lateFee, leadBackPercent: input.lateLeadPercent },
    { ...of("customer_change", "change"), minutes: input.changeMinutes, atMost: input.changeAtMost },
    { ...of("customer_absent", "absent"), minutes: input.absentMinutes, calls: input.absentCalls },
    { ...of("center_missed", "missed"), minutes: input.missedMinutes, leadBackPercent: input.missedLeadPercent },
    { ...of("hand_back", "free"), minutes: input.freeMinutes, atMost: input.freeAtMost },
    { ...of("hand_back", "later"), leadBackPercent: input.laterLeadPercent },
  ];
}

const same = (one: VisitRule, other: VisitRule) =>
  (["minutes", "atMost", "calls", "fee", "leadBackPercent"] as const).every((name) => one[name] === other[name]);

/** Put a version in force, as a second admin who may move money; the one before is replaced. */
export const approveVisitRules = (actor: Actor, input: VisitRulesRef): Promise<void> =>
  transaction(async () => {
    const version = await waiting(actor, input, { bySecond: true });
    const before = await em().findOneOrFail(VisitRuleVersionSchema, { state: "IN_FORCE" }, { refresh: true });
    before.state = "REPLACED";
    await em().flush();
    await decide(actor, version, "IN_FORCE");
    await announce([visitRulesTopic]);
  });

/** Refuse another admin's version. */
export const refuseVisitRules = (actor: Actor, input: VisitRulesRef): Promise<void> =>
  transaction(async () => decide(actor, await waiting(actor, input, { bySecond: true }), "REFUSED"));

/** Take back one's own version while it waits. */
export const withdrawVisitRules = (actor: Actor, input: VisitRulesRef): Promise<void> =>
  transaction(async () => decide(actor, await waiting(actor, input, { bySecond: false }), "WITHDRAWN"));

async function waiting(actor: Actor, { versionId }: VisitRulesRef, { bySecond }: { bySecond: boolean }) {
  needMay(actor, "decideVisitRules");
  needKind(actor, "admin");
  await lockRules();
  const version = await em().findOne(VisitRuleVersionSchema, { id: versionId }, { refresh: true });
  if (!version) throw missing("visitRules.notFound");
  if (bySecond && version.authorId === actorId(actor)) throw denied("visitRules.own");
  if (!bySecond && version.authorId !== actorId(actor)) throw denied("visitRules.notOwn");
  if (version.state !== "WAITING") throw conflict("visitRules.decided");
  return version;
}

async function decide(actor: Actor, version: VisitRuleVersion, state: Exclude<VisitRuleState, "WAITING" | "REPLACED">) {
  version.state = state;
  version.decidedBy = actorId(actor);
  version.decidedAt = now();
  await em().flush();
  await recordRules(actor, version, `visitRules.${eventOf[state]}`);
}

const eventOf = { IN_FORCE: "approved", REFUSED: "refused", WITHDRAWN: "withdrawn" } as const;

const recordRules = (actor: Actor, { id, version }: VisitRuleVersion, event: string) =>
  record(actor, { subject: "catalog", id, event, data: { version } });

/** A version with its rules, and who made and decided it. */
export type RuleVersion = {
  id: string;
  version: number;
  state: VisitRuleState;
  rules: VisitRule[];
  author: string | null;
  /** Whether the reader proposed it. */
  own: boolean;
  decidedBy: string | null;
  createdAt: Date;
  decidedAt: Date | null;
};

/** The last so many versions are shown. */
const mostVersions = 20;

/** The version in force, the one that waits, and those before, newest first; for admins who may move money. */
export async function visitRuleVersions(actor: Actor): Promise<RuleVersion[]> {
  needMay(actor, "decideVisitRules");
  const versions = await em().find(
    VisitRuleVersionSchema,
    {},
    { orderBy: { version: "desc" }, limit: mostVersions, refresh: true },
  );
  const rules = await em().find(VisitRuleSchema, { versionId: { $in: versions.map(({ id }) => id) } });
  const names = await adminNames(
    versions.flatMap(({ authorId, decidedBy }) => [authorId ?? [], decidedBy ?? []].flat()),
  );
  const nameOf = (adminId: string | null | undefined) => (adminId && names.get(adminId)) || null;
  return versions.map(({ id, version, state, authorId, decidedBy, createdAt, decidedAt }) => ({
    id,
    version,
    state,
    rules: inOrder(rules.filter(({ versionId }) => versionId === id).map((rule) => ({ ...plain(rule), version }))),
    author: nameOf(authorId),
    own: authorId === actorId(actor),
    decidedBy: nameOf(decidedBy),
    createdAt,
    decidedAt: decidedAt ?? null,
  }));
}

type Plain = Omit<VisitRule, "version">;
const plain = ({ id, cause, band, minutes, atMost, calls, fee, leadBackPercent, counted }: Plain) => ({
  id,
  cause,
  band,
  minutes: minutes ?? null,
  atMost: atMost ?? null,
  calls: calls ?? null,
  fee,
  leadBackPercent,
  counted,
});

const order: string[] = Object.values(visitRuleBands).flat();
const inOrder = (rules: VisitRule[]) =>
  rules.toSorted((one, other) => order.indexOf(one.band) - order.indexOf(other.band));
