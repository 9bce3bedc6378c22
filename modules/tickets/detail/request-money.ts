import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { ledgerOfRequest, type RequestLedgerLine } from "#modules/wallet/index.ts";
import { namesOf } from "./names.ts";

/** The money of a request in paise: each movement, and the present state. */
export type RequestMoney = {
  lines: (RequestLedgerLine & { center: string | null })[];
  /** Of the booking fee: held until closing. */
  heldPaise: Paise;
  /** Booking fee and lead price that are the operator's now. */
  earnedPaise: Paise;
  /** What was returned to the customer, or to a center's wallet. */
  returnedPaise: Paise;
  /** Penalties taken less those returned. */
  penaltyPaise: Paise;
};

/** What each movement adds to held, earned, returned and penalties. */
function sumsOf({ from, to, amountPaise, kind }: RequestLedgerLine) {
  const sumFrom = (account: RequestLedgerLine["from"]) =>
    to === account ? amountPaise : from === account ? -amountPaise : 0;
  return {
    held: sumFrom("booking_fees_held"),
    earned: sumFrom("booking_fee_income") + sumFrom("lead_fee_income"),
    returned: isReturned({ to, kind }) ? amountPaise : 0,
    penalty: sumFrom("penalty_income"),
  };
}

/** Whether it was returned; false for an earned fee that is held again until the provider refunds it. */
const isReturned = ({ to, kind }: Pick<RequestLedgerLine, "to" | "kind">) =>
  kind !== "penalty_refund" && to !== "booking_fees_held" && (/(^|_)refund$/.test(kind) || kind === "fee_to_balance");

/** The money of a request from the ledger, by its internal id; the caller checked who may see it. */
export async function requestMoney(ticketId: string): Promise<RequestMoney> {
  const lines = await ledgerOfRequest(ticketId);
  const names = await namesOf({ centers: lines.flatMap(({ centerId }) => centerId ?? []) });
  const sum = (of: keyof ReturnType<typeof sumsOf>) =>
    toPaise(lines.reduce((total, line) => total + sumsOf(line)[of], zero as number));
  return {
    lines: lines.map((line) => ({ ...line, center: line.centerId && (names.get(line.centerId) ?? null) })),
    heldPaise: sum("held"),
    earnedPaise: sum("earned"),
    returnedPaise: sum("returned"),
    penaltyPaise: sum("penalty"),
  };
}
