import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { cursor, reference as idReference } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { feePapersList, visitBillsList } from "#modules/tickets/index.ts";
import {
  adjustWallet,
  type CenterSubscription,
  centerSubscription,
  centerTransactions,
  enterSubscription,
  refundSubscription,
  type SubscriptionPurchase,
  startSubscription,
  subscriptionStarted,
} from "#modules/wallet/index.ts";
import {
  BuySubscription,
  CenterTransactions,
  EnterSubscription,
  NewAdjustment,
  RefundSubscription,
} from "#modules/wallet/shared.ts";
import { type Contract, call, type Once } from "../line/call.server.ts";
import { textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import {
  PurchasedShape,
  purchased,
  SubscriptionPurchaseShape,
  SubscriptionRefundShape,
  SubscriptionShape,
  subscription,
  subscriptionPurchase,
  subscriptionRefund,
} from "../shapes/subscription.ts";
import {
  AdjustmentShape,
  adjustment,
  FeePaperShape,
  feePaper,
  TransactionShape,
  transaction,
  VisitBillShape,
  visitBill,
} from "../shapes/transaction.ts";

/** The key is stored with the purchase; its payment is made after the commit, and a repeat returns the same one. */
const startOnce: Once<SubscriptionPurchase, CenterSubscription> = {
  made: ({ id }) => id,
  again: subscriptionStarted,
};

const whatBecame = {
  ACTIVE: "subscription.bought",
  WAITING: "subscription.toPay",
  NOT_GIVEN: "center.subscription.over",
  REFUNDED: "center.subscription.over",
} as const satisfies Record<CenterSubscription["state"], MessageKey>;

export const payments = {
  "POST center/center-all-transaction": call({
    fresh: none("Only reads"),
    as: ["center", "admin"],
    can: "view_Wallet",
    limit: callLimit,
    summary: "A center's payments and wallet movements in rupees; a center only its own",
    input: wire({ mobile_number: "mobile", after: "after" }, CenterTransactions, ["form.cursor", "form.phone"]),
    run: centerTransactions,
    answer: z.strictObject({ data: z.array(TransactionShape), next: z.string().nullable() }),
    reply: ({ rows, next }) => ({ data: rows.map(transaction), next }),
    unkeyed: "It only reads",
  }),
  // C090; `Name` is sent by older apps and not read: who acts is known from the session.
  "POST admin/send-refund-in-wallet-technician": call({
    fresh: "money",
    as: ["admin"],
    can: "adjust_wallet",
    limit: callLimit,
    summary: "Refund a center's wallet for a request, or take a penalty from it; large ones wait for a second admin",
    input: wire(
      {
        ticket_obj_id: "ticketId",
        center_obj_id: "centerId",
        refundRemarks: "remarks",
        refundAmount: "amount",
        refundType: "kind",
      },
      NewAdjustment,
      [...textRefusals, "adjust.amount", "adjust.fields", "adjust.kind", "form.id"],
    ),
    run: adjustWallet,
    refuses: { 404: ["adjust.noCenter", "ticket.notFound"], 409: ["adjust.aboveRefund"], 503: ["adjust.failed"] },
    answer: AdjustmentShape,
    reply: adjustment,
    say: ({ state, kind }) => (state === "WAITING" ? `adjust.waiting.${kind}` : `adjust.done.${kind}`),
    once: "in its transaction",
  }),
  "GET center/fee-papers": call({
    as: ["center"],
    own: true,
    limit: reads.own,
    summary:
      "The operator's invoices and credit notes to the center, newest first, in rupees (credit notes below zero); each " +
      "PDF is at its file's address",
    input: wire({ after: "after" }, z.object({ after: cursor }), ["form.cursor"]),
    run: (center, filter) => feePapersList.page(center, filter),
    answer: z.strictObject({ data: z.array(FeePaperShape), next: z.string().nullable() }),
    reply: ({ rows, next }) => ({ data: rows.map(feePaper), next }),
  }),
  "GET center/visit-bills": call({
    as: ["center"],
    own: true,
    limit: reads.own,
    summary:
      "The bills of visits in the center's own series, newest first, in rupees; each PDF is at its file's address",
    input: wire({ after: "after" }, z.object({ after: cursor }), ["form.cursor"]),
    run: (center, filter) => visitBillsList.page(center, filter),
    answer: z.strictObject({ data: z.array(VisitBillShape), next: z.string().nullable() }),
    reply: ({ rows, next }) => ({ data: rows.map(visitBill), next }),
  }),
  "GET center/subscription": call({
    as: ["center"],
    own: true,
    limit: reads.own,
    summary: "Until when the center is subscribed or on trial, what is sold to it now in rupees, and its last purchase",
    run: (center) => centerSubscription(center),
    answer: SubscriptionShape,
    reply: subscription,
  }),
  "POST center/subscription": call({
    as: ["center"],
    own: true,
    limit: callLimit,
    summary:
      "Buy a product of those that are sold: from the wallet at once, or by card with the payment to make (amount in " +
      "paise), which subscribes when it is captured. With amount, the rupees shown, another price is refused",
    input: wire({ product: "product", pay_by: "payBy", amount: "amount" }, BuySubscription, [
      "adjust.amount",
      "subscription.payBy",
      "subscription.product",
    ]),
    run: startSubscription,
    refuses: {
      404: ["center.notFound"],
      409: [
        "payment.alreadyPaid",
        "payment.closed",
        "subscription.notSold",
        "subscription.priceChanged",
        "wallet.short",
      ],
      503: ["payment.unavailable"],
    },
    answer: SubscriptionPurchaseShape,
    reply: subscriptionPurchase,
    say: ({ subscription: { state } }) => whatBecame[state],
    once: startOnce,
  }),
  "POST admin/center-subscription": call({
    fresh: "money",
    as: ["admin"],
    own: true,
    can: "adjust_wallet",
    limit: callLimit,
    summary:
      "Enter a subscription that a center paid outside, with the reference of the payment; a large one waits for a " +
      "second admin. With amount, the rupees paid, another price is refused",
    input: wire(
      { center_obj_id: "centerId", product: "product", reference: "reference", amount: "amount" },
      EnterSubscription.extend({ centerId: idReference }),
      [...textRefusals, "adjust.amount", "form.id", "subscription.product", "subscription.reference"],
    ),
    run: enterSubscription,
    refuses: {
      404: ["center.notFound"],
      409: ["subscription.notSold", "subscription.priceChanged", "subscription.referenceTaken", "subscription.waiting"],
      503: ["adjust.failed"],
    },
    answer: PurchasedShape,
    reply: purchased,
    say: ({ state }) => (state === "WAITING" ? "adjust.waiting.Subscription" : "subscription.entered"),
    once: "in its transaction",
  }),
  "POST admin/refund-center-subscription": call({
    fresh: "money",
    as: ["admin"],
    own: true,
    can: "adjust_wallet",
    limit: callLimit,
    summary:
      "Refund a given subscription of a center, whole or in part (rupees), to where it was paid from; without an id the " +
      "newest. reference is the bank's, for what was paid outside; until is the day a part leaves the center subscribed " +
      "until. A large one waits for a second admin",
    input: wire(
      {
        center_obj_id: "centerId",
        subscription_id: "subscriptionId",
        amount: "amount",
        remarks: "remarks",
        reference: "reference",
        until: "until",
      },
      RefundSubscription.extend({ centerId: idReference }),
      [...textRefusals, "adjust.amount", "adjust.why", "form.date", "form.id", "walletAct.reference"],
    ),
    run: refundSubscription,
    refuses: {
      404: ["center.notFound", "subscription.missing"],
      409: [
        "subscription.aboveRefund",
        "subscription.balanceFirst",
        "subscription.notRefundable",
        "subscription.refundWaits",
        "subscription.until",
        "walletAct.referenceTaken",
      ],
      422: ["subscription.bankReference"],
      503: ["adjust.failed"],
    },
    answer: SubscriptionRefundShape,
    reply: subscriptionRefund,
    say: ({ adjustment: { state } }) =>
      state === "WAITING" ? "adjust.waiting.Subscription Refund" : "subscription.refundDone",
    once: "in its transaction",
  }),
} satisfies Contract;
