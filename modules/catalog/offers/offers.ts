import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { invalid } from "#modules/kernel/errors.ts";
import type { Paise } from "#modules/kernel/money.ts";

/** The code a booking form is prefilled with: the product's name in capitals without spaces, and 2025 (R059, Q86). */
export const defaultOfferCode = () => `${env.productName.replace(/\s+/g, "").toUpperCase()}2025`;

/** An offer a code stands for: whether it is in force, has uses left, and what it does. */
export type OfferState = {
  id: string;
  live: boolean;
  left: boolean;
  feeOffPaise: Paise;
  limited: boolean;
};

/** SQL for the offers of a code as JSON (`OfferState[]`) at an instant; null for none. */
export const offersSql = (code: string, at: Date) => sql`(
  select json_agg(json_build_object(
           'id', id, 'live', is_active and from_date <= ${at} and to_date >= ${at},
           'left', total_uses is null or uses < total_uses, 'feeOffPaise', fee_off_paise,
           'limited', total_uses is not null or uses_per_phone is not null)
         order by fee_off_paise desc, id)
    from offers where upper(title) = upper(${code}))`;

const notValid = () => invalid("offer.notValid", { offerCode: "offer.notValid" });
const isDefault = (code: string | null | undefined) => code?.trim().toUpperCase() === defaultOfferCode();

/**
 * Refuse a code whose offers are all inactive or out of date; a code without an offer passes (Q86, fixed point 4). The
 * default code, which every form is filled with, is never refused: without an offer in force it takes nothing off.
 */
export function refuseUnlessLive(code: string | null | undefined, offers: readonly OfferState[]) {
  if (offers.length > 0 && !offers.some(({ live }) => live) && !isDefault(code)) throw notValid();
}

/**
 * The offer that lowers a fee: of those of a code that are in force with uses left the one that takes most off; undefined
 * when none takes anything off. Refuses as `refuseUnlessLive`, and a code whose offers in force are all used up.
 */
export function offerLowering(code: string | null | undefined, offers: readonly OfferState[]): TakenOffer | undefined {
  const usable = offers.find(({ live, left }) => live && left);
  if (offers.length > 0 && !usable && !isDefault(code)) throw notValid();
  return usable && usable.feeOffPaise > 0 ? usable : undefined;
}

/** As `refuseUnlessLive`, for the code of a request without a fee. Titles are compared in capitals. */
export async function refuseDeadOffer(code: string | null | undefined) {
  const title = code?.trim();
  if (title) refuseUnlessLive(title, await offersOf(title));
}

/** As `offerLowering`, for the code of a booking with a fee before it is made. */
export async function refuseUsedUpOffer(code: string | null | undefined) {
  const title = code?.trim();
  if (title) offerLowering(title, await offersOf(title));
}

async function offersOf(title: string): Promise<OfferState[]> {
  const result = await row<{ offers: OfferState[] | null }>(sql`select ${offersSql(title, now())} as offers`);
  return result?.offers ?? [];
}

/** The offer whose code lowers a fee. */
export type TakenOffer = Pick<OfferState, "id" | "feeOffPaise" | "limited">;

/**
 * Take one use of an offer in the running transaction of the booking whose fee it lowers; whether it was there to take. Of N bookings at once
 * with M uses left exactly M take one. The others are refused like an inactive code; with the default code they are
 * booked without it. `usesOfPhone` counts what the phone's bookings hold. An offer without limits is not written to.
 */
export async function takeOffer(
  offer: TakenOffer,
  code: string | null | undefined,
  usesOfPhone: () => Promise<number>,
): Promise<boolean> {
  if (!offer.limited) return true;
  const taken = await takeUse(offer.id, usesOfPhone);
  if (!taken && !isDefault(code)) throw notValid();
  return taken;
}

/** Take one use of a limited offer if there is one left for the phone; who takes or returns one waits here in line. */
export async function takeUse(offerId: string, usesOfPhone: () => Promise<number>): Promise<boolean> {
  const left = await row<{ perPhone: number | null }>(
    sql`select uses_per_phone as "perPhone" from offers
      where id = ${offerId} and (total_uses is null or uses < total_uses) for update`,
  );
  // Counted after the lock, so that another booking of this phone is seen.
  if (!left || (left.perPhone !== null && (await usesOfPhone()) >= left.perPhone)) return false;
  await rows(sql`update offers set uses = uses + 1 where id = ${offerId}`);
  return true;
}

/** Give one use of an offer back, in the transaction that says which; nothing happens to an offer that is gone. */
export const returnUse = (offerId: string) => rows(sql`update offers set uses = uses - 1 where id = ${offerId}`);
