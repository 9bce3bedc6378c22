import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { TransferKind } from "../shared.ts";

/** Whose money an account holds: a center's or a customer's wallet, or one of the operator's own accounts. */
export type AccountKind =
  | "center_wallet"
  | "consumer_wallet"
  | "gateway"
  | "booking_fees_held"
  | "booking_fee_income"
  | "payments_to_return"
  | "lead_fee_income"
  | "subscription_income"
  | "bonus_expense"
  | "received_by_hand"
  | "paid_out_by_hand"
  | "waived_balances"
  | "penalty_income";

/**
 * An account of the double-entry ledger. Wallets cache their balance; the operator's accounts are summed when read.
 */
export const AccountSchema = defineEntity({
  name: "Account",
  tableName: "accounts",
  properties: {
    id: primaryKey(),
    kind: words().$type<AccountKind>(),
    centerId: p.uuid().nullable(),
    consumerId: p.uuid().nullable(),
    balancePaise: paise().nullable(),
    createdAt: createdAt(),
  },
});
export type Account = InferEntity<typeof AccountSchema>;

/** One movement of money; append-only, at most one per kind and cause. */
export const TransferSchema = defineEntity({
  name: "Transfer",
  tableName: "transfers",
  properties: {
    id: primaryKey(),
    kind: words().$type<TransferKind>(),
    cause: words(),
    ticketId: p.uuid().nullable(),
    orderId: p.uuid().nullable(),
    note: words().nullable(),
    actor: words(),
    createdAt: createdAt(),
  },
});
export type Transfer = InferEntity<typeof TransferSchema>;

/** One side of a transfer; append-only; the entries of a transfer sum to zero. */
export const EntrySchema = defineEntity({
  name: "Entry",
  tableName: "entries",
  properties: {
    id: primaryKey(),
    transferId: p.uuid(),
    accountId: p.uuid(),
    amountPaise: paise(),
    /** The cached balance after this entry (`wallet_remain`); null for the operator's accounts. */
    balanceAfterPaise: paise().nullable(),
    createdAt: createdAt(),
  },
});
export type Entry = InferEntity<typeof EntrySchema>;
