import { now } from "../kernel/clock.ts";
import { peek } from "../kernel/db.server.ts";
import { invalid, missing } from "../kernel/errors.ts";
import type { Paise } from "../kernel/money.ts";
import { defaultPrices } from "./prices.ts";

/** On what terms a request for a service is taken now. */
export type Terms = {
  service: { isActive: boolean; pickDrop: boolean };
  requestBookingAmountPaise: Paise;
  /** Refuses a code of which offers exist and none is in force (Q86, fixed point 4). */
  refuseDeadOffer: () => void;
};

/** Service, price and offer code of a booking, in one question; refuses with `service.notFound`. */
export async function termsOf({
  serviceId,
  offerCode,
}: {
  serviceId: string;
  offerCode?: string | null | undefined;
}): Promise<Terms> {
  const [found] = await peek<{ isActive: boolean; pickDrop: boolean; price: string | null; live: boolean | null }>(
    `select s.is_active as "isActive", s.pick_drop as "pickDrop",
            (select request_booking_amount_paise from price_lists order by created_at desc, id desc limit 1) as price,
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
