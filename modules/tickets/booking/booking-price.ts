import { feeOffOf, getVehicle, priceInForce, visitChargeOf } from "#modules/catalog/index.ts";
import { gstCodeOf } from "#modules/catalog/shared.ts";
import { env } from "#modules/kernel/env.server.ts";
import { fromRupees, type Paise, zero } from "#modules/kernel/money.ts";
import { type FeeTerms, feeTerms } from "../fees/fee-terms.ts";
import { taxed } from "../invoices/invoice-tax.ts";

/**
 * What a booking costs now: the amount in paise includes the tax; the rate is in per cent; `terms` say when it goes back.
 * The visit charge is paid with the bill, whatever the booking costs.
 */
export type BookingPrice = {
  amountPaise: Paise;
  taxPaise: Paise;
  taxRate: number;
  terms: FeeTerms;
  visitPaise: Paise;
};

type PriceInput = {
  free: boolean;
  vehicleId?: string | undefined;
  state?: string | undefined;
  offerCode?: string | undefined;
  /** Of which service and where, once both are known; a pick and drop has no visit charge. */
  visit?: { serviceId: string; pincode: string } | undefined;
};

/** Returns a booking fee less an offer, at least one rupee. */
export const lessOff = (fee: Paise, off: Paise): Paise =>
  off > 0 ? (Math.max(Math.min(fee, fromRupees(1)), fee - off) as Paise) : fee;

/** The price a form shows before anything is booked; the order made later is what counts (R048, R050, B1). */
export async function bookingPrice({ free, vehicleId, state, offerCode, visit }: PriceInput): Promise<BookingPrice> {
  const visitPaise = visit && !vehicleId ? await visitChargeOf(visit) : zero;
  if (free) return priceOf(zero, { state, visitPaise });
  const amount = vehicleId
    ? ((await getVehicle(vehicleId)).platformChargePaise as Paise)
    : lessOff((await priceInForce()).requestBookingAmountPaise, await feeOffOf(offerCode));
  return priceOf(amount, { state, visitPaise });
}

/** The price for an amount that includes tax, calculated as the invoice will (fixed point 10). */
export async function priceOf(
  amountPaise: Paise,
  { state, visitPaise }: { state?: string | null | undefined; visitPaise: Paise },
): Promise<BookingPrice> {
  const rate = env.operatorGstin === undefined ? 0 : env.gstRate;
  const sameState = (gstCodeOf(state) ?? env.operatorStateCode) === env.operatorStateCode;
  const line = taxed({ description: "", sac: env.defaultSac, amountPaise }, { rate, sameState });
  return {
    amountPaise,
    taxPaise: (line.cgstPaise + line.sgstPaise + line.igstPaise) as Paise,
    taxRate: rate,
    terms: await feeTerms(),
    visitPaise,
  };
}
