import { LockMode } from "@mikro-orm/postgresql";
import { fromNow, hour, now } from "../kernel/clock.ts";
import { hashToken, randomToken } from "../kernel/crypto.server.ts";
import { em, rows, transaction } from "../kernel/db.server.ts";
import { type Booked, bookedBefore } from "./booking-reply.ts";
import { draftFields } from "./booking-schemas.ts";
import { type BookingDraft, BookingDraftSchema } from "./draft.entity.ts";

/** A draft holds a name and an address, so it is not kept longer than a booking takes. */
const lifeMs = 24 * hour;

/** The longest value a field of the form may have. */
const longest = 300;

/** What a page needs of a draft: what was typed, and whether it has become a ticket. */
export type Draft = { id: string; qrId: string | null; fields: Record<string, string>; booked: boolean };

const view = ({ id, qrId, fields, ticketId }: BookingDraft): Draft => ({
  id,
  qrId: qrId ?? null,
  fields,
  booked: Boolean(ticketId),
});

/**
 * The draft of this browser, or a new one with its token (for an httpOnly cookie). `fresh` begins another booking and
 * leaves one that has become a ticket alone.
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

/** Keep what was typed so far; unknown fields are left out. A draft that has become a ticket stays as it is. */
export const saveDraft = (token: string, fields: Record<string, string | undefined>): Promise<Draft | undefined> =>
  transaction(async () => {
    const draft = await alive(token, true);
    if (!draft) return undefined;
    if (draft.ticketId) return view(draft);
    const typed = draftFields.flatMap((name) => {
      const value = fields[name];
      return value === undefined ? [] : [[name, value.slice(0, longest)] as const];
    });
    draft.fields = { ...draft.fields, ...Object.fromEntries(typed) };
    draft.expiresAt = fromNow(lifeMs);
    return view(draft);
  });

/** The ticket a draft has become, as its booking answered: reload and back show the same payment, not a second one. */
export async function draftTicket(token: string): Promise<Booked | undefined> {
  const draft = await alive(token);
  if (!draft?.ticketId) return undefined;
  return bookedBefore(draft.ticketId);
}

/** The draft a booking is made from, locked, so that a double submit finds the first one's ticket. */
export const draftForBooking = (token: string): Promise<BookingDraft | null> => alive(token, true);

const alive = (token: string, lock = false): Promise<BookingDraft | null> =>
  em().findOne(
    BookingDraftSchema,
    { tokenHash: hashToken(token), expiresAt: { $gt: now() } },
    { refresh: true, ...(lock && { lockMode: LockMode.PESSIMISTIC_WRITE }) },
  );

/** Forget drafts whose time is over. */
export const clearDrafts = () => rows("delete from booking_drafts where expires_at < $1", [now()]);
