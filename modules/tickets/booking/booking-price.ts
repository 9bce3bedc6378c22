import { feeOffOf, getVehicle, priceInForce } from "#modules/catalog/index.ts";
import { gstCodeOf } from "#modules/catalog/shared.ts";
import { env } from "#modules/kernel/env.server.ts";
import { fromRupees, type Paise, zero } from "#modules/kernel/money.ts";
import { taxed } from "../invoices/invoice-tax.ts";

/**
 * What a booking costs now: the amount in paise includes the tax; the rate is in per cent; an unaccepted fee is
 * refunded after `refundHours`.
 */
export type BookingPrice = { amountPaise: Paise; taxPaise: Paise; taxRate: number; refundHours: number };

type Wish = {
  free: boolean;
  vehicleId?: string | undefined;
  state?: string | undefined;
  offerCode?: string | undefined;
};

/** What stays of a booking fee: an offer leaves at least one rupee to pay. */
export const lessOff = (fee: Paise, off: Paise): Paise =>
  off > 0 ? (Math.max(Math.min(fee, fromRupees(1)), fee - off) as Paise) : fee;

/** The price a form shows before anything is booked; the order made later is what counts (R048, R050, B1). */
export async function bookingPrice({ free, vehicleId, state, offerCode }: Wish): Promise<BookingPrice> {
  if (free) return priceOf(zero, state);
  const amount = vehicleId
    ? ((await getVehicle(vehicleId)).platformChargePaise as Paise)
    : lessOff((await priceInForce()).requestBookingAmountPaise, await feeOffOf(offerCode));
  return priceOf(amount, state);
}

/** The price for an amount that includes tax, calculated as the invoice will (fixed point 10). */
export function priceOf(amountPaise: Paise, state?: string | null): BookingPrice {
  const rate = env.operatorGstin === undefined ? 0 : env.gstRate;
  const sameState = (gstCodeOf(state) ?? env.operatorStateCode) === env.operatorStateCode;
  const line = taxed({ description: "", sac: env.defaultSac, amountPaise }, { rate, sameState });
  return {
    amountPaise,
    taxPaise: (line.cgstPaise + line.sgstPaise + line.igstPaise) as Paise,
    taxRate: rate,
    refundHours: env.refundUnacceptedAfterHours,
  };
}
