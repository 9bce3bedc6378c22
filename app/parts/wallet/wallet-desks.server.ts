import type { AnyDeskList } from "#app/parts/lists/desk-list.server.ts";
import { feePapersList, visitBillsList } from "#modules/tickets/index.ts";
import {
  closeDaysList,
  closeRowsList,
  manualTransactionsList,
  paymentsList,
  walletCentersList,
  walletConsumersList,
  walletTransactionsList,
} from "#modules/wallet/index.ts";

/* The lists of wallets and payments for the address of their files; their screens have several of them. */

const plain = { filters: [], extras: () => ({}) } as const;
const whose = [
  { name: "wallets", label: "walletDesk.user" },
  { name: "owner", label: "walletDesk.user" },
] as const;

export const walletDesks: readonly AnyDeskList[] = [
  { ...plain, list: walletCentersList, path: "/wallet" },
  { ...plain, list: walletConsumersList, path: "/wallet" },
  { ...plain, list: walletTransactionsList, path: "/wallet", filters: whose },
  {
    ...plain,
    list: manualTransactionsList,
    path: "/wallet",
    filters: [
      { name: "group", label: "adjust.type" },
      { name: "userType", label: "common.userType" },
    ],
  },
  { ...plain, list: paymentsList, path: "/payment", filters: [whose[0]] },
  {
    ...plain,
    list: feePapersList,
    path: "/payment",
    filters: [
      { name: "kind", label: "feePaper.kind" },
      { name: "product", label: "feePaper.product" },
    ],
  },
  {
    ...plain,
    list: visitBillsList,
    path: "/payment",
    filters: [
      { name: "year", label: "visitBill.year" },
      { name: "supplier", label: "visitBill.suppliedBy" },
      { name: "center", label: "common.center" },
      { name: "number", label: "visitBill.number" },
    ],
  },
  { ...plain, list: closeDaysList, path: "/payment-close" },
  {
    ...plain,
    list: closeRowsList,
    path: "/payment-close",
    filters: [
      { name: "day", label: "common.day" },
      { name: "shown", label: "common.condition" },
    ],
  },
];
