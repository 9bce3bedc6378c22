import { sql } from "kysely";
import { z } from "zod";
import { adminNames } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { missing } from "#modules/kernel/errors.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { feeStateOf } from "#modules/wallet/index.ts";
import type { CaseCause, CaseDecision, CaseState } from "../cases/input.ts";
import { involvementOf } from "../cases/involved.ts";
import { casesTopic } from "../cases/open-case.ts";
import { may, needMay, readableBy } from "../policy.ts";
import { choicesOf } from "./case-fee.ts";
import { isAppealable } from "./decide-case.ts";
import { answerOf } from "./question.ts";

/* Cases: the queue of those that wait for a decision, the most urgent first, and those that were decided, the last first. */

export const caseViews = ["waiting", "decided"] as const;

const filter = z.object({ view: z.enum(caseViews).default("waiting") });
type Filter = z.output<typeof filter>;

/** A case in a list. Texts are without phone numbers for who may not see them. */
export type CaseLine = {
  caseId: string;
  /** Public id and human number of the request. */
  ticketId: string;
  number: string;
  cause: CaseCause;
  state: CaseState;
  openedAt: Date;
  dueAt: Date;
  /** Whether it waits for longer than it should. */
  late: boolean;
  center: string | null;
  closeRemarks: string | null;
  /** The paid fee of the request. */
  feePaise: Paise;
  /** The last decision: of the appeal, where it was decided. */
  decision: CaseDecision | null;
};

type CaseRow = Omit<CaseLine, "late" | "feePaise"> & { fee: string; decidedAt: Date | null };

const columns = sql`k.id as "caseId", t.public_id as "ticketId", t.ticket_id as number, k.cause, k.state,
  k.created_at as "openedAt", k.due_at as "dueAt", c.center_name as center, t.close_remarks as "closeRemarks",
  case when t.is_paid_by_public then t.booking_fee_paise else 0 end as fee, k.decided_at as "decidedAt",
  coalesce(k.appeal_decision, k.decision) as decision`;
const from = sql`from cases k join tickets t on t.id = k.ticket_id and t.deleted_at is null
  left join centers c on c.id = t.center_id`;

function condition(actor: Actor, { view }: Filter): Sql {
  needMay(actor, "seeCases");
  return view === "waiting" ? sql`k.state in ('open', 'appealed')` : sql`k.state in ('decided', 'closed')`;
}

function lineOf(actor: Actor, { fee, decidedAt: _, ...line }: CaseRow): CaseLine {
  return {
    ...line,
    center: readableBy(actor, line.center),
    closeRemarks: readableBy(actor, line.closeRemarks),
    late: (line.state === "open" || line.state === "appealed") && line.dueAt < now(),
    feePaise: toPaise(fee),
  };
}

async function listCases(actor: Actor, { after, before, take, view }: Filter & Place): Promise<Page<CaseLine>> {
  const where = condition(actor, { view });
  const waits = view === "waiting";
  const at = waits ? "k.due_at" : "k.decided_at";
  const page = await keysetPage<CaseRow>(
    actor,
    { after, before, take },
    { markOf: ({ caseId: id, dueAt, decidedAt }) => ({ at: waits ? dueAt : decidedAt!, id }), ascending: waits },
    ({ beyond, order, limit }) =>
      rows(
        sql`select ${columns} ${from} where ${where} and ${beyond(at, "k.id")} order by ${order(at, "k.id")} limit ${limit}`,
      ),
  );
  return pageMap(page, (line) => lineOf(actor, line));
}

export const countCases = (actor: Actor, query: Filter): Promise<Count> =>
  countRows(sql`${from} where ${condition(actor, query)}`);

/** How many cases wait for a decision; counted up to 1,000. */
export async function casesToDecide(actor: Actor): Promise<number> {
  needMay(actor, "seeCases");
  return waiting();
}

/** How many cases wait for a decision about the requests of a phone whose fee is not held: a held one waits by itself. */
export const openCasesOfPhone = async (phone: string): Promise<number> =>
  (await row<{ n: number }>(
    sql`select count(*)::int as n ${from} where k.state in ('open', 'appealed') and t.phone = ${phone}
      and t.fee_held_at is null`,
  ))!.n;

const waiting = cachedBriefly(casesTopic, async () => {
  const counted = await row<{ n: number }>(
    sql`select count(*)::int as n from (select from cases k join tickets t on t.id = k.ticket_id and t.deleted_at is null
      where k.state in ('open', 'appealed') limit 1000) as waiting`,
  );
  return counted?.n ?? 0;
});

