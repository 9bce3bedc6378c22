import { conflict, type FieldErrors, invalid } from "#modules/kernel/errors.ts";
import type { Paise } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { closureRemarks } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import type { AdminCloseTicket } from "../work/input.ts";

/** The remark by which a center says that the customer has paid for the work (R174). */
const [paymentCollected] = closureRemarks;

type Sent = Pick<
  AdminCloseTicket,
  "paymentType" | "paymentReference" | "notYetPaid" | "needsReference" | "closeRemarks"
>;
type Closed = {
  closingPricePaise: Paise;
  closedAt: Date;
  /** Whether who closes is the one that may owe the price, and so does not say that it is paid. */
  owes: boolean;
};
type Payment = Pick<Ticket, "paymentType" | "paidAt" | "paymentReference">;

/**
 * How and when the price of a closing was paid. Cash, and a price of 0, are paid at closing; an online payment is with
 * its reference, and is not when the sender says so. Of an online closing that says neither, as senders do that do not
 * know the reference, the remark decides: 'Payment Collected' is paid, every other is not. A client's closing leaves the
 * price to be paid.
 */
export function paymentAtClosing(ticket: Phones, sent: Sent, { closingPricePaise, closedAt, owes }: Closed): Payment {
  const { paymentType, paymentReference } = sent;
  if (owes && closingPricePaise > 0) return { paymentType, paidAt: null, paymentReference: null };
  const notYetPaid = sent.notYetPaid === "true";
  if (paymentType !== "Online" || closingPricePaise === 0) {
    if (paymentReference) throw wrong("paymentReference", "jobPayment.referenceUnused");
    if (notYetPaid && paymentType !== "Online") throw wrong("notYetPaid", "jobPayment.cashIsPaid");
    return { paymentType, paidAt: closedAt, paymentReference: null };
  }
  if (paymentReference && notYetPaid) throw wrong("paymentReference", "jobPayment.paidOrNot");
  if (sent.needsReference === "true" && !paymentReference && !notYetPaid)
    throw wrong("paymentReference", "jobPayment.referenceMissing");
  if (paymentReference) refusePhone(ticket, paymentReference);
  const paid = Boolean(paymentReference) || (!notYetPaid && sent.closeRemarks === paymentCollected);
  return { paymentType, paidAt: paid ? closedAt : null, paymentReference: paymentReference ?? null };
}

/** Whether a closed request's price waits for its payment. */
export const awaitsPayment = ({ status, paidAt, paymentType, closingPricePaise }: Awaited) =>
  status === "CLOSED" && paymentType != null && (closingPricePaise ?? 0) > 0 && paidAt == null;

type Awaited = {
  status: string;
  paidAt?: Date | string | null | undefined;
  paymentType?: string | null | undefined;
  closingPricePaise?: number | null | undefined;
};

/** Refuses a payment of a request that is not closed, or of which nothing is owed. */
export function refuseUnlessAwaited(ticket: Ticket) {
  if (ticket.status !== "CLOSED") throw conflict("jobPayment.notClosed");
  if (!awaitsPayment(ticket)) throw conflict("jobPayment.recordedBefore");
}

type Phones = Pick<Ticket, "phone"> & { alternatePhone?: string | null | undefined };

/** The customer's number typed for a reference would be shown to readers from whom it is hidden. */
export function refusePhone({ phone, alternatePhone }: Phones, reference: string) {
  if ([phone, alternatePhone].some((each) => each && reference.includes(each)))
    throw wrong("paymentReference", "jobPayment.referenceIsPhone");
}

const wrong = (field: string, key: MessageKey) => invalid(key, { [field]: key } as FieldErrors);
