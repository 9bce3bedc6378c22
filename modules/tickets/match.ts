import { type CandidateFacts, centersOfPincode } from "../centers/index.ts";
import { now } from "../kernel/clock.ts";
import { peek, row, rows, write } from "../kernel/db.server.ts";
import type { MatchOutcome } from "./broadcast.entity.ts";
import type { Ticket } from "./ticket.entity.ts";

/*
 * Whom a ticket may be offered to, and why the others not (Q101, fixed point 5). This file only decides; broadcast.ts
 * acts on it.
 */

export type Reason = { centerId: string; reason: MatchOutcome };

/**
 * The verdict on every active center of the ticket's pincode, and on the ticket's own center wherever it works. While
 * a ticket has not been broadcasted, its own center comes first and nobody else is needed.
 */
export async function reasonsFor(
  ticket: Ticket,
  { at = now(), fresh = false }: { at?: Date; fresh?: boolean } = {},
): Promise<Reason[]> {
  const refused = fresh ? new Set() : await centersThatRefused(ticket.id);
  const facts = await centersOfPincode(ticket.pincode, {
    serviceId: ticket.serviceId,
    at,
    ...(ticket.revisitOf
      ? { alsoCenterId: await ownCenterOfRevisit(ticket) }
      : { alsoQrId: ticket.qrId, alsoCenterId: ticket.createdByCenterId }),
  });
  const own = facts.find(({ isOwn }) => isOwn)?.centerId;
  const verdicts = facts.map((center) => ({
    centerId: center.centerId,
    reason: verdict(center, { refused: refused.has(center.centerId), holdsThis: center.centerId === ticket.centerId }),
  }));
  const ownFirst = ticket.broadcastStatus !== "broadcasted" && ticket.broadcastStatus !== "accepted after broadcast";
  if (!ownFirst || !verdicts.some(({ centerId, reason }) => centerId === own && reason === "offered")) return verdicts;
  return verdicts.map(({ centerId, reason }) =>
    reason === "offered" ? { centerId, reason: centerId === own ? "same_center" : "not_needed" } : { centerId, reason },
  );
}

type Beside = {
  refused: boolean;
  /** The ticket itself is already counted among the center's open ones. */
  holdsThis: boolean;
};

/** Why a center cannot be offered a ticket, the first reason that holds; `offered` when none does. */
export function verdict(center: CandidateFacts, { refused, holdsThis }: Beside): MatchOutcome {
  if (!center.servesService) return "service";
  if (!center.servesPincode) return "pincode";
  if (center.openTickets - (holdsThis ? 1 : 0) >= center.ticketAcceptLimit) return "capacity";
  if (center.broadcastDisabled) return "disabled";
  if (!center.subscriptionHolds) return "trial_over";
  if (refused) return "refused";
  return "offered";
}

/**
 * The center a revisit belongs to by birth: of the visit it repeats, else of its QR code, else the one that wrote it
 * down. Of any other ticket the code's or the writing one is asked for with the candidates.
 */
async function ownCenterOfRevisit(ticket: Ticket): Promise<string | null> {
  const [found] = await peek<{ center_id: string | null }>(
    `select coalesce((select center_id from tickets where id = $1::uuid),
                     (select center_id from partner_qrs where qr_id = $2 and kind = 'center'), $3::uuid) as center_id`,
    [ticket.revisitOf ?? null, ticket.qrId ?? null, ticket.createdByCenterId ?? null],
  );
  return found?.center_id ?? null;
}

async function centersThatRefused(ticketId: string) {
  const refused = await rows<{ center_id: string }>(
    "select center_id from broadcasts where ticket_id = $1 and status = 'REJECTED'",
    [ticketId],
  );
  return new Set(refused.map(({ center_id }) => center_id));
}

/** Keep the reasons as they were decided; what an earlier decision said is replaced. */
export async function keepReasons(ticketId: string, reasons: readonly Reason[], { fresh = false } = {}) {
  const centers = reasons.map(({ centerId }) => centerId);
  const text = `insert into match_reasons (ticket_id, center_id, reason, decided_at)
     select $1::uuid, decided.center_id, decided.reason, $4::timestamptz
       from unnest($2::uuid[], $3::text[]) as decided (center_id, reason)
     on conflict (ticket_id, center_id) do update set reason = excluded.reason, decided_at = excluded.decided_at`;
  const params = [ticketId, centers, reasons.map(({ reason }) => reason), now()];
  if (!fresh)
    await rows("delete from match_reasons where ticket_id = $1 and center_id <> all($2::uuid[])", [ticketId, centers]);
  if (reasons.length > 0) write({ text, params });
}

/** The stored reasons of a ticket, by center. */
export const storedReasons = (ticketId: string): Promise<Reason[]> =>
  rows<Reason>(`select center_id as "centerId", reason from match_reasons where ticket_id = $1 order by center_id`, [
    ticketId,
  ]);

/** The reasons decided anew as of the moment they were stored; equal to the stored ones unless the facts changed. */
export async function recomputeReasons(ticket: Ticket): Promise<Reason[]> {
  const decided = await row<{ at: Date | null }>(
    "select max(decided_at) as at from match_reasons where ticket_id = $1",
    [ticket.id],
  );
  const reasons = await reasonsFor(ticket, { at: decided?.at ?? now() });
  return reasons.toSorted((left, right) => (left.centerId < right.centerId ? -1 : 1));
}
