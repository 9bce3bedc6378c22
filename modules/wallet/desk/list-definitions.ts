import { z } from "zod";
import { type Column, defineList } from "#modules/kernel/lists/list.server.ts";
import { bound, id } from "#modules/kernel/validation.ts";
import { walletActions, walletUserTypes } from "../manual/input.ts";
import { countGrouped, type GroupedWallet, groupedWallets } from "./grouped-wallets.ts";
import { countManual, type ManualTransaction, manualGroups, manualTransactions } from "./manual-transactions.ts";
import { countPayments, type PaymentRow, paymentHistory } from "./payment-history.ts";
import { type WalletsOf, walletsOf } from "./wallet-owners.ts";
import { countWalletTransactions, type WalletTransaction, walletTransactions } from "./wallet-transactions.ts";

/* Wallets and payments as operators read them (002 §2.12). */

/** The wallets of centers, unless the filter names another kind. */
const ofCenters = <Query extends { wallets?: WalletsOf | undefined }>({ wallets = "center", ...filter }: Query) => ({
  ...filter,
  wallets,
});

const period = { from: bound("start"), to: bound("end") };
const days = z.object(period);

const groupColumns: readonly Column<GroupedWallet>[] = [
  { id: "name", label: "walletDesk.user", kind: "text", value: ({ name }) => name },
  { id: "phone", label: "common.mobileNumber", kind: "text", width: 120, value: ({ phone }) => phone },
  { id: "total", label: "walletDesk.total", kind: "rupees", width: 130, value: ({ totalPaise }) => totalPaise },
  { id: "count", label: "walletDesk.transactionCount", kind: "count", width: 80, value: ({ count }) => count },
  { id: "balance", label: "common.balance", kind: "rupees", width: 130, value: ({ balancePaise }) => balancePaise },
  { id: "last", label: "walletDesk.last", kind: "moment", width: 170, value: ({ last }) => last },
];

/** R416: the centers whose wallets moved. */
export const walletCentersList = defineList<typeof days, GroupedWallet>({
  name: "wallet-centers",
  title: "walletDesk.centers",
  can: "view_Wallet",
  filter: days,
  key: (row) => row.id,
  page: (actor, query) => groupedWallets(actor, "center", query),
  count: (actor, filter) => countGrouped(actor, "center", filter),
  columns: groupColumns,
});

/** R417: the customers whose wallets moved. */
export const walletConsumersList = defineList<typeof days, GroupedWallet>({
  name: "wallet-consumers",
  title: "walletDesk.consumers",
  can: "view_Wallet",
  filter: days,
  key: (row) => row.id,
  page: (actor, query) => groupedWallets(actor, "consumer", query),
  count: (actor, filter) => countGrouped(actor, "consumer", filter),
  columns: groupColumns.map((column) =>
    column.id === "total"
      ? {
          id: "recharge",
          label: "walletDesk.recharge",
          kind: "rupees",
          width: 130,
          value: ({ rechargePaise }) => rechargePaise,
        }
      : column,
  ),
});

const transactionsFilter = z.object({ ...period, wallets: z.enum(walletsOf).optional(), owner: id.optional() });

/** Each movement of the wallets of centers or customers, or of one of them; also the ledger of center wallets (Q123). */
export const walletTransactionsList = defineList<typeof transactionsFilter, WalletTransaction>({
  name: "wallet-transactions",
  title: "walletDesk.transactions",
  can: "view_Wallet",
  filter: transactionsFilter,
  key: (row) => row.id,
  page: (actor, query) => walletTransactions(actor, ofCenters(query)),
  count: (actor, filter) => countWalletTransactions(actor, ofCenters(filter)),
  columns: [
    { id: "date", label: "common.date", kind: "moment", width: 92, value: ({ date }) => date },
    { id: "name", label: "walletDesk.user", kind: "text", value: ({ name }) => name },
    { id: "phone", label: "common.mobileNumber", kind: "text", width: 100, value: ({ phone }) => phone },
    {
      id: "transactionId",
      label: "center.payments.id",
      kind: "text",
      width: 120,
      value: ({ transactionId }) => transactionId,
    },
    {
      id: "kind",
      label: "center.payments.kind",
      kind: "text",
      width: 132,
      value: ({ kind }, tell) => tell(`transfer.${kind}`),
    },
    { id: "number", label: "common.request", kind: "text", width: 132, value: ({ number }) => number },
    { id: "amount", label: "common.amount", kind: "rupees", width: 72, value: ({ amountPaise }) => amountPaise },
    { id: "status", label: "common.status", kind: "text", width: 84, value: (_, tell) => tell("transaction.SUCCESS") },
    {
      id: "remain",
      label: "walletDesk.remain",
      kind: "rupees",
      width: 84,
      value: ({ walletRemainPaise }) => walletRemainPaise,
    },
  ],
});

