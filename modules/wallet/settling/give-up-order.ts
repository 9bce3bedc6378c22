import { closeOrder } from "./complete-order.ts";
import { settleOrder } from "./settle-order.ts";

/**
 * Close an order whose time to be paid is over, unless the provider says that it was paid or that a payment is under way;
 * a capture that comes later still counts. Returns what it found. Call it outside transactions; `unavailable` when the
 * provider does not answer.
 */
export async function giveUpOrder(orderId: string): Promise<"paid" | "pending" | "closed"> {
  const { state } = await settleOrder(orderId, "reconciler");
  if (state !== "failed") return state;
  return (await closeOrder(orderId)).status === "paid" ? "paid" : "closed";
}
