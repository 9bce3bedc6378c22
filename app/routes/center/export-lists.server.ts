import { z } from "zod";
import { techniciansList } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { exportList } from "#modules/kernel/export.server.ts";
import type { Locale, MessageKey } from "#modules/kernel/messages/index.ts";
import type { SheetFormat } from "#modules/kernel/spreadsheet.server.ts";
import { createdTicketsList, ticketsList } from "#modules/tickets/index.ts";
import { statementList, transactionsList } from "#modules/wallet/index.ts";
import { CreatedQuery } from "./created-view.server.ts";
import { TechniciansFilter, timeOf } from "./list-query.ts";
import { MoneyQuery } from "./payments-view.server.ts";
import { narrowedTo, TicketsFilter } from "./tickets-view.server.ts";

/** The lists a center can take home. */
export const centerLists = ["tickets", "created-tickets", "transactions", "wallet-statement", "technicians"] as const;
export type ListName = (typeof centerLists)[number];

/** What each list is called on its own page. */
export const listTitles: Record<ListName, MessageKey> = {
  tickets: "center.menu.tickets",
  "created-tickets": "center.menu.created",
  transactions: "center.payments.all",
  "wallet-statement": "center.payments.statement",
  technicians: "center.technicians",
};

type Wish = { center: ActorOf<"center">; query: unknown; format: SheetFormat; locale: Locale };

/** One of a center's lists as a file, with the filters of its page's address, in the reader's language. */
export const exportCenterList = (list: ListName, { center, query, ...how }: Wish) =>
  exporting[list](query, { actor: center, ...how });

type How = { actor: ActorOf<"center">; format: SheetFormat; locale: Locale };

const exporting: Record<ListName, (query: unknown, how: How) => ReturnType<typeof exportList>> = {
  tickets: (query, how) => exportList(ticketsList, { ...how, filter: narrowedTo(TicketsFilter.parse(query)) }),
  "created-tickets": (query, how) => {
    const { status, search, ...days } = CreatedQuery.parse(query);
    return exportList(createdTicketsList, { ...how, filter: { status, search, ...timeOf(days) } });
  },
  transactions: (query, how) => exportList(transactionsList, { ...how, filter: moneyOf(query) }),
  "wallet-statement": (query, how) => exportList(statementList, { ...how, filter: moneyOf(query) }),
  technicians: (query, how) => exportList(techniciansList, { ...how, filter: TechniciansFilter.parse(query) }),
};

function moneyOf(query: unknown) {
  const { kind, ...days } = MoneyQuery.parse(query);
  return { kind, ...timeOf(days) };
}

/** What an address asks for. */
export const ExportQuery = z.looseObject({
  list: z.enum(centerLists),
  format: z.enum(["csv", "xlsx"]).catch("csv"),
});
