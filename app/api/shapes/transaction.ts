import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type { FeePaperRow, VisitBillRow } from "#modules/tickets/index.ts";
import { feePaperKinds, feeProducts } from "#modules/tickets/shared.ts";
import type {
  CenterAdjusted,
  ManualTransaction,
  PaymentRow,
  WalletActed,
  WalletTransaction,
} from "#modules/wallet/index.ts";
import { type TransactionRow, walletActions, walletUserTypes } from "#modules/wallet/shared.ts";
import { moment, paise, rupees } from "../line/answer.ts";

/** A payment or a movement of a center's wallet. */
export const TransactionShape = z.strictObject({
  _id: z.string(),
  createdAt: moment,
  transactionId: z.string().nullable(),
  kind: z.string(),
  amount: rupees,
  status: z.string(),
});

export const transaction = (row: TransactionRow): z.input<typeof TransactionShape> => ({
  _id: row.id,
  createdAt: row.date,
  transactionId: row.transactionId,
  kind: row.kind,
  amount: toRupees(row.amountPaise),
  status: row.status,
});

const moved = {
  _id: z.string(),
  createdAt: moment,
  userId: z.string().describe("Id of the wallet's owner"),
  amount: rupees.describe("Rupees; negative when it left the wallet"),
  transactionId: z.string(),
  status: z.string(),
  wallet_remain: rupees.describe("Rupees in the wallet after it"),
};
const movedOf = (row: WalletTransaction) => ({
  _id: row.id,
  createdAt: row.date,
  userId: row.ownerId,
  amount: toRupees(row.amountPaise),
  transactionId: row.transactionId,
  status: "SUCCESS",
  wallet_remain: toRupees(row.walletRemainPaise),
});

/** A movement of a center's wallet. */
export const CenterWalletShape = z.strictObject({
  ...moved,
  center_INA: z.string().nullable().describe("The number on the center's poster"),
  center_name: z.string(),
  center_mobile: z.string(),
});

export const centerWallet = (row: WalletTransaction): z.input<typeof CenterWalletShape> => ({
  ...movedOf(row),
  center_INA: row.ina,
  center_name: row.name,
  center_mobile: row.phone,
});

/** A movement of a customer's wallet. */
export const ConsumerWalletShape = z.strictObject({ ...moved, consumer_name: z.string() });

export const consumerWallet = (row: WalletTransaction): z.input<typeof ConsumerWalletShape> => ({
  ...movedOf(row),
  consumer_name: row.name,
});

/** What an admin moved by hand. */
export const ManualShape = z.strictObject({
  _id: z.string(),
  txnDate: moment,
  userType: z.enum(walletUserTypes),
  phoneNumber: z.string(),
  technicianId: z.string().nullable(),
  ticketId: z.string().nullable().describe("The request's number"),
  actionType: z.enum(walletActions),
  initiatedPaymentName: z.string().describe("The admin who asked for it"),
  amount: rupees,
  bonus: rupees,
  walletBalance: rupees
    .nullable()
    .describe("Rupees in the wallet after it; null for a fee that went back to its source"),
  reference: z.string().nullable().describe("The bank's reference of a payout"),
  remarks: z.string(),
  description: z.string(),
});

export const manual = (row: ManualTransaction): z.input<typeof ManualShape> => ({
  _id: row.id,
  txnDate: row.date,
  userType: row.userType,
  phoneNumber: row.phone,
  technicianId: row.technicianId,
  ticketId: row.number,
  actionType: row.kind,
  initiatedPaymentName: row.by,
  amount: toRupees(row.amountPaise),
  bonus: toRupees(row.bonusPaise),
  walletBalance: row.walletBalancePaise === null ? null : toRupees(row.walletBalancePaise),
  reference: row.reference,
  remarks: row.remarks,
  description: row.remarks,
});

/** What became of a wallet action; `WAITING` until a second admin approves it, and then nothing has been moved. */
export const WalletActionShape = z.strictObject({
  _id: z.string(),
  state: z.enum(["WAITING", "DONE", "REFUSED", "WITHDRAWN"]),
  paymentCategory: z.enum(walletActions),
  balance: rupees,
  bonus: rupees,
  ticket_id: z.string().nullable().describe("The request's number"),
});