const manualFilter = z.object({
  ...period,
  group: z.enum(manualGroups).optional(),
  category: z.enum(walletActions).optional(),
  userType: z.enum(walletUserTypes).optional(),
});

/** R418, R419: what admins moved by hand. */
export const manualTransactionsList = defineList<typeof manualFilter, ManualTransaction>({
  name: "manual-transactions",
  title: "walletDesk.tabs.manual",
  can: "view_Wallet",
  filter: manualFilter,
  key: (row) => row.id,
  page: manualTransactions,
  count: countManual,
  columns: [
    { id: "date", label: "common.date", kind: "moment", width: 92, value: ({ date }) => date },
    {
      id: "userType",
      label: "common.userType",
      kind: "text",
      width: 76,
      value: ({ userType }, tell) => tell(`walletDesk.userType.${userType}`),
    },
    { id: "name", label: "common.name", kind: "text", width: 112, value: ({ name }) => name },
    { id: "phone", label: "common.mobileNumber", kind: "text", width: 88, value: ({ phone }) => phone },
    {
      id: "technician",
      label: "common.technicianId",
      kind: "text",
      width: 70,
      value: ({ technicianId }) => technicianId,
    },
    { id: "number", label: "common.request", kind: "text", width: 126, value: ({ number }) => number },
    {
      id: "kind",
      label: "adjust.type",
      kind: "text",
      width: 60,
      value: ({ kind }, tell) => tell(`adjust.kind.${kind}`),
    },
    { id: "amount", label: "common.amount", kind: "rupees", width: 60, value: ({ amountPaise }) => amountPaise },
    { id: "bonus", label: "walletDesk.bonus", kind: "rupees", width: 60, value: ({ bonusPaise }) => bonusPaise },
    {
      id: "balance",
      label: "walletDesk.walletBalance",
      kind: "rupees",
      width: 64,
      value: ({ walletBalancePaise }) => walletBalancePaise,
    },
    { id: "reference", label: "adjust.reference", kind: "text", width: 70, value: ({ reference }) => reference },
    { id: "by", label: "walletDesk.by", kind: "text", width: 64, value: ({ by }) => by },
    { id: "remarks", label: "common.remarks", kind: "text", width: 108, value: ({ remarks }) => remarks },
  ],
});

const paymentsFilter = z.object({ ...period, wallets: z.enum(walletsOf).optional() });

/** R424, R425: what centers or customers paid, or were to pay. */
export const paymentsList = defineList<typeof paymentsFilter, PaymentRow>({
  name: "payments",
  title: "common.paymentHistory",
  can: "view_Wallet",
  filter: paymentsFilter,
  key: (row) => row.id,
  page: (actor, query) => paymentHistory(actor, ofCenters(query)),
  count: (actor, filter) => countPayments(actor, ofCenters(filter)),
  columns: [
    { id: "date", label: "common.date", kind: "moment", width: 92, value: ({ date }) => date },
    {
      id: "orderId",
      label: "paymentDesk.orderId",
      kind: "text",
      width: 134,
      value: ({ orderId, paidFor }, tell) =>
        paidFor === "joining_bonus" ? tell("paymentDesk.for.joining_bonus") : orderId,
    },
    {
      id: "for",
      label: "paymentDesk.for",
      kind: "text",
      width: 116,
      value: ({ paidFor }, tell) => tell(`paymentDesk.for.${paidFor}`),
    },
    {
      id: "state",
      label: "paymentDesk.status",
      kind: "text",
      width: 126,
      value: ({ state }, tell) => tell(`paymentDesk.state.${state}`),
    },
    { id: "receipt", label: "common.receipt", kind: "text", value: ({ receipt }) => receipt },
    {
      id: "price",
      label: "paymentDesk.price",
      kind: "rupees",
      width: 72,
      value: (row) => (wasPaid(row) ? row.pricePaise : null),
    },
    {
      id: "fromBalance",
      label: "paymentDesk.fromBalance",
      kind: "rupees",
      width: 76,
      value: ({ balancePaise }) => balancePaise || null,
    },
    {
      id: "inBalance",
      label: "paymentDesk.inBalance",
      kind: "rupees",
      value: ({ backPaise }) => backPaise || null,
    },
    { id: "number", label: "common.request", kind: "text", width: 132, value: ({ number }) => number },
  ],
});

const wasPaid = ({ state }: PaymentRow) => state === "paid" || state === "refunded";
