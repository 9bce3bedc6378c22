import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { invalid } from "#modules/kernel/errors.ts";

/** The code a booking form is prefilled with: the product's name in capitals without spaces, and 2025 (Q86). */
export const defaultOfferCode = () => `${env.productName.replace(/\s+/g, "").toUpperCase()}2025`;

/**
 * Refuse a code whose offers are all inactive or out of date; a code without an offer of that title passes (Q86, fixed
 * point 4). Titles are compared in capitals.
 */
export async function refuseDeadOffer(code: string | null | undefined) {
  const title = code?.trim();
  if (!title) return;
  const offers = await rows<{ live: boolean }>(
    `select is_active and from_date <= $2 and to_date >= $2 as live from offers where upper(title) = upper($1)`,
    [title, now()],
  );
  if (offers.length > 0 && !offers.some(({ live }) => live)) {
    throw invalid("offer.notValid", { offerCode: "offer.notValid" });
  }
}
