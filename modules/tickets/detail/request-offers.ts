import { sql } from "kysely";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { byShownName } from "#modules/kernel/names.ts";
import type { BroadcastState, MatchOutcome } from "../broadcast.entity.ts";
import { onlyOf, readingOf } from "../reading.ts";

/** One center a request is or was offered to (R281, R472). */
export type RequestOffer = {
  id: string;
  centerId: string;
  center: string;
  qrId: string | null;
  /** The status of its QR code. */
  qrStatus: string | null;
  phone: string;
  /** R264: whether it paid for the onboarding kit; null for a client. */
  kitPaid: boolean | null;
  status: BroadcastState;
  offeredAt: Date;
  /** When it accepted or rejected. */
  answeredAt: Date | null;
  /** What the onboarding team noted about it, and who did. */
  remarks: string | null;
  remarksBy: string | null;
};

/** Why a center was or was not offered a request, decided at `at`. */
export type RequestReason = {
  centerId: string;
  center: string;
  qrId: string | null;
  reason: MatchOutcome;
  at: Date;
  /** The center's limit of open requests, for `capacity`. */
  limit: number;
};

/** More are not listed; a pincode has some dozens. */
export const mostListed = 100;

/** Centers are shown to admins the same way before and after the end of a request. */
const open = { closedAt: null, cancelledAt: null };

const qrOf = sql`left join lateral (select qr_id, status from partner_qrs q
  where q.center_id = c.id and q.kind = 'center' order by q.created_at limit 1) q on true`;

type OfferRecord = Omit<RequestOffer, "offeredAt" | "answeredAt"> & { offered: string; answered: string | null };

/** The columns of an offer that a client may read: its center and its state (fixed point 16). */
const offerOfClient = ["id", "centerId", "center", "qrId", "phone", "status", "offered", "answered"] as const;

/**
 * Returns the centers a request is or was offered to, by its internal id: the one that has it first, then in the order
 * of the offers.
 */
export async function requestOffers(actor: Actor, ticketId: string): Promise<RequestOffer[]> {
  const read = readingOf(actor, open);
  const offers = await rows<OfferRecord>(
    sql`select b.id, b.center_id as "centerId", c.center_name as center, q.qr_id as "qrId", q.status as "qrStatus",
            c.phone, c.paid_for_onboarding_kit as "kitPaid", b.status, b.remarks, b.remarks_by as "remarksBy", b.created_at as offered,
            case b.status when 'REJECTED' then b.updated_at when 'ACCEPTED' then coalesce(t.accepted_at, b.updated_at)
              when 'CLOSED' then coalesce(t.accepted_at, b.updated_at) end as answered
       from broadcasts b join tickets t on t.id = b.ticket_id join centers c on c.id = b.center_id ${qrOf}
      where b.ticket_id = ${ticketId}
      order by b.status in ('ACCEPTED', 'CLOSED') desc, b.status = 'RESERVED' desc, b.created_at, b.id
      limit ${sql.lit(mostListed)}`,
  );
  const shown: OfferRecord[] = isClient(actor) ? offers.map((offer) => onlyOf(offer, offerOfClient)) : offers;
  return shown.map(({ offered, answered, ...offer }) => ({
    ...offer,
    center: read.name(offer.center),
    phone: read.phone(offer.phone),
    remarks: read.house(offer.remarks),
    remarksBy: read.house(offer.remarksBy),
    offeredAt: new Date(offered),
    answeredAt: answered === null ? null : new Date(answered),
  }));
}

/**
 * Returns the stored verdict on every center around a request, by its internal id: those that were offered it first, of
 * each reason by the shown name. The reasons are internal, so a client gets none.
 */
export async function requestReasons(actor: Actor, ticketId: string): Promise<RequestReason[]> {
  if (isClient(actor)) return [];
  const read = readingOf(actor, open);
  const reasons = await rows<Omit<RequestReason, "at"> & { at: string }>(
    sql`select m.center_id as "centerId", c.center_name as center, q.qr_id as "qrId", m.reason, m.decided_at as at,
            c.ticket_accept_limit as "limit"
       from match_reasons m join centers c on c.id = m.center_id ${qrOf}
      where m.ticket_id = ${ticketId}
      order by m.reason in ('offered', 'same_center') desc, m.reason, c.id limit ${sql.lit(mostListed)}`,
  );
  const shown = reasons.map(({ at, ...reason }) => ({ ...reason, center: read.name(reason.center), at: new Date(at) }));
  const grouped = new Set(shown.map(({ reason }) => reason));
  return [...grouped].flatMap((each) =>
    byShownName(
      shown.filter(({ reason }) => reason === each),
      ({ center }) => center,
    ),
  );
}
