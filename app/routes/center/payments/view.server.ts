import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { filterFields, filterShown } from "#app/parts/lists/filter-fields.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { checkoutView } from "#app/parts/payment/checkout-view.server.ts";
import { priceInForce } from "#modules/catalog/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, now } from "#modules/kernel/clock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Page } from "#modules/kernel/lists/keyset.server.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { centerFrame, feePapersList, visitBillsList, visitBillTotals } from "#modules/tickets/index.ts";
import {
  centerSubscription,
  ownPenalties,
  purchaseState,
  statementList,
  tooEarlyDays,
  transactionsList,
} from "#modules/wallet/index.ts";
import { subscriptionProducts } from "#modules/wallet/shared.ts";

type Center = ActorOf<"center">;

/** The list, its filters and page, and the purchase by card that is being paid or came back from the checkout. */
export const PaymentsQuery = z.object({
  ...filterFields(transactionsList.filter),
  ...placeFields,
  show: lenient(z.enum(["statement", "papers", "bills"])),
  pay: lenient(id),
  closed: lenient(z.literal("1")),
  payment: lenient(z.enum(["paid", "pending", "failed"])),
  /** What is to be bought from the wallet, once that is confirmed. */
  buy: lenient(z.enum(subscriptionProducts)),
  /** The penalty whose objection form is open. */
  object: lenient(id),
});
type Query = z.output<typeof PaymentsQuery>;

/** The center's transactions or its wallet's statement, the balance, its subscription, and a purchase by card in progress. */
export async function paymentsView(center: Center, query: Query, door: Door) {
  const reader = { actor: center, locale: door.locale };
  const penalties = await ownPenalties(center);
  const { balancePaise, notice } = await door.once("frame", () => centerFrame(center));
  const subscription = await subscriptionView(center, { disabled: notice !== null });
  return {
    penalties,
    objecting: penalties.find(({ id, mayObject }) => mayObject && id === query.object) ?? null,
    filter: filterShown(transactionsList.filter, query),
    transactions: query.show
      ? null
      : paged(await transactionsList.page(center, query), (rows) =>
          tableOf(transactionsList, rows, reader, ({ status }) => ({ status })),
        ),
    statement:
      query.show === "statement"
        ? paged(await statementList.page(center, query), (rows) => tableOf(statementList, rows, reader))
        : null,
    papers:
      query.show === "papers"
        ? paged(await feePapersList.page(center, papersFilter(query)), (rows) => tableOf(feePapersList, rows, reader))
        : null,
    bills:
      query.show === "bills"
        ? {
            ...paged(await visitBillsList.page(center, papersFilter(query)), (rows) =>
              tableOf(visitBillsList, rows, reader, ({ ticketId }) => ({ ticketId })),
            ),
            totals: await visitBillTotals(center, papersFilter(query)),
          }
        : null,
    balancePaise,
    subscription,
    buying: subscription.offers.find(({ product, walletPays }) => walletPays && product === query.buy) ?? null,
    purchase: query.pay ? await purchaseView(center, query.pay, query, door) : null,
  };
}

/** The papers of the days asked for: the kinds of the other lists are no kinds of paper. */
const papersFilter = ({ from, to, after, before }: Query) => ({ from, to, after, before });

const paged = <Row, Table>({ rows, ...pages }: Page<Row>, table: (rows: Row[]) => Table) => ({
  table: table(rows),
  pages,
});

/** How the center is subscribed, what is sold to it, and whether its wallet pays that; dates and amounts as its card says them. */
async function subscriptionView(center: Center, { disabled }: { disabled: boolean }) {
  const subscription = await centerSubscription(center);
  const { isSubscribed, endsAt, trialEndsAt, balance, offers, waiting, walletPaise, refund } = subscription;
  const { subscribedUserTicketAmountPaise, unsubscribedUserTicketAmountPaise } = await priceInForce();
  const sellsFrom = endsAt && new Date(endsAt.getTime() - tooEarlyDays * day);
  const state = isSubscribed ? "subscribed" : trialEndsAt >= now() ? "trial" : endsAt ? "ended" : "trialEnded";
  return {
    state: state as "subscribed" | "trial" | "ended" | "trialEnded",
    endsAt: (isSubscribed || state === "ended" ? endsAt : trialEndsAt) ?? trialEndsAt,
    disabled,
    balance: balance && { ...balance, late: balance.dueAt <= now() },
    offers: offers.map(({ product, pricePaise, endsAt: until, days, balancePaise }) => ({
      product,
      pricePaise: pricePaise as number,
      endsAt: until,
      days,
      balancePaise,
      walletPays: walletPaise >= pricePaise,
    })),
    /** From when more is sold, where nothing is now. */
    soldFrom: offers.length === 0 && sellsFrom && sellsFrom > now() ? sellsFrom : null,
    waiting: waiting && {
      product: waiting.product,
      amountPaise: waiting.amountPaise as number,
      orderId: waiting.orderId,
    },
    refund: refund && { ...refund, amountPaise: refund.amountPaise as number },
    leadPaise: {
      with: subscribedUserTicketAmountPaise as number,
      without: unsubscribedUserTicketAmountPaise as number,
    },
    walletPaise: walletPaise as number,
  };
}
export type SubscriptionView = Awaited<ReturnType<typeof subscriptionView>>;

/**
 * A purchase by card with its current state in the database: the result the browser came back with is only about the last
 * try. Another center's order is not found.
 */
async function purchaseView(center: Center, orderId: string, { payment, closed }: Query, door: Door) {
  const purchase = await purchaseIfAny(center, orderId);
  if (!purchase) {
    return {
      state: "over" as const,
      product: null,
      subscribedUntil: null,
      amountPaise: 0,
      orderId,
      failed: false,
      closed: false,
      checkout: null,
    };
  }
  const { order, state: known, subscription } = purchase;
  // What an operator refunded as a whole is nothing to read about here: the card above says it.
  const state = subscription?.state === "REFUNDED" ? "over" : known;
  const shown = state === "open" && payment === "pending" ? "pending" : state;
  const waits = shown === "open" || shown === "failed";
  const cancelTo = `/payments?pay=${order.id}&closed=1`;
  const description = say(subscription ? "transfer.subscription" : "transfer.recharge", {}, door.locale);
  const checkout = waits ? await checkoutView(order.id, { description, cancelTo }, door) : null;
  // Paid since its state was read.
  if (checkout?.problem === "payment.alreadyPaid") throw door.go(`/payments?pay=${order.id}&payment=paid`);
  return {
    state: shown,
    product: subscription?.product ?? null,
    /** Until when what was paid subscribes the center; null for a recharge, and where it was no longer sold. */
    subscribedUntil: (subscription?.state === "ACTIVE" && subscription.endsAt) || null,
    orderId: order.id,
    amountPaise: order.amountPaise as number,
    failed: payment === "failed",
    closed: closed === "1",
    checkout,
  };
}
export type PurchaseView = Awaited<ReturnType<typeof purchaseView>>;

async function purchaseIfAny(center: Center, orderId: string) {
  try {
    return await purchaseState(center, orderId);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}
