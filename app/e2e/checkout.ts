/*
 * The customer's side of a payment, over the product's own calls and the emulated provider.
 */

type Booked = { _id: string; payment?: { order_id: string } };

/** Payments at a running product. */
export function checkoutAt(base: string) {
  const post = async (path: string, body: object) => {
    const answer = await fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { success?: number; code?: string; message?: string; data?: Partial<Booked> };
  };

  /**
   * The provider's order of a booking whose fee is due. A booking does not wait long for a busy provider; like a
   * customer with such an answer, this asks for the payment again.
   */
  async function orderOf(booked: Booked): Promise<string> {
    let { payment } = booked;
    for (const until = Date.now() + 15_000; !payment && Date.now() < until; ) {
      const { data } = await post("/api/payment/capture-payment-broadcastTicket", { ticket_obj_id: booked._id });
      payment = data?.payment;
    }
    if (!payment) throw new Error(`the fee of ${booked._id} cannot be paid`);
    return payment.order_id;
  }

  /** What a customer does at the provider; the callback's fields. */
  const pay = (order_id: string, outcome: "success" | "failure" = "success"): Promise<object> =>
    post("/sandbox/razorpay/pay", { order_id, outcome });

  /** Pay the fee of a booking, and wait as a customer does who is told that the payment is being confirmed. */
  async function payFee(order_id: string) {
    const paid = await pay(order_id);
    for (const until = Date.now() + 30_000; ; ) {
      const { success, code, message } = await post("/api/center/accept-public-ticket-after-payment", paid);
      if (success === 1) return;
      if (code !== "booking.paymentPending" || Date.now() > until) throw new Error(`${order_id}: ${message}`);
    }
  }

  return { orderOf, pay, payFee };
}
