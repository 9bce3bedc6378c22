import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { cursor, optionalField, wholeNumber } from "#modules/kernel/validation.ts";
import {
  appealCase,
  type CaseDetail,
  type CaseLine,
  casesList,
  caseViews,
  decideAppeal,
  decideCase,
  getCase,
} from "#modules/tickets/index.ts";
import { AppealCase, CaseRef, caseCauses, caseDecisions, caseStates, DecideCase } from "#modules/tickets/shared.ts";
import { moment, rupees } from "../../line/answer.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { textRefusals } from "../../line/refusals.ts";
import { wire } from "../../line/wire.ts";

/* Cases about closed requests: their list, their decision, and the appeal against it. */

const CaseShape = z.strictObject({
  _id: z.string(),
  ticket_obj_id: z.string(),
  ticket_id: z.string(),
  cause: z.enum(caseCauses),
  state: z.enum(caseStates),
  createdAt: moment,
  due_at: moment,
  late: z.boolean(),
  center_name: z.string().nullable(),
  close_ticket_remarks: z.string().nullable(),
  fee: rupees.describe("The paid booking fee"),
  decision: z.enum(caseDecisions).nullable().describe("The last one: of the appeal, where it was decided"),
});

const caseLine = (line: CaseLine): z.input<typeof CaseShape> => ({
  _id: line.caseId,
  ticket_obj_id: line.ticketId,
  ticket_id: line.number,
  cause: line.cause,
  state: line.state,
  createdAt: line.openedAt,
  due_at: line.dueAt,
  late: line.late,
  center_name: line.center,
  close_ticket_remarks: line.closeRemarks,
  fee: toRupees(line.feePaise),
  decision: line.decision,
});

const DecidedShape = z
  .strictObject({ by: z.string().nullable(), at: moment.nullable(), reason: z.string().nullable() })
  .nullable();

const CaseDetailShape = CaseShape.extend({
  fee_state: z.enum(["held", "earned"]).nullable().describe("Where the fee is now; null where there is none"),
  customer_answer: z
    .strictObject({ came: z.boolean(), done: z.boolean().nullable(), paid: rupees.nullable(), counts: z.boolean() })
    .nullable(),
  decided: DecidedShape,
  appealed: DecidedShape,
  appeal_decided: DecidedShape,
  same_admin: z.boolean().describe("Whether its decider decided the appeal, because no other admin may move money"),
  choices: z.array(z.enum(caseDecisions)).describe("What the caller may decide now"),
  can_appeal: z.boolean(),
});

const caseDetail = (detail: CaseDetail): z.input<typeof CaseDetailShape> => {
  const { answer } = detail;
  return {
    ...caseLine(detail),
    fee_state: detail.fee,
    customer_answer: answer && {
      came: answer.came,
      done: answer.done,
      paid: answer.paidPaise === null ? null : toRupees(answer.paidPaise),
      counts: answer.counts,
    },
    decided: happened(detail.decidedBy, detail.decidedAt, detail.reason),
    appealed: happened(detail.appealedBy, detail.appealedAt, detail.appealReason),
    appeal_decided: happened(detail.appealDecidedBy, detail.appealDecidedAt, detail.appealDecisionReason),
    same_admin: detail.sameAdmin,
    choices: [...detail.choices],
    can_appeal: detail.mayAppeal,
  };
};

const happened = (by: string | null, at: Date | null, reason: string | null) => at && { by, at, reason };

const CasesQuery = z.object({
  view: optionalField(z.enum(caseViews, "form.choice")),
  after: cursor,
  take: optionalField(wholeNumber(1, 100)),
});

const reading = { own: true, as: ["admin"], can: "edit_ticket.full_access", limit: reads.own } as const;
const changing = { own: true, as: ["admin"], limit: callLimit, once: "in its transaction" } as const;
const moving = { ...changing, can: "adjust_wallet", fresh: "money" } as const;

const decision = wire({ id: "caseId", decision: "decision", reason: "reason" }, DecideCase, [
  ...textRefusals,
  "case.why",
  "form.choice",
  "form.id",
]);

export const caseCalls = {
  "GET admin/cases": call({
    ...reading,
    summary:
      "The cases that wait for a decision, by when they are due, or with view decided those that were decided, the last first; `after` is the `next` of the page before",
    input: wire({ view: "view", after: "after", take: "take" }, CasesQuery, [
      "form.choice",
      "form.cursor",
      "form.number",
    ]),
    run: (admin, { view = "waiting", ...place }) => casesList.page(admin, { view, ...place }),
    answer: z.array(CaseShape),
    reply: ({ rows }) => rows.map(caseLine),
    next: ({ next }) => next,
  }),
  "GET admin/cases/{id}": call({
    ...reading,
    summary: "One case, with what the customer said happened, its decisions, and what the caller may decide now",
    input: wire({ id: "caseId" }, CaseRef, ["form.id"]),
    run: (admin, input) => getCase(admin, input),
    refuses: { 404: ["case.notFound"] },
    answer: CaseDetailShape,
    reply: caseDetail,
  }),
  "PUT admin/cases/{id}/decide": call({
    ...moving,
    summary:
      "Decide an open case, with its reason, as an admin of the house who did not close the request; the fee moves at once",
    input: decision,
    run: decideCase,
    refuses: { 403: ["case.ownClosing"], 404: ["case.notFound"], 409: ["case.choice", "case.decided"] },
    answer: z.null(),
    reply: () => null,
    say: "case.done.none",
  }),
  "PUT admin/cases/{id}/appeal": call({
    ...changing,
    can: "edit_ticket.full_access",
    fresh: "work",
    summary: "Appeal once, within 30 days, against the decision of a case, for the customer or the center",
    input: wire({ id: "caseId", reason: "reason" }, AppealCase, [...textRefusals, "case.why", "form.id"]),
    run: appealCase,
    refuses: { 404: ["case.notFound"], 409: ["case.notAppealable", "case.open"] },
    answer: z.null(),
    reply: () => null,
    say: "case.done.appeal",
  }),
  "PUT admin/cases/{id}/decide-appeal": call({
    ...moving,
    summary: "Decide the appeal of a case, for good, as another admin than its decider and the closer",
    input: decision,
    run: decideAppeal,
    refuses: {
      403: ["case.ownClosing", "case.ownDecision"],
      404: ["case.notFound"],
      409: ["case.choice", "case.decided"],
    },
    answer: z.null(),
    reply: () => null,
    say: "case.done.none",
  }),
} satisfies Contract;
