import { sql } from "kysely";
import { z } from "zod";
import { adminNames } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
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
import { bound } from "#modules/kernel/validation.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { earnBookingFee } from "#modules/wallet/index.ts";
import { refuseInvolved } from "../cases/involved.ts";
import { openCaseOf } from "../cases/open-case.ts";
import { heldFeesWaiting } from "../events.ts";
import { getTicket } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { wholeDays } from "../labels.ts";
import { needMay, readableBy } from "../policy.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { heldFeesTopic } from "./fee-at-closing.ts";
import type { DecideHeldFee } from "./input.ts";
import { returnFee } from "./return-fee.ts";

/*
 * The booking fees of requests that were closed without a code: held until the customer answers, or an admin who may move
 * money decides. Where there is a case about the request, the case decides.
 */

const filter = z.object({ from: bound("start"), to: bound("end") });
type Filter = z.output<typeof filter>;

/** A held fee; `days` are whole ones since the closing. Texts are without phone numbers for who may not see them. */
export type HeldFee = {
  /** Public id and human number of the request. */
  ticketId: string;
  number: string;
  heldAt: Date;
  days: number;
  amountPaise: Paise;
  center: string | null;
  closeRemarks: string | null;
  /** How many on-site pictures there are. */
  pictures: number;
  /** Who closed the request. */
  closer: string | null;
};

type HeldFeeRow = Omit<HeldFee, "heldAt" | "days" | "amountPaise" | "closer"> & {
  id: string;
  heldAt: Date;
  amount: string;
  closerId: string | null;
};

const from = sql`from tickets t`;
const hasOpenCase = sql`exists (select from cases k where k.ticket_id = t.id and k.state in ('open', 'appealed'))`;

function filterCondition(actor: Actor, { from: first, to }: Filter): Sql {
  needMay(actor, "decideFees");
  return allOf([
    sql`t.fee_held_at is not null and t.deleted_at is null and not ${hasOpenCase}`,
    first && sql`t.fee_held_at >= ${first}`,
    to && sql`t.fee_held_at <= ${to}`,
  ]);
}

const columns = sql`t.id, t.public_id as "ticketId", t.ticket_id as number, t.fee_held_at as "heldAt",
  t.booking_fee_paise as amount, c.center_name as center, t.close_remarks as "closeRemarks",
  (select count(*)::int from ticket_pictures p where p.ticket_id = t.id) as pictures,
  (select h.actor_id from history h where h.subject = 'ticket' and h.subject_id = t.id and h.event = 'ticket.closed'
    and h.actor_kind = 'admin' limit 1) as "closerId"
  from tickets t left join centers c on c.id = t.center_id`;

/** The reader of rows as an actor sees them, with the names of who closed the requests. */
async function reader(actor: Actor, all: readonly HeldFeeRow[]) {
  const names = await adminNames(all.flatMap(({ closerId }) => closerId ?? []));
  return (fee: HeldFeeRow) => shown(actor, fee, names);
}

function shown(
  actor: Actor,
  { id: _, amount, heldAt, closerId, ...heldFee }: HeldFeeRow,
  names: ReadonlyMap<string, string>,
): HeldFee {
  return {
    ...heldFee,
    center: readableBy(actor, heldFee.center),
    closeRemarks: readableBy(actor, heldFee.closeRemarks),
    heldAt,
    days: wholeDays(heldAt, now()),
    amountPaise: toPaise(amount),
    closer: (closerId && names.get(closerId)) || null,
  };
}

async function listHeldFees(
  actor: Actor,
  { after, before, take, ...filtered }: Filter & Place,
): Promise<Page<HeldFee>> {
  const where = filterCondition(actor, filtered);
  const markOf = ({ heldAt, id }: HeldFeeRow) => ({ at: heldAt, id });
  const page = await keysetPage<HeldFeeRow>(
    actor,
    { after, before, take },
    { markOf, ascending: true },
    ({ beyond, order, limit }) =>
      rows(
        sql`select ${columns} where ${where} and ${beyond("t.fee_held_at", "t.id")}
          order by ${order("t.fee_held_at", "t.id")} limit ${limit}`,
      ),
  );
  return pageMap(page, await reader(actor, page.rows));
}

