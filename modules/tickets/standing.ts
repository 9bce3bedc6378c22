import { istTime, now } from "../kernel/clock.ts";
import { row } from "../kernel/db.server.ts";
import { conflict, missing } from "../kernel/errors.ts";
import type { BroadcastState } from "./broadcast.entity.ts";
import type { TicketStatus } from "./labels.ts";

/** How one center's offer stands: its own state, its ticket's, and who else has the ticket or reserved it. */
export type Standing = {
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
 * One look by three indexes, so that whoever comes too late is told by it alone: of hundreds that want a ticket most
 * do, and none of them locks anything.
 */
export async function standingOf(centerId: string, broadcastId: string): Promise<Standing> {
  const standing = await row<Standing>(
    `select b.ticket_id as "ticketId", b.status, b.paid_from as "paidFrom",
            t.status as "ticketStatus", t.deleted_at is not null as deleted,
            rival.id as "rivalId", rival.status as "rivalStatus", rival.reserved_until as "rivalUntil"
       from broadcasts b
       join tickets t on t.id = b.ticket_id
       left join broadcasts rival on rival.ticket_id = b.ticket_id and rival.id <> b.id
        and rival.status in ('RESERVED', 'ACCEPTED', 'CLOSED')
      where b.id = $1 and b.center_id = $2`,
    [broadcastId, centerId],
  );
  if (!standing) throw missing("broadcast.notFound");
  return standing;
}

/** Refuses what can no longer be accepted; another center's running reservation is said with its end. */
export function needOpen({ status, ticketStatus, deleted, rivalStatus, rivalUntil }: Standing) {
  if (status === "TAKEN") throw conflict("broadcast.taken");
  if (status === "REJECTED") throw conflict("broadcast.rejectedAlready");
  if (status === "CLOSED") throw conflict("broadcast.acceptedAlready");
  if (deleted || ticketStatus !== "PENDING") throw conflict("broadcast.changed");
  if (!rivalStatus) return;
  if (rivalStatus !== "RESERVED" || !rivalUntil) throw conflict("broadcast.taken");
  if (rivalUntil > now()) throw reservedUntil(rivalUntil);
}

/** Another center is paying for the ticket and has it until then. */
export const reservedUntil = (until: Date) => conflict("broadcast.reserved", { time: istTime(until) });
