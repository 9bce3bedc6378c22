import { closeOrder } from "./complete-order.ts";
import { settleOrder } from "./settle-order.ts";

/**
 * Close an order whose time to be paid is over, unless the provider reports it as paid or a payment as under way;
 * a later capture still pays it. Returns the outcome. Call it outside transactions; throws `unavailable` when the
 * provider does not answer.
 */
export async function giveUpOrder(orderId: string): Promise<"paid" | "pending" | "closed"> {
  const { state } = await settleOrder(orderId, "reconciler");
  if (state !== "failed") return state;
  return (await closeOrder(orderId)).status === "paid" ? "paid" : "closed";
}
