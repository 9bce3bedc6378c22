import { now } from "../kernel/clock.ts";
import { rows } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { invalid } from "../kernel/errors.ts";

/** The code a booking form starts with: the product's name in capitals without spaces, and 2025 (Q86). */
export const defaultOfferCode = () => `${env.productName.replace(/\s+/g, "").toUpperCase()}2025`;

/**
 * Refuse a code of which an offer exists and none is in force; a code without an offer of that title passes (Q86,
 * fixed point 4). Titles are compared in capitals.
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
