import { sql } from "kysely";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import { missing } from "#modules/kernel/errors.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import type { AccountKind } from "../ledger/ledger.entity.ts";
import { may, needMay } from "../policy.ts";
import { refundWayTo } from "../subscriptions/facts.ts";
import type { RefundWay, SubscriptionProduct } from "../subscriptions/input.ts";
import { roomFor } from "./caps.ts";
import { adjustmentsTopic, objectableUntil } from "./carry-out.ts";
import type { AdjustmentKind, AdjustmentReason, AdjustmentState, ObjectionState } from "./input.ts";

/** What an admin is shown of refunds and penalties, and a center of its penalties. Amounts are paise. */

type AdjustmentRecord = {
  id: string;
  kind: AdjustmentReason;
  state: AdjustmentState;
  objection: ObjectionState | null;
  amount_paise: string;
  bonus_paise: string;
  remarks: string;
  reference: string | null;
  account: AccountKind | null;
  created_at: Date;
  moved_at: Date | null;
  decided_at: Date | null;
  decision_remarks: string | null;
  objection_text: string | null;
  objection_picture_id: string | null;
  objected_at: Date | null;
  settled_at: Date | null;
  settlement_remarks: string | null;
  author_id: string;
  author: string | null;
  decider: string | null;
  settler: string | null;
  ticket: string | null;
  number: string | null;
  center_id: string | null;
  center: string | null;
  consumer: string | null;
  product: SubscriptionProduct | null;
  instalment_paise: string | null;
  instalment_from: Date | null;
  subscribed_until: Date | null;
};

const reading = sql`
  select a.id, a.kind, a.state, a.objection, a.amount_paise, a.bonus_paise, a.remarks, a.reference, a.created_at, a.moved_at, a.decided_at,
    a.decision_remarks, a.objection_text, a.objection_picture_id, a.objected_at, a.settled_at, a.settlement_remarks,
    a.author_id, author.name as author, decider.name as decider, settler.name as settler,
    t.public_id as ticket, t.ticket_id as number, a.center_id, c.center_name as center, person.name as consumer,
    (select gained.kind from transfers went join entries e on e.transfer_id = went.id and e.amount_paise > 0
        join accounts gained on gained.id = e.account_id
      where went.kind = replace(lower(a.kind), ' ', '_') and went.cause = a.id::text
        and a.kind in ('Refund', 'Subscription Refund')) as account,
    s.product, a.subscribed_until, i.amount_paise as instalment_paise, i.starts_at as instalment_from
  from adjustments a
  left join tickets t on t.id = a.ticket_id
  left join centers c on c.id = a.center_id
  left join subscriptions s on s.id = coalesce(a.subscription_id,
    (select entered.id from subscriptions entered where entered.adjustment_id = a.id))
  left join subscriptions i on i.id = s.instalment_id
  left join consumers person on person.id = a.consumer_id
  left join admins author on author.id = a.author_id
  left join admins decider on decider.id = a.decided_by
  left join admins settler on settler.id = a.settled_by`;

/**
 * A refund or penalty as an admin sees it, with what this admin may do about it. Texts are without phone numbers for
 * admins who are not SUPER_ADMIN.
 */
function rowFor(actor: Actor, adjustment: AdjustmentRecord) {
  const words = (text: string | null) => (text && !may(actor, "seeContacts") ? withoutContacts(text) : text);
  const own = actor.kind === "admin" && actor.adminId === adjustment.author_id;
  const isWaiting = adjustment.state === "WAITING";
  const isOpen = adjustment.objection === "OPEN";
  return {
    id: adjustment.id,
    kind: adjustment.kind,
    state: adjustment.state,
    objection: adjustment.objection,
    amountPaise: toPaise(adjustment.amount_paise),
    bonusPaise: toPaise(adjustment.bonus_paise),
    remarks: words(adjustment.remarks) ?? "",
    /** The bank's reference of a payout, or of the refund of what was paid outside. */
    reference: adjustment.reference,
    /** Until when the refund of a part of a subscription leaves its center subscribed, where it takes days. */
    subscribedUntil: adjustment.subscribed_until,
    /** Where a refund or payout that is done went; null for everything else. */
    went: wentTo(adjustment),
    createdAt: adjustment.created_at,
    movedAt: adjustment.moved_at,
    decidedAt: adjustment.decided_at,
    decisionRemarks: words(adjustment.decision_remarks),
    objectionText: words(adjustment.objection_text),
    objectionPictureId: adjustment.objection_picture_id,
    objectedAt: adjustment.objected_at,
    settledAt: adjustment.settled_at,
    settlementRemarks: words(adjustment.settlement_remarks),
    author: adjustment.author ?? "",
    decider: adjustment.decider,
    settler: adjustment.settler,
    /** The request it is for; what is added to a wallet is for none. */
    ticket: adjustment.ticket && adjustment.number ? { id: adjustment.ticket, number: adjustment.number } : null,
    /** Whose wallet: the center's id and name, or the customer's name. */
    owner: adjustment.center_id
      ? { centerId: adjustment.center_id, name: words(adjustment.center) ?? "" }
      : { centerId: null, name: words(adjustment.consumer) ?? "" },
    /** What a subscription is for, and of a balance its first instalment (paise). */
    subscription: adjustment.product && {
      product: adjustment.product,
      instalment:
        adjustment.instalment_paise && adjustment.instalment_from
          ? { amountPaise: toPaise(adjustment.instalment_paise), startsAt: adjustment.instalment_from }
          : null,
    },
    may: { approve: isWaiting && !own, withdraw: isWaiting && own, settle: isOpen && !own },
  };
}

