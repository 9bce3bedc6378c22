import { sql } from "kysely";
import { type CandidateFacts, centersOfPincode } from "#modules/centers/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, write } from "#modules/kernel/db/db.server.ts";
import type { MatchOutcome } from "../broadcast.entity.ts";
import type { Ticket } from "../ticket.entity.ts";
import { centersThatRefused } from "./refused.ts";

/*
 * Decides which centers a ticket may be offered to, and why not to the others (Q101, fixed point 5). It only decides;
 * broadcast.ts acts on it.
 */

/** The facts of a ticket that matching uses. */
export type Matchable = Pick<
  Ticket,
  | "id"
  | "pincode"
  | "serviceId"
  | "clientId"
  | "revisitOf"
  | "qrId"
  | "createdByCenterId"
  | "centerId"
  | "broadcastStatus"
>;

export type Reason = { centerId: string; reason: MatchOutcome };

type Deciding = {
  at?: Date;
  /** A ticket that is just being made. */
  fresh?: boolean;
  /** Centers a fresh ticket is never offered to. */
  neverTo?: ReadonlySet<string> | undefined;
};
const nobody: ReadonlySet<string> = new Set();

/**
 * The verdict on every active center of the ticket's pincode, and on the ticket's own center wherever it works. Until a
 * ticket has been broadcast, its own center goes first and no other is needed.
 */
export async function reasonsFor(
  ticket: Matchable,
  { at = now(), fresh = false, neverTo = nobody }: Deciding = {},
): Promise<Reason[]> {
  const refused = fresh ? neverTo : await centersThatRefused(ticket.id);
  const facts = await centersOfPincode(ticket.pincode, {
    serviceId: ticket.serviceId,
    clientId: ticket.clientId,
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

type VerdictContext = {
  refused: boolean;
  /** Whether the ticket itself is already counted among the center's open ones. */
  holdsThis: boolean;
};

/** The first reason why a center cannot be offered a ticket; `offered` when there is none. */
export function verdict(center: CandidateFacts, { refused, holdsThis }: VerdictContext): MatchOutcome {
  if (!center.servesService) return "service";
  if (!center.servesPincode) return "pincode";
  if (!center.worksForClient) return "client";
  if (center.openTickets - (holdsThis ? 1 : 0) >= center.ticketAcceptLimit) return "capacity";
  if (center.broadcastDisabled) return "disabled";
  if (!center.subscriptionHolds) return "trial_over";
  if (refused) return "refused";
  return "offered";
}

/**
 * The own center of a revisit: that of the repeated visit, else of its QR code, else the one that created it. For other
 * tickets the candidates query finds it.
 */
async function ownCenterOfRevisit(ticket: Matchable): Promise<string | null> {
  const ownCenter = await row<{ center_id: string | null }>(
    sql`select coalesce((select center_id from tickets where id = ${ticket.revisitOf ?? null}::uuid),
                     (select center_id from partner_qrs where qr_id = ${ticket.qrId ?? null} and kind = 'center'),
                     ${ticket.createdByCenterId ?? null}::uuid) as center_id`,
  );
  return ownCenter?.center_id ?? null;
}

/** Store the reasons of a decision, replacing those of an earlier one. */
export async function keepReasons(ticketId: string, reasons: readonly Reason[], { fresh = false } = {}) {
  const centers = reasons.map(({ centerId }) => centerId);
  if (!fresh)
    await rows(sql`delete from match_reasons where ticket_id = ${ticketId} and center_id <> all(${centers}::uuid[])`);
  if (reasons.length === 0) return;
  write(sql`
    insert into match_reasons (ticket_id, center_id, reason, decided_at)
    select ${ticketId}::uuid, decided.center_id, decided.reason, ${now()}::timestamptz
      from unnest(${centers}::uuid[], ${reasons.map(({ reason }) => reason)}::text[]) as decided (center_id, reason)
    on conflict (ticket_id, center_id) do update set reason = excluded.reason, decided_at = excluded.decided_at`);
}

/** The stored reasons of a ticket, by center. */
export const storedReasons = (ticketId: string): Promise<Reason[]> =>
  rows<Reason>(
    sql`select center_id as "centerId", reason from match_reasons where ticket_id = ${ticketId} order by center_id`,
  );

/** The reasons computed again for the moment they were stored; equal to the stored ones unless the facts changed. */
export async function recomputeReasons(ticket: Ticket): Promise<Reason[]> {
  const decided = await row<{ at: Date | null }>(
    sql`select max(decided_at) as at from match_reasons where ticket_id = ${ticket.id}`,
  );
  const reasons = await reasonsFor(ticket, { at: decided?.at ?? now() });
  return reasons.toSorted((left, right) => (left.centerId < right.centerId ? -1 : 1));
}
