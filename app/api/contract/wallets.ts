import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { bound, cursor, id, optionalField, wholeNumber } from "#modules/kernel/validation.ts";
import { actOnWallet, manualTransactionsList, paymentsList, walletTransactionsList } from "#modules/wallet/index.ts";
import { NewWalletAction, walletActions, walletUserTypes } from "#modules/wallet/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { listRefusals, optionalTextRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import {
  CenterWalletShape,
  ConsumerWalletShape,
  centerWallet,
  consumerWallet,
  ManualShape,
  manual,
  PaymentShape,
  payment,
  WalletActionShape,
  walletAction,
} from "../shapes/transaction.ts";

/* Wallets and payments for operators (002 §7). */

const reading = { as: ["admin"], can: "view_Wallet", limit: reads.own } as const;
const place = { after: "after", take: "take" };
const dates = { start_date: "from", end_date: "to", ...place };

const Page = z.object({ after: cursor, take: optionalField(wholeNumber(1, 100)) });
const Dated = Page.extend({ from: bound("start"), to: bound("end") });
const OfUser = Page.extend({ owner: id });

/** Without a size a page is as long as it may be. */
const most = 100;
const paged = "newest first; `after` is the `next` of the page before";

export const wallets = {
  // C072.
  "GET admin/wallet-transactions": call({
    ...reading,
    summary: `The movements of centers' wallets, of a period or all, in rupees, ${paged}`,
    input: wire(dates, Dated, listRefusals),
    run: (admin, query) => walletTransactionsList.page(admin, { ...withPageSize(query), wallets: "center" }),
    answer: z.strictObject({ data: z.array(CenterWalletShape), next: z.string().nullable() }),
    reply: ({ rows, next }) => ({ data: rows.map(centerWallet), next }),
  }),
  "GET admin/wallet-transactions-byId": call({
    ...reading,
    summary: `The movements of one center's wallet (userId), in rupees, ${paged}`,
    input: wire({ userId: "owner", ...place }, OfUser, ["form.cursor", "form.id", "form.number"]),
    run: (admin, query) => walletTransactionsList.page(admin, { ...withPageSize(query), wallets: "center" }),
    answer: z.strictObject({ data: z.array(CenterWalletShape), next: z.string().nullable() }),
    reply: ({ rows, next }) => ({ data: rows.map(centerWallet), next }),
  }),
  // C073.
  "GET admin/wallet-transactions-consumer": call({
    ...reading,
    summary: `The movements of customers' wallets, of a period or all, in rupees, ${paged}`,
    input: wire(dates, Dated, listRefusals),
    run: (admin, query) => walletTransactionsList.page(admin, { ...withPageSize(query), wallets: "consumer" }),
    answer: z.strictObject({ data: z.array(ConsumerWalletShape), next: z.string().nullable() }),
    reply: ({ rows, next }) => ({ data: rows.map(consumerWallet), next }),
  }),
  "GET admin/wallet-transactions-consumer-byId": call({
    ...reading,
    summary: `The movements of one customer's wallet (userId), in rupees, ${paged}`,
    input: wire({ userId: "owner", ...place }, OfUser, ["form.cursor", "form.id", "form.number"]),
    run: (admin, query) => walletTransactionsList.page(admin, { ...withPageSize(query), wallets: "consumer" }),
    answer: z.strictObject({ data: z.array(ConsumerWalletShape), next: z.string().nullable() }),
    reply: ({ rows, next }) => ({ data: rows.map(consumerWallet), next }),
  }),
  // R420: apps ask once for each category.
  "GET admin/get-wallet-transactions-by-admin": call({
    ...reading,
    summary: `What admins moved by hand, in rupees, ${paged}`,
    input: wire(
      { fromDate: "from", toDate: "to", userType: "userType", category: "category", ...place },
      Dated.extend({
        userType: z.preprocess(
          (value) => (value === "" || value === "All" ? undefined : value),
          z.enum(walletUserTypes, "form.choice").optional(),
        ),
        category: optionalField(z.enum(walletActions, "form.choice")),
      }),
      [...listRefusals, "form.choice"],
    ),
    run: (admin, query) => manualTransactionsList.page(admin, withPageSize(query)),
    answer: z.array(ManualShape),
    reply: ({ rows }) => rows.map(manual),
    next: ({ next }) => next,
  }),
  // `adminId` is sent by older apps and not read: who acts is known from the session.
  "POST admin/add_wallet_balance_by_admin": call({
    fresh: "money",
    as: ["admin"],
    can: "adjust_wallet",
    limit: callLimit,
    summary:
      "Add to a wallet (Wallet Added), give a BONUS, or make a Refund or take a Penalty for a request, in whole rupees: " +
      "of a technician's center, or of a customer, whose balance is also paid out by bank (Payout, with its reference) or " +
      "waived (Waiver); large amounts wait for a second admin",
    input: wire(
      {
        userType: "userType",
        paymentCategory: "kind",
        balance: "amount",
        remarks: "remarks",
        bonus: "bonus",
        ticket_id: "ticket",
        technician_id: "technician",
        "phone.mobile_number": "phone",
        reference: "reference",
      },
      NewWalletAction,
      [
        ...optionalTextRefusals,
        "adjust.amount",
        "form.phone",
        "walletAct.fields",
        "walletAct.kind",
        "walletAct.reference",
      ],
    ),
    run: actOnWallet,
    refuses: { 409: ["adjust.aboveRefund"], 422: ["technician.notFound"], 503: ["adjust.failed"] },
    answer: WalletActionShape,
    reply: walletAction,
    say: ({ state, kind }) => (state === "WAITING" ? `adjust.waiting.${kind}` : `walletAct.done.${kind}`),
    once: "in its transaction",
  }),
  "GET admin/payment-transactions": call({
    ...reading,
    summary: `What centers paid or were to pay, and their joining bonuses, in paise, ${paged}`,
    input: wire(dates, Dated, listRefusals),
    run: (admin, query) => paymentsList.page(admin, { ...withPageSize(query), wallets: "center" }),
    answer: z.array(PaymentShape),
    reply: ({ rows }) => rows.map(payment),
    next: ({ next }) => next,
  }),
  "GET admin/payment-transactions-consumer": call({
    ...reading,
    summary: `What customers paid or were to pay, in paise, ${paged}`,
    input: wire(dates, Dated, listRefusals),
    run: (admin, query) => paymentsList.page(admin, { ...withPageSize(query), wallets: "consumer" }),
    answer: z.array(PaymentShape),
    reply: ({ rows }) => rows.map(payment),
    next: ({ next }) => next,
  }),
} satisfies Contract;

/** What was asked for, with the page's size. */
function withPageSize<Query extends { take?: number | undefined }>({ take = most, ...filter }: Query) {
  return { ...filter, take };
}
