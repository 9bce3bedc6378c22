import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { filterFields, filterShown } from "#app/parts/lists/filter.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { checkoutView } from "#app/parts/payment/checkout-view.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Page } from "#modules/kernel/lists/keyset.server.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { centerFrame } from "#modules/tickets/index.ts";
import { ownPenalties, purchaseState, statementList, transactionsList } from "#modules/wallet/index.ts";

type Center = ActorOf<"center">;

/** The list, its filters and page, and the recharge that is being paid or came back from the checkout. */
export const PaymentsQuery = z.object({
  ...filterFields(transactionsList.filter),
  ...placeFields,
  show: lenient(z.literal("statement")),
  pay: lenient(id),
  closed: lenient(z.literal("1")),
  payment: lenient(z.enum(["paid", "pending", "failed"])),
  /** The penalty whose objection form is open. */
  object: lenient(id),
});
type Query = z.output<typeof PaymentsQuery>;

/** The center's transactions or its wallet's statement, the balance, and a recharge in progress. */
export async function paymentsView(center: Center, query: Query, door: Door) {
  const reader = { actor: center, locale: door.locale };
  const penalties = await ownPenalties(center);
  return {
    penalties,
    objecting: penalties.find(({ id, mayObject }) => mayObject && id === query.object) ?? null,
    filter: filterShown(transactionsList.filter, query),
    transactions: query.show
      ? null
      : paged(await transactionsList.page(center, query), (rows) =>
          tableOf(transactionsList, rows, reader, ({ status }) => ({ status })),
        ),
    statement: query.show
      ? paged(await statementList.page(center, query), (rows) => tableOf(statementList, rows, reader))
      : null,
    balancePaise: (await door.once("frame", () => centerFrame(center))).balancePaise,
    recharge: query.pay ? await rechargeView(center, query.pay, query, door) : null,
  };
}

const paged = <Row, Table>({ rows, ...pages }: Page<Row>, table: (rows: Row[]) => Table) => ({
  table: table(rows),
  pages,
});

/**
 * A recharge with its current state in the database: the result the browser came back with is only about the last try.
 * Another center's order is not found.
 */
async function rechargeView(center: Center, orderId: string, { payment, closed }: Query, door: Door) {
  const found = await standingIfAny(center, orderId);
  if (!found) return { state: "over" as const, amountPaise: 0, orderId, failed: false, closed: false, checkout: null };
  const { order, state } = found;
  const shown = state === "open" && payment === "pending" ? "pending" : state;
  const waits = shown === "open" || shown === "failed";
  const cancelTo = `/payments?pay=${order.id}&closed=1`;
  const description = say("transfer.recharge", {}, door.locale);
  const checkout = waits ? await checkoutView(order.id, { description, cancelTo }, door) : null;
  // Paid since its state was read.
  if (checkout?.problem === "payment.alreadyPaid") throw door.go(`/payments?pay=${order.id}&payment=paid`);
  return {
    state: shown,
    orderId: order.id,
    amountPaise: order.amountPaise as number,
    failed: payment === "failed",
    closed: closed === "1",
    checkout,
  };
}
export type RechargeView = Awaited<ReturnType<typeof rechargeView>>;

async function standingIfAny(center: Center, orderId: string) {
  try {
    return await purchaseState(center, orderId);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}