function wentTo({ kind, state, account }: AdjustmentRecord): RefundWay | null {
  if (state !== "DONE") return null;
  if (kind === "Payout") return "bank";
  return account && refundWayTo(account);
}
export type AdjustmentRow = ReturnType<typeof rowFor>;

/**
 * The list's filter: `toDecide` is what waits for an admin, `waiting` an approval, `objected` a decision on an
 * objection; the period is that of their making.
 */
export type AdjustmentsFilter = {
  shown?: "toDecide" | "waiting" | "objected" | undefined;
  kind?: AdjustmentReason | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

const conditionOf = { toDecide: sql`(a.state = 'WAITING' or a.objection = 'OPEN')`, waiting: sql`a.state = 'WAITING'` };

/** The condition of a filter; refuses who may not move money. */
export function filterCondition(actor: Actor, { shown, kind, from, to }: AdjustmentsFilter): Sql {
  needMay(actor, "adjust");
  return allOf([
    // An index holds exactly the rows of `toDecide`; the others are among them.
    shown && conditionOf.toDecide,
    shown === "waiting" && conditionOf.waiting,
    shown === "objected" && sql`a.objection = 'OPEN'`,
    kind && sql`a.kind = ${kind}`,
    from && sql`a.created_at >= ${from}`,
    to && sql`a.created_at <= ${to}`,
  ]);
}

/** A page of refunds and penalties, newest first. */
export async function listAdjustments(
  actor: Actor,
  { after, before, take, ...filter }: AdjustmentsFilter & Place,
): Promise<Page<AdjustmentRow>> {
  const where = filterCondition(actor, filter);
  const markOf = ({ created_at, id }: AdjustmentRecord) => ({ at: created_at, id });
  const page = await keysetPage<AdjustmentRecord>(
    actor,
    { after, before, take },
    { markOf },
    ({ beyond, order, limit }) =>
      rows(
        sql`${reading} where ${where} and ${beyond("a.created_at", "a.id")}
        order by ${order("a.created_at", "a.id")} limit ${limit}`,
      ),
  );
  return pageMap(page, (adjustment) => rowFor(actor, adjustment));
}

export function countAdjustments(actor: Actor, filter: AdjustmentsFilter): Promise<Count> {
  return countRows(sql`from adjustments a where ${filterCondition(actor, filter)}`);
}

/** How many refunds, penalties and objections wait for a decision this admin may take. */
export async function adjustmentsToDecide(actor: Actor): Promise<number> {
  needMay(actor, "adjust");
  return adjustmentsFor(actor.kind === "admin" ? actor.adminId : "00000000-0000-0000-0000-000000000000");
}

const adjustmentsFor = cachedBriefly(adjustmentsTopic, async (deciderId: string) => {
  const counted = await row<{ n: number }>(
    sql`select count(*)::int as n from (select from adjustments a where ${conditionOf.toDecide} and a.author_id <> ${deciderId}
      limit 1000) as waiting`,
  );
  return counted?.n ?? 0;
});

/** One refund or penalty by its id. */
export async function getAdjustment(actor: Actor, adjustmentId: string): Promise<AdjustmentRow> {
  needMay(actor, "adjust");
  const adjustment = await row<AdjustmentRecord>(sql`${reading} where a.id = ${adjustmentId}`);
  if (!adjustment) throw missing("adjust.missing");
  return rowFor(actor, adjustment);
}

/** The public id of a request by its number (`REQ-…`), or the public id itself, for admins who may move money. */
export async function requestNumbered(actor: Actor, number: string): Promise<string> {
  needMay(actor, "adjust");
  const request = await row<{ id: string }>(
    sql`select public_id as id from tickets where (ticket_id = upper(${number}) or public_id = ${number}) and deleted_at is null`,
  );
  if (!request) throw missing("ticket.notFound");
  return request.id;
}

/** Returns the refunds and penalties of a request, oldest first, for admins who may move money; none for others. */
export async function adjustments(actor: Actor, { ticketId }: { ticketId: string }): Promise<AdjustmentRow[]> {
  needMay(actor, "adjust");
  const entries = await rows<AdjustmentRecord>(
    sql`${reading} where a.ticket_id = (select id from tickets where public_id = ${ticketId}) order by a.created_at, a.id limit 200`,
  );
  return entries.map((each) => rowFor(actor, each));
}

/** How much may still be refunded to a center for a request, and taken from it as penalties; paise. */
export async function adjustmentRoom(actor: Actor, { ticketId, centerId }: { ticketId: string; centerId: string }) {
  needMay(actor, "adjust");
  const request = await row<{ id: string }>(
    sql`select id from tickets where public_id = ${ticketId} and deleted_at is null`,
  );
  if (!request) throw missing("ticket.notFound");
  const of = { ticketId: request.id, centerId, consumerId: null };
  return {
    refundPaise: await roomFor({ ...of, kind: "Refund" }),
    penaltyPaise: await roomFor({ ...of, kind: "Penalty" }),
  };
}

/** The most penalties shown to a center at once; older ones are in its statement. */
const mostPenalties = 20;

/** Returns a center's penalties, newest first, each with its reason and the state of an objection to it. */
export async function ownPenalties(actor: Actor) {
  needKind(actor, "center");
  const penalties = await rows<AdjustmentRecord>(
    sql`${reading} where a.center_id = ${actor.centerId} and a.kind = 'Penalty' and a.state = 'DONE'
      order by a.created_at desc, a.id desc limit ${sql.lit(mostPenalties)}`,
  );
  return penalties.map((penalty) => {
    const until = objectableUntil(penalty.moved_at!);
    return {
      id: penalty.id,
      number: penalty.number ?? "",
      amountPaise: toPaise(penalty.amount_paise),
      reason: penalty.remarks,
      movedAt: penalty.moved_at!,
      objection: penalty.objection,
      objectionText: penalty.objection_text,
      objectionPictureId: penalty.objection_picture_id,
      answer: penalty.settlement_remarks,
      objectableUntil: until,
      mayObject: penalty.objection === null && now() <= until,
    };
  });
}
export type OwnPenalty = Awaited<ReturnType<typeof ownPenalties>>[number];

/** The facts of a center's refund or penalty for a message to it; the reason without phone numbers. */
export async function adjustmentFacts(adjustmentId: string) {
  const adjustment = await row<{
    kind: AdjustmentKind;
    ticketId: string;
    centerId: string;
    amount: string;
    remarks: string;
    objection: ObjectionState | null;
  }>(
    sql`select kind, ticket_id as "ticketId", center_id as "centerId", amount_paise as amount, remarks, objection
      from adjustments where id = ${adjustmentId} and center_id is not null and kind in ('Refund', 'Penalty')`,
  );
  if (!adjustment) return undefined;
  const { amount, remarks, ...facts } = adjustment;
  return { ...facts, amountPaise: toPaise(amount), reason: withoutContacts(remarks) };
}

/**
 * Returns what was added to a center's wallet by hand, as its notice shows it; undefined for every other adjustment.
 */
export async function additionFacts(adjustmentId: string) {
  const adjustment = await row<{ centerId: string; kind: string; amount: string; bonus: string; remarks: string }>(
    sql`select center_id as "centerId", kind, amount_paise as amount, bonus_paise as bonus, remarks
      from adjustments where id = ${adjustmentId} and center_id is not null and kind in ('Wallet Added', 'BONUS')`,
  );
  if (!adjustment) return undefined;
  const amountPaise = toPaise(Number(adjustment.amount) + Number(adjustment.bonus));
  const facts = { amountPaise, bonus: adjustment.kind === "BONUS", remarks: withoutContacts(adjustment.remarks) };
  return { centerId: adjustment.centerId, facts };
}

type OfBalance = { phone: string; kind: AdjustmentReason; amount: string; bonus: string; remarks: string } & {
  reference: string | null;
  ticketId: string | null;
  number: string | null;
  inBalance: boolean;
};

/**
 * What an adjustment did to a customer's balance, as the customer is told it; undefined for every other one: a penalty, a
 * refund that went to its source, and whatever is a center's.
 */
export async function balanceFacts(adjustmentId: string) {
  const adjustment = await row(
    sql<OfBalance>`
      select c.phone, a.kind, a.amount_paise as amount, a.bonus_paise as bonus, a.remarks, a.reference,
        a.ticket_id as "ticketId", t.ticket_id as number,
        a.kind <> 'Refund' or exists (
          select from transfers moved join entries e on e.transfer_id = moved.id
            join accounts wallet on wallet.id = e.account_id and wallet.consumer_id = a.consumer_id
           where moved.kind = 'refund' and moved.cause = a.id::text) as "inBalance"
        from adjustments a join consumers c on c.id = a.consumer_id and c.erased_at is null
        left join tickets t on t.id = a.ticket_id
       where a.id = ${adjustmentId} and a.state = 'DONE' and a.kind <> 'Penalty'`,
  );
  if (!adjustment?.inBalance) return undefined;
  const { amount, bonus, remarks, inBalance: _, ...facts } = adjustment;
  return { ...facts, amountPaise: toPaise(Number(amount) + Number(bonus)), reason: withoutContacts(remarks) };
}

/** The number of a request whose fee came back to its customer's balance, and that customer's phone; undefined once erased. */
export const feeInBalanceFacts = (ticketId: string) =>
  row(
    sql<{ phone: string; number: string }>`
      select c.phone, t.ticket_id as number from tickets t join consumers c on c.phone = t.phone and c.erased_at is null
       where t.id = ${ticketId}`,
  );
