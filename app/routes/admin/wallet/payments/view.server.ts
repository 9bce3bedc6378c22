import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { settingsOf } from "#app/parts/lists/desk-settings.server.ts";
import { daysShown, moneyFields, moneyTable } from "#app/parts/wallet/money-list.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import {
  type PaymentRow,
  paymentsList,
  type WalletTransaction,
  walletTransactionsList,
} from "#modules/wallet/index.ts";
import { paymentTabs } from "./words.ts";

export const PaymentsQuery = z.object({ ...moneyFields, tab: z.enum(paymentTabs).catch("center") });
type Query = z.output<typeof PaymentsQuery>;

const besidePayment = ({ number, ticketId, paidFor, state }: PaymentRow) => ({ number, ticketId, paidFor, state });
export type BesidePayment = ReturnType<typeof besidePayment>;
const besideEntry = ({ number, ticketId, ownerId }: WalletTransaction) => ({ number, ticketId, ownerId });
export type BesideEntry = ReturnType<typeof besideEntry>;

/** One tab of the payment history. */
export async function paymentsView(admin: ActorOf<"admin">, query: Query, door: Door) {
  const { tab } = query;
  const asked = { ...query, take: settingsOf("payments", [], query, door).take };
  const reader = { admin, door };
  return {
    tab,
    ...daysShown(query),
    shown:
      tab === "wallet"
        ? {
            is: "wallet" as const,
            table: await moneyTable(walletTransactionsList, { wallets: "center" }, asked, reader, besideEntry),
          }
        : {
            is: "payments" as const,
            table: await moneyTable(paymentsList, { wallets: tab }, asked, reader, besidePayment),
          },
  };
}
export type PaymentsView = Awaited<ReturnType<typeof paymentsView>>;
