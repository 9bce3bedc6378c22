import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { say } from "#modules/kernel/messages/index.ts";
import { centerFrame } from "#modules/tickets/index.ts";
import { centerTransactions, topUpStanding, walletStatement } from "#modules/wallet/index.ts";
import { centerKinds } from "#modules/wallet/shared.ts";
import { checkoutView } from "./checkout-view.server.ts";
import { cursor, istDay, lenient, timeOf } from "./list-query.ts";

type Center = ActorOf<"center">;

/** Which of the center's money is listed. */
export const MoneyQuery = z.object({
  kind: lenient(z.enum(centerKinds)),
  from: lenient(istDay),
  to: lenient(istDay),
});

/** The list, its filters and page, and the recharge that is paid for or came back from the checkout. */
export const PaymentsQuery = MoneyQuery.extend({
  after: cursor,
  show: lenient(z.literal("statement")),
  pay: lenient(z.uuid()),
  closed: lenient(z.literal("1")),
  payment: lenient(z.enum(["paid", "pending", "failed"])),
});
type Query = z.output<typeof PaymentsQuery>;

/** The center's transactions or its wallet's statement, the balance, and a recharge under way. */
export async function paymentsView(center: Center, query: Query, door: Door) {
  const { show, after, kind, from, to } = query;
  const filter = { after, kind, ...timeOf(query) };
  return {
    filter: { kind: kind ?? "", from: from ?? "", to: to ?? "" },
    transactions: show ? null : await centerTransactions(center, filter),
    statement: show ? await walletStatement(center, filter) : null,
    balancePaise: (await door.once("frame", () => centerFrame(center))).balancePaise,
    recharge: query.pay ? await rechargeView(center, query.pay, query, door) : null,
  };
}

/**
 * A recharge as the database knows it now: what the browser came back with only says how the last try went. Another
 * center's does not exist here.
 */
async function rechargeView(center: Center, orderId: string, { payment, closed }: Query, door: Door) {
  const found = await standingIfAny(center, orderId);
  if (!found) return { state: "over" as const, amountPaise: 0, orderId, failed: false, closed: false, checkout: null };
  const { order, state } = found;
  const shown = state === "open" && payment === "pending" ? "pending" : state;
  const waits = shown === "open" || shown === "failed";
  const cancelTo = `/payments?pay=${order.id}&closed=1`;
  const description = say("transfer.recharge", {}, door.locale);
  return {
    state: shown,
    orderId: order.id,
    amountPaise: order.amountPaise as number,
    failed: payment === "failed",
    closed: closed === "1",
    checkout: waits ? await checkoutView(order.id, { description, cancelTo }, door) : null,
  };
}
export type RechargeView = Awaited<ReturnType<typeof rechargeView>>;

async function standingIfAny(center: Center, orderId: string) {
  try {
    return await topUpStanding(center, orderId);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}
