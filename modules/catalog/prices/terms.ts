import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { type OfferState, offerLowering, offersSql, refuseUnlessLive, type TakenOffer } from "../offers/offers.ts";
import { defaultPrices, priceSql } from "./prices.ts";
import { visitChargeSql } from "./visit-charges.ts";

/** The current terms for a request of a service. */
export type Terms = {
  service: { isActive: boolean; pickDrop: boolean };
  requestBookingAmountPaise: Paise;
  /** What a visit costs at the pincode (fixed point 10); 0 without a charge. */
  visitChargePaise: Paise;
  /** The offer whose code lowers the booking fee, if any; refuses a code that is over or used up (Q86, fixed point 4). */
  offer: () => TakenOffer | undefined;
  /** For a request whose fee no code lowers: refuses a code that is over (Q86, fixed point 4). */
  refuseDeadCode: () => void;
};

/** Service, prices and offer code of a booking, in one query; refuses with `service.notFound`. */
export async function termsOf({
  serviceId,
  pincode,
  offerCode,
}: {
  serviceId: string;
  pincode: string;
  offerCode?: string | null | undefined;
}): Promise<Terms> {
  type TermsRow = Terms["service"] & { price: string | null; visit: string | null; offers: OfferState[] | null };
  const at = now();
  const code = offerCode?.trim() ?? "";
  const termsRow = await row<TermsRow>(
    sql`select s.is_active as "isActive", s.pick_drop as "pickDrop",
            ${priceSql("request_booking_amount", at)} as price,
            ${visitChargeSql(sql`s.id`, pincode, at)} as visit,
            ${offersSql(code, at)} as offers
       from services s where s.id = ${serviceId}`,
  );
  if (!termsRow) throw missing("service.notFound");
  const { price, visit, offers, ...service } = termsRow;
  return {
    service,
    requestBookingAmountPaise: price === null ? defaultPrices.requestBookingAmountPaise : (Number(price) as Paise),
    visitChargePaise: visit === null ? zero : toPaise(visit),
    offer: () => offerLowering(offerCode, offers ?? []),
    refuseDeadCode: () => refuseUnlessLive(offerCode, offers ?? []),
  };
}
