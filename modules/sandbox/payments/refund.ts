import { z } from "zod";
import { transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { badRequest, unknownId } from "./answers.ts";
import { refundEntity } from "./shapes.ts";
import { findPayment, findRefund, insertRefund } from "./store.ts";
import { sendWebhooks } from "./webhooks.ts";

const Refund = z.object({
  amount: z.int().positive().optional(),
  speed: z.string().optional(),
  receipt: z.string().nullish(),
  notes: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});

/** Refund a captured payment, at most once per idempotency key and never more than was captured. */
export async function refundPayment(request: Request, paymentId: string, body: unknown) {
  const idempotencyKey = request.headers.get("x-refund-idempotency");
  if (idempotencyKey !== null && !/^[\w-]{10,}$/.test(idempotencyKey)) {
    throw badRequest("The idempotency key must be at least 10 characters");
  }
  const input = Refund.safeParse(body);
  if (!input.success) throw badRequest("The amount must be a positive integer.", { field: "amount" });
  const { receipt = null, notes } = input.data;
  const fingerprint = JSON.stringify(input.data);

  const done = await unitOfWork(() =>
    transaction(async () => {
      // The lock serialises refunds of a payment, so that their sum is always checked.
      const payment = await findPayment(paymentId, { lock: true });
      if (!payment) throw unknownId();
      const earlier = idempotencyKey ? await findRefund(paymentId, idempotencyKey) : undefined;
      if (earlier) {
        if (earlier.request !== fingerprint) throw badRequest("Different request body for the same idempotency key");
        return { refund: earlier, payment: undefined };
      }
      const left = Number(payment.amount) - Number(payment.amount_refunded);
      if (payment.status === "refunded") throw badRequest("The payment has been fully refunded already");
      if (payment.status !== "captured")
        throw badRequest("The payment status should be captured for action to be taken");
      const amount = input.data.amount ?? left;
      if (amount > left)
        throw badRequest("The total refund amount is greater than the refund payment amount", { field: "amount" });
      return insertRefund(payment, { amount, receipt, notes, idempotencyKey, request: fingerprint });
    }),
  );
  if (done.payment) sendWebhooks(["refund.processed", { refund: done.refund, payment: done.payment }]);
  return refundEntity(done.refund);
}
