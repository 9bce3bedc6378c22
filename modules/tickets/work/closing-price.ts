import { type Actor, can } from "#modules/kernel/actor.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise, toPaise, toRupees, zero } from "#modules/kernel/money.ts";
import { closureRemarks, workDone } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";

/** R174: the work was done free of charge. */
const freeOfCharge = closureRemarks[4];

type Priced = { closeRemarks?: string | undefined; amount?: number; material?: number };
export type ClosingPrice = { closingPricePaise: Paise; materialPaise: Paise };

/**
 * The price of a closing, in paise, from whole rupees (Q121): the whole rupees of a visit charge with paise mean all of it; totals and shares sent by a client are ignored (H20). An
 * admin's amount is taken as entered (Q35). A center's price is ticket price plus material charges (R167): at least the
 * ticket price when the work was done, 0 or the ticket price when it was not, 0 when it was free.
 */
export function closingPrice(actor: Actor, ticket: Pick<Ticket, "ticketPricePaise">, asked: Priced): ClosingPrice {
  const visit = ticket.ticketPricePaise;
  const total =
    asked.amount === undefined ? toPaise(visit + fromRupees(asked.material ?? 0)) : exactly(asked.amount, visit);
  const materialPaise = toPaise(Math.max(0, total - visit));
  const price = { closingPricePaise: total, materialPaise };
  if (can(actor, "edit_ticket.full_access")) return price;
  const remark = asked.closeRemarks ?? "";
  if (remark === freeOfCharge) {
    if (materialPaise > 0) throw priceError("close.freeOfCharge", asked);
    return { closingPricePaise: zero, materialPaise: zero };
  }
  if (workDone(remark)) {
    if (total < visit) throw priceError("close.belowTicketPrice", asked);
    return price;
  }
  if (total !== 0 && total !== visit) throw priceError("close.visitChargeOnly", asked);
  return price;
}

const priceError = (key: Parameters<typeof invalid>[0], { amount }: Priced) =>
  invalid(key, { [amount === undefined ? "material" : "amount"]: key });

/** Whole rupees as paise; an amount with paise whose whole rupees they are stands as it is. */
export const exactly = (rupees: number, stands: Paise): Paise =>
  rupees === Math.trunc(toRupees(stands)) ? stands : fromRupees(rupees);
