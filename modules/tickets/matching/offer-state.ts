import { sql } from "kysely";
import { istTime, now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import type { BroadcastState } from "../broadcast.entity.ts";
import type { TicketStatus } from "../labels.ts";

/** The state of one center's offer and of its ticket, and which other center has won or reserved it. */
export type OfferState = {
  ticketId: string;
  status: BroadcastState;
  paidFrom: "wallet" | "card" | null;
  ticketStatus: TicketStatus;
  deleted: boolean;
  rivalId: string | null;
  rivalStatus: BroadcastState | null;
  rivalUntil: Date | null;
};

/**
 * Read the state with three index lookups and no lock: when hundreds of centers accept a ticket, most are too late, and
 * this tells them cheaply.
 */
export async function offerStateOf(centerId: string, broadcastId: string): Promise<OfferState> {
  const state = await row<OfferState>(
    sql`select b.ticket_id as "ticketId", b.status, b.paid_from as "paidFrom",
            t.status as "ticketStatus", t.deleted_at is not null as deleted,
            rival.id as "rivalId", rival.status as "rivalStatus", rival.reserved_until as "rivalUntil"
       from broadcasts b
       join tickets t on t.id = b.ticket_id
       left join broadcasts rival on rival.ticket_id = b.ticket_id and rival.id <> b.id
        and rival.status in ('RESERVED', 'ACCEPTED', 'CLOSED')
      where b.id = ${broadcastId} and b.center_id = ${centerId}`,
  );
  if (!state) throw missing("broadcast.notFound");
  return state;
}

/**
 * Refuse an offer that can no longer be accepted; for another center's running reservation the message says when it
 * ends.
 */
export function needOpen({ status, ticketStatus, deleted, rivalStatus, rivalUntil }: OfferState) {
  if (status === "TAKEN") throw conflict("broadcast.taken");
  if (status === "REJECTED") throw conflict("broadcast.rejectedAlready");
  if (status === "CLOSED") throw conflict("broadcast.acceptedAlready");
  if (deleted || ticketStatus !== "PENDING") throw conflict("broadcast.changed");
  if (!rivalStatus) return;
  if (rivalStatus !== "RESERVED" || !rivalUntil) throw conflict("broadcast.taken");
  if (rivalUntil > now()) throw reservedUntil(rivalUntil);
}

/** The refusal while another center is paying for the ticket. */
export const reservedUntil = (until: Date) => conflict("broadcast.reserved", { time: istTime(until) });
