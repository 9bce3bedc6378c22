import { invalid } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise, toPaise, toRupees } from "#modules/kernel/money.ts";
import { costsNothing, jobPrice } from "../job-price.ts";
import { closureRemarks, workDone } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";

/** R174: the work was done free of charge. */
const freeOfCharge = closureRemarks[4];

type Priced = { closeRemarks?: string | undefined; amount?: number; labour?: number; material?: number };
/** In paise; the labour is null where one amount was entered for labour and material. */
export type ClosingPrice = { closingPricePaise: Paise; labourPaise: Paise | null; materialPaise: Paise };

/**
 * Returns the price of a closing, in paise, from whole rupees (Q121): the whole rupees of a visit charge with paise
 * mean all of it; totals and shares sent by a client are ignored (H20). An admin's amount is used as entered (Q35). A
 * center's price is ticket price plus labour and material charges (R167): at least the ticket price when the work was
 * done, 0 or the ticket price when it was not, 0 without a visit or when it was free.
 */
export function closingPrice(
  ticket: Pick<Ticket, "ticketPricePaise">,
  prices: Priced,
  { byAdmin }: { byAdmin: boolean },
): ClosingPrice {
  const visit = ticket.ticketPricePaise;
  const { total, ...price } = pricedBy(visit, prices);
  if (byAdmin) return { closingPricePaise: total, ...price };
  const remark = prices.closeRemarks ?? "";
  const charged = (price.labourPaise ?? 0) + price.materialPaise;
  if (remark === freeOfCharge) {
    if (charged > 0) throw priceError("close.freeOfCharge", prices);
    return { closingPricePaise: toPaise(0), ...price };
  }
  if (workDone(remark)) {
    if (total < visit) throw priceError("close.belowTicketPrice", prices);
  } else if (total !== 0 && total !== visit) throw priceError("close.visitChargeOnly", prices);
  else if (total !== 0 && costsNothing(remark)) throw priceError("close.notVisited", prices);
  return { closingPricePaise: total, ...price };
}

/** The total and its parts: of one amount, what exceeds the visit charge counts as material. */
function pricedBy(visit: Paise, { amount, ...basis }: Priced) {
  if (amount === undefined) {
    const { totalPaise, labourPaise, materialPaise } = jobPrice(visit, basis);
    return { total: totalPaise, labourPaise, materialPaise };
  }
  const total = exactly(amount, visit);
  return { total, labourPaise: null, materialPaise: toPaise(Math.max(0, total - visit)) };
}

const priceError = (key: Parameters<typeof invalid>[0], { amount, labour = 0, material = 0 }: Priced) =>
  invalid(key, { [amount !== undefined ? "amount" : labour > 0 && material === 0 ? "labour" : "material"]: key });

/** Returns whole rupees as paise; the exact amount where these are its whole rupees. */
export const exactly = (rupees: number, stands: Paise): Paise =>
  rupees === Math.trunc(toRupees(stands)) ? stands : fromRupees(rupees);
