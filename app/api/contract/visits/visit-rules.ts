import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  approveVisitRules,
  proposeVisitRules,
  type RuleVersion,
  refuseVisitRules,
  visitRuleVersions,
  withdrawVisitRules,
} from "#modules/tickets/index.ts";
import {
  ProposeVisitRules,
  VisitRulesRef,
  visitRuleBands,
  visitRuleCauses,
  visitRuleStates,
} from "#modules/tickets/shared.ts";
import { moment } from "../../line/answer.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { nothing, wire } from "../../line/wire.ts";

/* What ending a visit costs, in versions. */

const VersionShape = z.strictObject({
  _id: z.string(),
  version: z.number(),
  state: z.enum(visitRuleStates),
  rules: z.array(
    z.strictObject({
      _id: z.string(),
      cause: z.enum(visitRuleCauses),
      band: z.enum(Object.values(visitRuleBands).flat()),
      minutes: z.number().nullable(),
      at_most: z.number().nullable(),
      calls: z.number().nullable(),
      fee: z.enum(["back", "kept", "held"]),
      lead_back_percent: z.number(),
      counted: z.boolean().describe("Whether it counts against the center in its history"),
    }),
  ),
  author: z.string().nullable().describe("Null for the version that comes with the product"),
  own: z.boolean().describe("Whether the caller proposed it"),
  decided_by: z.string().nullable(),
  createdAt: moment,
  decided_at: moment.nullable(),
});

const versionOf = ({ id, rules, decidedBy, decidedAt, ...version }: RuleVersion): z.input<typeof VersionShape> => ({
  _id: id,
  version: version.version,
  state: version.state,
  rules: rules.map((rule) => ({
    _id: rule.id,
    cause: rule.cause,
    band: rule.band,
    minutes: rule.minutes ?? null,
    at_most: rule.atMost ?? null,
    calls: rule.calls ?? null,
    fee: rule.fee,
    lead_back_percent: rule.leadBackPercent,
    counted: rule.counted,
  })),
  author: version.author,
  own: version.own,
  decided_by: decidedBy,
  createdAt: version.createdAt,
  decided_at: decidedAt,
});

const admin = { own: true, as: ["admin"], can: "adjust_wallet" } as const;
const changing = { ...admin, fresh: "money", limit: callLimit, once: "in its transaction" } as const;

const waiting = wire({ id: "versionId" }, VisitRulesRef, ["form.id"]);

export const visitRuleCalls = {
  "GET admin/visit-rules": call({
    ...admin,
    limit: reads.own,
    summary: "The last 20 versions of what ending a visit costs, newest first: the one in force, and one that waits",
    input: nothing,
    run: visitRuleVersions,
    answer: z.array(VersionShape),
    reply: (versions) => versions.map(versionOf),
  }),
  "POST admin/visit-rules": call({
    ...changing,
    summary: "Propose another version, as a SUPER_ADMIN, from the one in force; it waits for a second admin",
    input: wire(
      {
        version: "version",
        early_minutes: "earlyMinutes",
        late_fee: "lateFee",
        late_lead_percent: "lateLeadPercent",
        change_minutes: "changeMinutes",
        change_at_most: "changeAtMost",
        absent_calls: "absentCalls",
        absent_minutes: "absentMinutes",
        missed_minutes: "missedMinutes",
        missed_lead_percent: "missedLeadPercent",
        free_minutes: "freeMinutes",
        free_at_most: "freeAtMost",
        later_lead_percent: "laterLeadPercent",
      },
      ProposeVisitRules,
      [
        "form.choice",
        "form.number",
        "visitRules.atMost",
        "visitRules.calls",
        "visitRules.changes",
        "visitRules.minutes",
        "visitRules.missedMinutes",
        "visitRules.percent",
      ],
    ),
    run: proposeVisitRules,
    refuses: { 409: ["visitRules.changed", "visitRules.same", "visitRules.waits"] },
    answer: z.null(),
    reply: () => null,
    say: "visitRules.proposed",
  }),
  "PUT admin/visit-rules/{id}/approve": call({
    ...changing,
    summary: "Put a version in force, as a second admin who may move money",
    input: waiting,
    run: approveVisitRules,
    refuses: { 403: ["visitRules.own"], 404: ["visitRules.notFound"], 409: ["visitRules.decided"] },
    answer: z.null(),
    reply: () => null,
    say: "visitRules.approved",
  }),
  "PUT admin/visit-rules/{id}/refuse": call({
    ...changing,
    summary: "Refuse another admin's version",
    input: waiting,
    run: refuseVisitRules,
    refuses: { 403: ["visitRules.own"], 404: ["visitRules.notFound"], 409: ["visitRules.decided"] },
    answer: z.null(),
    reply: () => null,
    say: "visitRules.refused",
  }),
  "PUT admin/visit-rules/{id}/withdraw": call({
    ...changing,
    summary: "Take one's own version back while it waits",
    input: waiting,
    run: withdrawVisitRules,
    refuses: { 403: ["visitRules.notOwn"], 404: ["visitRules.notFound"], 409: ["visitRules.decided"] },
    answer: z.null(),
    reply: () => null,
    say: "visitRules.withdrawn",
  }),
} satisfies Contract;
