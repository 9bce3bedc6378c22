import { z } from "zod";
import { fromRupees } from "#modules/kernel/money.ts";
import { cursor, exactRupees, exactText, idSaying, phone } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

export * from "./close/input.ts";
export * from "./manual/input.ts";
export * from "./subscriptions/input.ts";

const signed = (max: number) => exactText(max, "payment.notProven", "payment.notProven");

/** What a checkout returns after a payment: the provider's order and payment id and its signature. */
export const CheckoutCallback = z.object({
  providerOrderId: signed(64),
  providerPaymentId: signed(64),
  signature: signed(256),
});
export type CheckoutCallback = z.output<typeof CheckoutCallback>;

/** The recommended minimum of a center's wallet: the price of a request without a subscription (R324). */
export const walletMinimum = fromRupees(99);

/** The limits of one recharge and the amounts offered, in whole rupees. */
export const topUpLimits = { least: 100, most: 50_000 } as const;
export const topUpChoices = [500, 1_000, 2_000] as const;

const topUpAmount: MessageKey = "wallet.topUpAmount";

/** A recharge of the wallet by card: the only amount a browser chooses, checked against the limits above. */
export const TopUp = z.object({ amount: exactRupees(topUpLimits.least, topUpLimits.most, topUpAmount) });
export type TopUp = z.output<typeof TopUp>;

/** The order of a recharge or of a subscription. */
export const PurchaseRef = z.object({ orderId: idSaying("payment.missing") });

/** A page of a center's transactions; an admin names the center by its mobile number. */
export const CenterTransactions = z.object({ mobile: phone.optional(), after: cursor });
export type CenterTransactions = z.output<typeof CenterTransactions>;

/** The kinds of movement in a center's wallet or by its card: the choices of its lists' filter. */
export const centerKinds = [
  "recharge",
  "lead_fee",
  "lead_fee_refund",
  "late_payment",
  "subscription",
  "subscription_refund",
  "joining_bonus",
  "wallet_added",
  "bonus",
  "refund",
  "penalty",
  "penalty_refund",
] as const satisfies readonly TransferKind[];

/** A filter over a center's money: a kind of movement, and a period including both its instants. */
export type MoneyFilter = {
  kind?: TransferKind | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Why money moved. */
export type TransferKind =
  | "booking_fee"
  | "booking_fee_earned"
  | "booking_fee_held_again"
  | "booking_fee_refund"
  | "fee_from_balance"
  | "fee_to_balance"
  | "lead_fee"
  | "lead_fee_refund"
  | "extra_payment"
  | "extra_payment_refund"
  | "recharge"
  | "late_payment"
  | "ride_fare"
  | "subscription"
  | "subscription_refund"
  | "wallet_added"
  | "bonus"
  | "joining_bonus"
  | "refund"
  | "penalty"
  | "penalty_refund"
  | "payout"
  | "waiver";

export type TransactionStatus = "SUCCESS" | "PENDING" | "FAILED" | "REFUNDED";

/** A row of /payments: Date, Transaction ID, Amount (paise; negative when it left the wallet), Status. */
export type TransactionRow = {
  id: string;
  date: Date;
  transactionId: string;
  kind: TransferKind;
  /** The number of the request it was for. */
  number: string | null;
  amountPaise: number;
  status: TransactionStatus;
};

/** A row of a wallet's statement; amounts in paise. */
export type StatementRow = {
  id: string;
  date: Date;
  transactionId: string;
  kind: TransferKind;
  /** The number of the request it was for. */
  number: string | null;
  amountPaise: number;
  /** The balance after this entry (`wallet_remain`). */
  walletRemainPaise: number;
  note: string | null;
};
