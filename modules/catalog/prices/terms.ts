import { now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { defaultPrices, priceSql } from "./prices.ts";

/** The current terms for a request of a service. */
export type Terms = {
  service: { isActive: boolean; pickDrop: boolean };
  requestBookingAmountPaise: Paise;
  /** Refuses an offer code whose offers are all inactive or out of date (Q86, fixed point 4). */
  refuseDeadOffer: () => void;
};

/** Service, price and offer code of a booking, in one query; refuses with `service.notFound`. */
export async function termsOf({
  serviceId,
  offerCode,
}: {
  serviceId: string;
  offerCode?: string | null | undefined;
}): Promise<Terms> {
  const found = await row<{ isActive: boolean; pickDrop: boolean; price: string | null; live: boolean | null }>(
    `select s.is_active as "isActive", s.pick_drop as "pickDrop",
            ${priceSql("request_booking_amount", "$3")} as price,
            (select bool_or(is_active and from_date <= $3 and to_date >= $3) from offers
              where upper(title) = upper($2)) as live
       from services s where s.id = $1`,
    [serviceId, offerCode?.trim() ?? "", now()],
  );
  if (!found) throw missing("service.notFound");
  const { price, live, ...service } = found;
  return {
    service,
    requestBookingAmountPaise: price === null ? defaultPrices.requestBookingAmountPaise : (Number(price) as Paise),
    refuseDeadOffer() {
      if (live === false) throw invalid("offer.notValid", { offerCode: "offer.notValid" });
    },
  };
}