/** The cases that wait, by when they are due; those that were decided, the last first. */
export const casesList = defineList<typeof filter, CaseLine>({
  name: "cases",
  title: "case.title",
  can: "edit_ticket.full_access",
  filter,
  key: ({ caseId }) => caseId,
  page: listCases,
  count: countCases,
  columns: [
    { id: "number", label: "common.request", kind: "text", width: 128, value: ({ number }) => number },
    { id: "cause", label: "handBack.reason", kind: "text", value: ({ cause }, tell) => tell(`case.cause.${cause}`) },
    {
      id: "state",
      label: "common.condition",
      kind: "text",
      width: 96,
      value: ({ state }, tell) => tell(`case.state.${state}`),
    },
    { id: "opened", label: "case.openedAt", kind: "moment", width: 120, value: ({ openedAt }) => openedAt },
    { id: "due", label: "case.dueAt", kind: "moment", width: 120, value: ({ dueAt }) => dueAt },
    { id: "amount", label: "common.bookingFee", kind: "rupees", width: 84, value: ({ feePaise }) => feePaise },
    { id: "center", label: "common.center", kind: "text", value: ({ center }) => center },
    { id: "remarks", label: "heldFee.remarks", kind: "text", value: ({ closeRemarks }) => closeRemarks },
    {
      id: "decision",
      label: "objection.verdict",
      kind: "text",
      value: ({ decision }, tell) => decision && tell(`case.decision.${decision}`),
    },
  ],
});

/** A case with everything about its decision; the reasons are without phone numbers for who may not see them. */
export type CaseDetail = CaseLine & {
  /** What becomes of the fee now. */
  fee: "held" | "earned" | null;
  /** What the customer answered after the closing, the paid amount in paise; null without an answer. */
  answer: { came: boolean; done: boolean | null; paidPaise: Paise | null; counts: boolean } | null;
  reason: string | null;
  /** Names of admins. */
  decidedBy: string | null;
  decidedAt: Date | null;
  appealReason: string | null;
  appealedBy: string | null;
  appealedAt: Date | null;
  appealDecisionReason: string | null;
  appealDecidedBy: string | null;
  appealDecidedAt: Date | null;
  /** Whether the decider decided the appeal, too, because no other admin may move money. */
  sameAdmin: boolean;
  /** What the reader may decide now, about the case or its appeal; empty where the reader may not. */
  choices: readonly CaseDecision[];
  /** Whether the reader may enter an appeal now. */
  mayAppeal: boolean;
};

type Deciding = Pick<
  CaseDetail,
  | "reason"
  | "decidedBy"
  | "appealReason"
  | "appealedBy"
  | "appealedAt"
  | "appealDecisionReason"
  | "appealDecidedBy"
  | "appealDecidedAt"
  | "sameAdmin"
> & { ticket: string };

/** One case by its id, for who may edit requests. */
export async function getCase(actor: Actor, { caseId }: { caseId: string }): Promise<CaseDetail> {
  needMay(actor, "seeCases");
  const stored = await row<CaseRow & Deciding>(
    sql`select ${columns}, t.id as ticket, k.reason, k.decided_by as "decidedBy", k.appeal_reason as "appealReason",
        k.appealed_by as "appealedBy", k.appealed_at as "appealedAt",
        k.appeal_decision_reason as "appealDecisionReason", k.appeal_decided_by as "appealDecidedBy",
        k.appeal_decided_at as "appealDecidedAt", k.same_admin as "sameAdmin" ${from} where k.id = ${caseId}`,
  );
  if (!stored) throw missing("case.notFound");
  const { ticket, decidedBy, appealedBy, appealDecidedBy, ...facts } = stored;
  const names = await adminNames([decidedBy ?? [], appealedBy ?? [], appealDecidedBy ?? []].flat());
  const nameOf = (adminId: string | null) => (adminId && names.get(adminId)) || null;
  return {
    ...facts,
    ...lineOf(actor, stored),
    fee: await feeStateOf(ticket),
    answer: await answerFor(ticket),
    reason: readableBy(actor, facts.reason),
    appealReason: readableBy(actor, facts.appealReason),
    appealDecisionReason: readableBy(actor, facts.appealDecisionReason),
    decidedBy: nameOf(decidedBy),
    appealedBy: nameOf(appealedBy),
    appealDecidedBy: nameOf(appealDecidedBy),
    choices: (await mayDecide(actor, stored)) ? await choicesOf({ id: ticket }) : [],
    mayAppeal: may(actor, "appealCases") && isAppealable(stored),
  };
}

async function answerFor(ticketId: string): Promise<CaseDetail["answer"]> {
  const answer = await answerOf(ticketId);
  if (!answer) return null;
  const { came, done = null, paidPaise = null, proof } = answer;
  return { came, done, paidPaise, counts: proof !== "bare" };
}

/** Whether an actor may decide a case, or its appeal, that waits. */
async function mayDecide(actor: Actor, { state, ticket, decidedBy }: Pick<CaseRow, "state"> & Deciding) {
  if (!may(actor, "decideCases") || actor.kind !== "admin") return false;
  if (state !== "open" && state !== "appealed") return false;
  return (await involvementOf(actor, { id: ticket }, state === "appealed" ? decidedBy : null)) !== "involved";
}
