import type { Door } from "#app/http/request/door.server.ts";
import { partnerHere } from "#app/parts/tickets/booking-draft.server.ts";
import { offersShown } from "#modules/catalog/index.ts";
import { isVerifiedCenter, placeOfPincode } from "#modules/centers/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { unpaidOf, usualCostCached } from "#modules/tickets/index.ts";

/*
 * What several pages of a booking show.
 */

/** The partner of the page; an e-rickshaw driver's code leads to the ride form instead (R036). */
export async function partnerOfPage(door: Door, { scan }: { scan: boolean }): Promise<Partner | undefined> {
  const partner = await partnerHere(door, { scan });
  if (partner?.primaryService?.pickDrop && partner.vehicle?.eRickshaw) {
    throw door.go(`/bookingPickDrop/${encodeURIComponent(partner.qr.qrId)}`);
  }
  return partner;
}

export const partnerName = ({ qr, center }: Partner) => center?.centerName ?? qr.name ?? qr.qrId;

export const isVerifiedPartner = async ({ center }: Partner) =>
  center !== undefined && (await isVerifiedCenter(center.id));

/** Three codes that take something off the fee now; a partner's customer pays none. */
export async function feeOffers(partner: Partner | undefined) {
  if (partner) return [];
  const offers = (await offersShown()).filter(({ feeOffPaise }) => feeOffPaise > 0);
  return offers
    .slice(0, 3)
    .map(({ title, feeOffPaise, toDate }) => ({ title, feeOffPaise, until: toDate.toISOString() }));
}

/** The requests of this browser whose fee is unpaid, but the one on its page. */
export const unpaidHere = async (anyone: ActorOf<"anyone">, door: Door, but?: string) =>
  (await unpaidOf(anyone, door.cookie("draft"))).filter(({ id }) => id !== but);

/** A pincode with the name of its place, `Jaipur 302012`. */
export async function placeName(pincode: string): Promise<string> {
  const { city } = await placeOfPincode(pincode);
  return city ? `${city} ${pincode}` : pincode;
}

/** What a service's work costs usually near a pincode, in paise; null where too few bills say it. */
export async function usualHere(serviceId: string, pincode: string | undefined) {
  const usual = pincode && (await usualCostCached({ serviceId, pincode }));
  return usual ? { fromPaise: usual.fromPaise, toPaise: usual.toPaise, bills: usual.bills } : null;
}
