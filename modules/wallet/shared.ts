import { z } from "zod";
import type { MessageKey } from "../kernel/messages/index.ts";
import { phone, plainDigits } from "../kernel/validation.ts";

const signed = (max: number) =>
  z
    .string("payment.notProven" satisfies MessageKey)
    .min(1, "payment.notProven" satisfies MessageKey)
    .max(max, "payment.notProven" satisfies MessageKey);

/** What a checkout hands back after a payment: the provider's order and payment id and its signature. */
export const CheckoutCallback = z.object({
  razorpay_order_id: signed(64),
  razorpay_payment_id: signed(64),
  razorpay_signature: signed(256),
});
export type CheckoutCallback = z.output<typeof CheckoutCallback>;

/** What a center may put into its wallet at once, and the amounts it is offered, in whole rupees. */
export const topUpLimits = { least: 100, most: 50_000 } as const;
export const topUpChoices = [500, 1_000, 2_000] as const;

const topUpAmount: MessageKey = "wallet.topUpAmount";

/** A recharge of the wallet by card: the only number the browser chooses, judged by the limits above. */
export const TopUp = z.object({
  amount: z.preprocess(
    (value) => (typeof value === "string" ? Number(plainDigits(value).replaceAll(",", "").trim()) : value),
    z.int(topUpAmount).min(topUpLimits.least, topUpAmount).max(topUpLimits.most, topUpAmount),
  ),
});
export type TopUp = z.output<typeof TopUp>;

/** The order of a recharge. */
export const TopUpRef = z.object({ orderId: z.uuid("payment.missing" satisfies MessageKey) });

/** Which page of a center's transactions; an admin names the center by its mobile number. */
export const CenterTransactions = z.object({ mobile: phone.optional(), after: z.string().max(100).optional() });
export type CenterTransactions = z.output<typeof CenterTransactions>;

/** What moves in a center's wallet, or is paid by its card: what its lists can be filtered by. */
export const centerKinds = [
  "recharge",
  "lead_fee",
  "lead_fee_refund",
  "late_payment",
  "joining_bonus",
  "bonus",
  "refund",
  "penalty",
] as const satisfies readonly TransferKind[];

/** Which part of a center's money is asked for: a kind of movement, and a time from its first instant to its last. */
export type MoneyFilter = {
  kind?: TransferKind | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Why money moved. */
export type TransferKind =
  | "booking_fee"
  | "booking_fee_earned"
  | "booking_fee_refund"
  | "lead_fee"
  | "lead_fee_refund"
  | "extra_payment"
  | "extra_payment_refund"
  | "recharge"
  | "late_payment"
  | "ride_fare"
  | "bonus"
  | "joining_bonus"
  | "refund"
  | "penalty";

export type TransactionStatus = "SUCCESS" | "PENDING" | "FAILED" | "REFUNDED";

/** A row of /payments: Date, Transaction ID, Amount (paise; below zero when it left the wallet), Status. */
export type TransactionRow = {
  id: string;
  date: Date;
  transactionId: string;
  kind: TransferKind;
  amountPaise: number;
  status: TransactionStatus;
};

/** A row of a wallet's statement; amounts in paise. */
export type StatementRow = {
  id: string;
  date: Date;
  transactionId: string;
  kind: TransferKind;
  amountPaise: number;
  /** The balance after this entry (`wallet_remain`). */
  walletRemainPaise: number;
  note: string | null;
};

/** A page of a list and where the next one begins. */
export type Page<Row> = { rows: Row[]; next: string | null };
