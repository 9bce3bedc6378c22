import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { daysOf } from "#app/parts/lists/desk-list.server.ts";
import { settingsOf } from "#app/parts/lists/desk-settings.server.ts";
import { daysShown, tabFields, tabView } from "#app/parts/lists/list-view.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { lenient } from "#modules/kernel/validation.ts";
import {
  type FeePaperRow,
  feePapersList,
  type VisitBillRow,
  visitBillSupplier,
  visitBillsList,
  visitBillTotals,
  visitBillYears,
} from "#modules/tickets/index.ts";
import { feePaperKinds, feeProducts } from "#modules/tickets/shared.ts";
import {
  type PaymentRow,
  paymentsList,
  type WalletTransaction,
  walletTransactionsList,
} from "#modules/wallet/index.ts";
import { paymentTabs } from "./words.ts";

export const PaymentsQuery = z.object({
  ...tabFields,
  tab: z.enum(paymentTabs).catch("center"),
  kind: lenient(z.enum(feePaperKinds)),
  product: lenient(z.enum(feeProducts)),
  year: lenient(visitBillsList.filter.shape.year),
  supplier: lenient(visitBillsList.filter.shape.supplier),
  center: lenient(visitBillsList.filter.shape.center),
  number: lenient(visitBillsList.filter.shape.number),
});
type Query = z.output<typeof PaymentsQuery>;

const paymentExtra = ({ number, ticketId, paidFor, state }: PaymentRow) => ({ number, ticketId, paidFor, state });
export type PaymentExtra = ReturnType<typeof paymentExtra>;
const entryExtra = ({ number, ticketId, ownerId }: WalletTransaction) => ({ number, ticketId, ownerId });
export type EntryExtra = ReturnType<typeof entryExtra>;

const paperExtra = ({ kind, request, ticketId }: FeePaperRow) => ({ kind, number: request, ticketId });
export type PaperExtra = ReturnType<typeof paperExtra>;

const billExtra = ({ request, ticketId, supplierCenterId }: VisitBillRow) => ({
  number: request,
  ticketId,
  centerId: supplierCenterId,
});
export type BillExtra = ReturnType<typeof billExtra>;

/** One tab of the payment history. */
export async function paymentsView(admin: ActorOf<"admin">, query: Query, door: Door) {
  const { tab, kind, product } = query;
  const take = settingsOf("payments", [], query, door).take;
  return {
    tab,
    kind: kind ?? null,
    product: product ?? null,
    ...daysShown(query),
    shown: await shownIn(tab, { ...query, take }, { admin, door }),
  };
}
export type PaymentsView = Awaited<ReturnType<typeof paymentsView>>;

async function shownIn(
  tab: Query["tab"],
  { kind, product, year, supplier, center, number, ...pageQuery }: Omit<Query, "take"> & { take: number },
  reader: { admin: ActorOf<"admin">; door: Door },
) {
  if (tab === "papers")
    return {
      is: "papers" as const,
      table: await tabView(feePapersList, { kind, product }, pageQuery, reader, paperExtra),
    };
  if (tab === "bills") {
    const narrowed = { year, supplier, center, number };
    return {
      is: "bills" as const,
      table: await tabView(visitBillsList, narrowed, pageQuery, reader, billExtra),
      bills: await billsView(reader.admin, { ...narrowed, ...daysOf(pageQuery) }),
    };
  }
  if (tab === "wallet")
    return {
      is: "wallet" as const,
      table: await tabView(walletTransactionsList, { wallets: "center" }, pageQuery, reader, entryExtra),
    };
  return {
    is: "payments" as const,
    table: await tabView(paymentsList, { wallets: tab }, pageQuery, reader, paymentExtra),
  };
}

/** The filters of the bills as set, and the sums of what they leave. */
async function billsView(admin: ActorOf<"admin">, filter: z.output<typeof visitBillsList.filter>) {
  const { year, supplier, center, number } = filter;
  return {
    year: year ?? null,
    years: await visitBillYears(admin),
    supplier: supplier ?? null,
    center: center ? { id: center, name: (await visitBillSupplier(admin, center)) ?? "-" } : null,
    number: number ?? null,
    totals: await visitBillTotals(admin, filter),
  };
}
export type BillsView = Awaited<ReturnType<typeof billsView>>;