export function countHeldFees(actor: Actor, filtered: Filter): Promise<Count> {
  return countRows(sql`${from} where ${filterCondition(actor, filtered)}`);
}

/** How many held fees wait for a decision; counted up to 1,000. */
export async function heldFeesToDecide(actor: Actor): Promise<number> {
  needMay(actor, "decideFees");
  return waiting();
}

const waiting = cachedBriefly(heldFeesTopic, async () => {
  const counted = await row<{ n: number }>(
    sql`select count(*)::int as n from (
        select from tickets t where t.fee_held_at is not null and t.deleted_at is null and not ${hasOpenCase} limit 1000) as held`,
  );
  return counted?.n ?? 0;
});

/** The held fees, oldest first. */
export const heldFeesList = defineList<typeof filter, HeldFee>({
  name: "heldFees",
  title: "heldFee.title",
  can: "adjust_wallet",
  filter,
  key: ({ ticketId }) => ticketId,
  page: listHeldFees,
  count: countHeldFees,
  columns: [
    { id: "number", label: "common.request", kind: "text", width: 128, value: ({ number }) => number },
    { id: "held", label: "heldFee.closed", kind: "moment", width: 120, value: ({ heldAt }) => heldAt },
    { id: "days", label: "heldFee.days", kind: "count", width: 72, value: ({ days }) => days },
    { id: "amount", label: "common.bookingFee", kind: "rupees", width: 84, value: ({ amountPaise }) => amountPaise },
    { id: "center", label: "common.center", kind: "text", value: ({ center }) => center },
    { id: "remarks", label: "heldFee.remarks", kind: "text", value: ({ closeRemarks }) => closeRemarks },
    { id: "pictures", label: "common.onSitePictures", kind: "count", width: 72, value: ({ pictures }) => pictures },
    { id: "closer", label: "heldFee.closer", kind: "text", width: 120, value: ({ closer }) => closer },
  ],
});

/** The held fee of a request by its public id. */
export async function heldFeeOf(actor: Actor, ticketId: string): Promise<HeldFee> {
  const where = filterCondition(actor, {});
  const fee = await row<HeldFeeRow>(sql`select ${columns} where ${where} and t.public_id = ${ticketId}`);
  if (!fee) throw missing("heldFee.decided");
  return (await reader(actor, [fee]))(fee);
}

/**
 * Earn or return a held fee, once, in one transaction with its reason and a row of history. The first decision
 * counts; later ones throw conflict("heldFee.decided"). A returned fee is refunded to its source. Refuses with
 * `heldFee.ofCase` a fee that a case decides, and with `case.ownClosing` an admin who earns the fee of an own closing while
 * another one could decide.
 */
export const decideHeldFee = (actor: Actor, { ticketId, verdict, remarks }: DecideHeldFee): Promise<Ticket> =>
  transaction(async () => {
    needMay(actor, "decideFees");
    const ticket = await getTicket(actor, ticketId, { lock: true });
    if (!ticket.feeHeldAt) throw conflict("heldFee.decided");
    if (await openCaseOf(ticket)) throw conflict("heldFee.ofCase");
    ticket.feeHeldAt = null;
    ticket.feeRemarks = remarks;
    if (verdict === "RETURNED") await returnFee(actor, ticket, "decided");
    else {
      await refuseInvolved(actor, ticket);
      if (!(await earnBookingFee(ticket.id))) throw conflict("heldFee.decided");
      ticket.platformSharePaise = ticket.bookingFeePaise;
      await recordOn(actor, ticket, { event: "ticket.feeEarned", data: { amountPaise: ticket.bookingFeePaise } });
    }
    await announce([...(await topicsOf(ticket)), heldFeesTopic]);
    return ticket;
  });

/** Remind who decides of the fees that have waited for two days; runs once a day. Returns how many there are. */
export const remindOfHeldFees = (): Promise<number> =>
  transaction(async () => {
    const { n: count } = (await row<{ n: number }>(
      sql`select count(*)::int as n from tickets t
        where t.fee_held_at <= ${fromNow(-2 * day)} and t.deleted_at is null and not ${hasOpenCase}`,
    ))!;
    if (count > 0) await emit(heldFeesWaiting, { count, at: now().toISOString() });
    return count;
  });
