import { z } from "zod";
import type { MessageKey } from "../kernel/messages/index.ts";
import { phone } from "../kernel/validation.ts";

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

/** Which page of a center's transactions; an admin names the center by its mobile number. */
export const CenterTransactions = z.object({ mobile: phone.optional(), after: z.string().max(100).optional() });
export type CenterTransactions = z.output<typeof CenterTransactions>;

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
