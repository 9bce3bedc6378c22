import type { Calls } from "./calls.ts";
import { patienceMs } from "./journey.ts";

/*
 * The customer's side of a payment, over the product's calls and the emulated provider.
 */

type Booked = { _id: string; payment?: { order_id: string } };

/** Pays at a running product. */
export function checkoutAt({ ask }: Calls) {
  const post = (path: string, body: object) => ask<Partial<Booked> | undefined>("POST", path, body);

  /**
   * The provider's order of a booking whose fee is due. A booking does not wait long for a busy provider; like a
   * customer in that case, this asks for the payment again.
   */
  async function orderOf(booked: Booked): Promise<string> {
    let { payment } = booked;
    for (const until = Date.now() + patienceMs; !payment && Date.now() < until; ) {
      const { data } = await post("/api/payment/capture-payment-broadcastTicket", { ticket_obj_id: booked._id });
      payment = data?.payment;
    }
    if (!payment) throw new Error(`the fee of ${booked._id} cannot be paid`);
    return payment.order_id;
  }

  /** Pays at the provider; returns the callback's fields. */
  const pay = (order_id: string, outcome: "success" | "failure" = "success"): Promise<object> =>
    post("/sandbox/razorpay/pay", { order_id, outcome });

  /** Pays the fee of a booking and waits until the payment is confirmed. */
  async function payFee(order_id: string) {
    const paid = await pay(order_id);
    for (const until = Date.now() + patienceMs; ; ) {
      const { success, code, message } = await post("/api/center/accept-public-ticket-after-payment", paid);
      if (success === 1) return;
      if (code !== "booking.paymentPending" || Date.now() > until) throw new Error(`${order_id}: ${message}`);
    }
  }

  return { orderOf, pay, payFee };
}
