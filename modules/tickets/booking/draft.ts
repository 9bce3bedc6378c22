import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { fromNow, hour, minute, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { keepable } from "#modules/kernel/validation.ts";
import { type Booked, bookedBefore } from "./booking-reply.ts";
import { type BookingDraft, BookingDraftSchema } from "./draft.entity.ts";
import { draftFields } from "./input.ts";

/** A draft holds a name and an address, so it expires after a day. */
const lifeMs = 24 * hour;

/** The longest value a field of the form may have. */
const longest = 300;

/** What a page needs of a draft: the fields typed so far, and whether it has become a ticket. */
export type Draft = { id: string; qrId: string | null; fields: Record<string, string>; booked: boolean };

const view = ({ id, qrId, fields, ticketId }: BookingDraft): Draft => ({
  id,
  qrId: qrId ?? null,
  fields,
  booked: Boolean(ticketId),
});

/**
 * This browser's draft, or a new one with its token (for an httpOnly cookie). `fresh` starts another booking instead of
 * returning a draft that has already become a ticket.
 */
export const openDraft = ({
  token,
  qrId = null,
  fresh = false,
}: {
  token?: string | undefined;
  qrId?: string | null | undefined;
  fresh?: boolean;
}): Promise<{ token: string; draft: Draft }> =>
  transaction(async () => {
    const known = token ? await alive(token) : null;
    if (token && known && !(fresh && known.ticketId)) {
      if (!known.ticketId) known.qrId = qrId;
      return { token, draft: view(known) };
    }
    const made = randomToken();
    const draft = em().create(BookingDraftSchema, {
      tokenHash: hashToken(made),
      qrId,
      fields: {},
      expiresAt: fromNow(lifeMs),
    });
    await em().flush();
    return { token: made, draft: view(draft) };
  });

/** Save the fields typed so far, ignoring unknown ones. A draft that has become a ticket does not change. */
export const saveDraft = (token: string, fields: Record<string, string | undefined>): Promise<Draft | undefined> =>
  transaction(async () => {
    const draft = await alive(token, true);
    if (!draft) return undefined;
    if (draft.ticketId) return view(draft);
    const typed = draftFields.flatMap((name) => {
      const value = fields[name];
      return value === undefined ? [] : [[name, keepable(value, longest)] as const];
    });
    draft.fields = { ...draft.fields, ...Object.fromEntries(typed) };
    draft.expiresAt = fromNow(lifeMs);
    return view(draft);
  });

/** The booking a draft has become: reload and back show the same payment, not a second one. */
export async function draftTicket(token: string): Promise<Booked | undefined> {
  const draft = await alive(token);
  if (!draft?.ticketId) return undefined;
  return bookedBefore(draft.ticketId);
}

/** How long after its booking a draft still shows whose browser it is: the life of a code. */
const freshForMs = 10 * minute;

/**
 * The request a draft became within the last ten minutes, with the phone that was proved for it. Only the browser that
 * entered the code holds the draft, so it is known by it even when the answer to the code never reached it.
 */
export async function bookedJustNow(token: string): Promise<{ ticketId: string; phone: string } | undefined> {
  const [booked] = await rows<{ ticketId: string; phone: string }>(
    sql`select tickets.public_id as "ticketId", tickets.phone
     from booking_drafts join tickets on tickets.id = booking_drafts.ticket_id
     where booking_drafts.token_hash = ${hashToken(token)} and booking_drafts.expires_at > ${now()}
       and tickets.created_at > ${fromNow(-freshForMs)}`,
  );
  return booked;
}

/** The draft a booking is made from, locked, so that a double submit finds the first one's ticket. */
export const draftForBooking = (token: string): Promise<BookingDraft | null> => alive(token, true);

const alive = (token: string, lock = false): Promise<BookingDraft | null> =>
  em().findOne(
    BookingDraftSchema,
    { tokenHash: hashToken(token), expiresAt: { $gt: now() } },
    { refresh: true, ...(lock && { lockMode: LockMode.PESSIMISTIC_WRITE }) },
  );

/** Delete expired drafts; their pictures are gone before (clear-drafts.ts). */
export const deleteDrafts = () =>
  rows(sql`delete from booking_drafts d where d.expires_at < ${now()}
    and not exists (select from need_pictures p where p.draft_id = d.id)`);
