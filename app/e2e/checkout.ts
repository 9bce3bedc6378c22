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
    return (await answer.json()) as { data?: Partial<Booked> } & object;
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

  return { orderOf, pay };
}