export const walletAction = (made: WalletActed): z.input<typeof WalletActionShape> => ({
  _id: made.id,
  state: made.state,
  paymentCategory: made.kind,
  balance: toRupees(made.amountPaise),
  bonus: toRupees(made.bonusPaise),
  ticket_id: made.number,
});

/** A payment, or a center's joining bonus. */
export const PaymentShape = z.strictObject({
  _id: z.string(),
  createdAt: moment,
  order_id: z.string().nullable().describe("The provider's order; Joining Bonus for one"),
  payment_for: z.string(),
  payment_status: z.string(),
  receipt: z.string().nullable(),
  sumPriceToPay: paise,
  ticket_obj_id: z.strictObject({ ticket_id: z.string() }).nullable(),
});

export const payment = (row: PaymentRow): z.input<typeof PaymentShape> => ({
  _id: row.id,
  createdAt: row.date,
  order_id: row.paidFor === "joining_bonus" ? "Joining Bonus" : row.orderId,
  payment_for: row.paidFor,
  payment_status: row.state,
  receipt: row.receipt,
  sumPriceToPay: row.pricePaise,
  ticket_obj_id: row.number === null ? null : { ticket_id: row.number },
});

/** A refund or penalty; `WAITING` until a second admin approves it, and then nothing has been moved. */
export const AdjustmentShape = z.strictObject({
  _id: z.string(),
  state: z.enum(["WAITING", "DONE", "REFUSED", "WITHDRAWN"]),
  refundType: z.enum(["Refund", "Penalty"]),
  refundAmount: rupees,
  ticket_obj_id: z.string(),
  center_obj_id: z.string(),
});

export const adjustment = (made: CenterAdjusted): z.input<typeof AdjustmentShape> => ({
  _id: made.id,
  state: made.state,
  refundType: made.kind,
  refundAmount: toRupees(made.amountPaise),
  ticket_obj_id: made.ticketId,
  center_obj_id: made.centerId,
});

/** A bill of a visit in a center's own series. */
export const VisitBillShape = z.strictObject({
  _id: z.string(),
  number: z.string(),
  kind: z.enum(["tax_invoice", "bill_of_supply"]),
  issued_at: moment,
  ticket_id: z.string().describe("The number of the request"),
  place_of_supply: z.string(),
  taxable: rupees,
  cgst: rupees,
  sgst: rupees.describe("The tax of the state; in a union territory without a legislature it is UTGST"),
  igst: rupees,
  total: rupees,
  file: z.string().describe("The address of its PDF"),
});

export const visitBill = (row: VisitBillRow): z.input<typeof VisitBillShape> => ({
  _id: row.id,
  number: row.number,
  kind: row.kind,
  issued_at: row.date,
  ticket_id: row.request,
  place_of_supply: row.placeOfSupply,
  taxable: toRupees(row.taxablePaise),
  cgst: toRupees(row.cgstPaise),
  sgst: toRupees(row.sgstPaise),
  igst: toRupees(row.igstPaise),
  total: toRupees(row.totalPaise),
  file: `/invoices/${row.ticketId}`,
});

/** An invoice or credit note of what the operator sold to a center. */
export const FeePaperShape = z.strictObject({
  _id: z.string(),
  number: z.string(),
  kind: z.enum(feePaperKinds),
  product: z.enum(feeProducts),
  issued_at: moment,
  ticket_id: z.string().nullable().describe("The number of the request"),
  of_invoice: z.string().nullable().describe("The number of the invoice that a credit note refers to"),
  taxable: rupees,
  cgst: rupees,
  sgst: rupees.describe("The tax of the state; in a union territory without a legislature it is UTGST"),
  igst: rupees,
  total: rupees,
  file: z.string().describe("The address of its PDF"),
});

export const feePaper = (row: FeePaperRow): z.input<typeof FeePaperShape> => ({
  _id: row.id,
  number: row.number,
  kind: row.kind,
  product: row.product,
  issued_at: row.date,
  ticket_id: row.request,
  of_invoice: row.ofInvoice,
  taxable: toRupees(row.taxablePaise),
  cgst: toRupees(row.cgstPaise),
  sgst: toRupees(row.sgstPaise),
  igst: toRupees(row.igstPaise),
  total: toRupees(row.totalPaise),
  file: `/fee-papers/${row.id}`,
});
