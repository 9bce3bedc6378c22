import { z } from "zod";
import { listTechnicians } from "#modules/centers/index.ts";
import type { TechnicianRow } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { type ExportFile, exportList, exportPage } from "#modules/kernel/export.server.ts";
import { type Locale, type MessageKey, say } from "#modules/kernel/messages/index.ts";
import { type SheetFormat, sheetColumns } from "#modules/kernel/spreadsheet.server.ts";
import { type CreatedTicket, listTickets, type TicketRow, ticketsCreatedNotAssigned } from "#modules/tickets/index.ts";
import { centerTransactions, walletStatement } from "#modules/wallet/index.ts";
import type { StatementRow, TransactionRow } from "#modules/wallet/shared.ts";
import { CreatedQuery } from "./created-view.server.ts";
import { timeOf } from "./list-query.ts";
import { MoneyQuery } from "./payments-view.server.ts";
import { narrowedTo, TicketsFilter } from "./tickets-view.server.ts";
import { labelWord, statusWord } from "./words.ts";

/** The lists a center can take home. */
export const centerLists = ["tickets", "created-tickets", "transactions", "wallet-statement", "technicians"] as const;
type ListName = (typeof centerLists)[number];

export type Wish = { center: ActorOf<"center">; query: unknown; format: SheetFormat; locale: Locale };
type Making = (wish: Wish, list: ListName, tell: (key: MessageKey) => string) => Promise<ExportFile>;

/** One of a center's lists as a file, with the filters of its page's address, in the reader's language. */
export const exportCenterList = (list: ListName, wish: Wish): Promise<ExportFile> =>
  making[list](wish, list, (key) => say(key, {}, wish.locale));

const making: Record<ListName, Making> = {
  tickets: ({ center, query, format }, list, tell) => {
    const c = sheetColumns<TicketRow>();
    const asked = TicketsFilter.parse(query);
    return exportList({
      ...common(center, list, format, asked),
      page: (after) => listTickets(center, { ...narrowedTo(asked), after, take: exportPage }),
      columns: [
        c.text(tell("center.ticket.request"), ({ number }) => number),
        c.moment(tell("center.ticket.created"), ({ createdAt }) => createdAt),
        c.text(tell("center.ticket.status"), ({ displayedStatus }) => statusWord(displayedStatus, tell)),
        c.text(tell("center.created.broadcast"), ({ broadcastLabel }) => labelWord(broadcastLabel, tell)),
        c.text(tell("center.ticket.service"), ({ service }) => service.name),
        c.text(tell("center.ticket.requirement"), ({ requirement }) => requirement),
        c.text(tell("center.ticket.technician"), ({ technician }) => (technician ? technician.name : null)),
        c.text(tell("center.ticket.name"), ({ name }) => name),
        c.text(tell("center.created.phone"), ({ phone }) => phone),
        c.text(tell("center.ticket.address"), ({ address }) => joined(address.houseNumber, address.locality)),
        c.text(tell("booking.city"), ({ address }) => address.city),
        c.text(tell("booking.state"), ({ address }) => address.state),
        c.text(tell("booking.pincode"), ({ address }) => address.pincode),
        c.count(tell("center.ticket.paidByPublic"), ({ paidByPublic }) => paidByPublic),
        c.count(tell("center.ticket.paidByTechnician"), ({ paidByTechnician }) => paidByTechnician),
        c.rupees(tell("center.complete.ticketPrice"), ({ ticketPricePaise }) => ticketPricePaise),
        c.rupees(tell("center.complete.price"), ({ closingPricePaise }) => closingPricePaise),
        c.moment(tell("tracking.closedAt"), ({ closedAt }) => closedAt),
        c.count(tell("center.home.rating"), ({ remarks }) => remarks.starRating),
      ],
    });
  },
  "created-tickets": ({ center, query, format }, list, tell) => {
    const c = sheetColumns<CreatedTicket>();
    const asked = CreatedQuery.parse(query);
    return exportList({
      ...common(center, list, format, asked),
      page: (after) => ticketsCreatedNotAssigned(center, { ...asked, ...timeOf(asked), after, take: exportPage }),
      columns: [
        c.text(tell("center.ticket.request"), ({ number }) => number),
        c.moment(tell("center.ticket.created"), ({ createdAt }) => createdAt),
        c.text(tell("center.created.name"), ({ name }) => name),
        c.text(tell("center.created.email"), ({ email }) => email),
        c.text(tell("center.created.phone"), ({ phone }) => phone),
        c.text(tell("center.created.by"), ({ createdByCenter }) => createdByCenter),
        c.text(tell("center.created.address"), ({ address }) => address),
        c.text(tell("center.created.broadcast"), ({ broadcastLabel }) => labelWord(broadcastLabel, tell)),
        c.text(tell("center.created.status"), ({ displayedStatus }) => statusWord(displayedStatus, tell)),
        c.text(tell("center.created.service"), ({ service }) => service),
        c.text(tell("center.created.center"), ({ assignedCenter }) => assignedCenter),
      ],
    });
  },
  transactions: ({ center, query, format }, list, tell) => {
    const c = sheetColumns<TransactionRow>();
    const asked = MoneyQuery.parse(query);
    return exportList({
      ...common(center, list, format, asked),
      page: (after) => centerTransactions(center, { kind: asked.kind, ...timeOf(asked), after, take: exportPage }),
      columns: [
        c.moment(tell("center.payments.date"), ({ date }) => date),
        c.text(tell("center.payments.id"), ({ transactionId }) => transactionId),
        c.text(tell("center.payments.kind"), ({ kind }) => tell(`transfer.${kind}`)),
        c.rupees(tell("center.payments.amount"), ({ amountPaise }) => amountPaise),
        c.text(tell("center.payments.status"), ({ status }) => tell(`transaction.${status}`)),
      ],
    });
  },
  "wallet-statement": ({ center, query, format }, list, tell) => {
    const c = sheetColumns<StatementRow>();
    const asked = MoneyQuery.parse(query);
    return exportList({
      ...common(center, list, format, asked),
      page: (after) => walletStatement(center, { kind: asked.kind, ...timeOf(asked), after, take: exportPage }),
      columns: [
        c.moment(tell("center.payments.date"), ({ date }) => date),
        c.text(tell("center.payments.id"), ({ transactionId }) => transactionId),
        c.text(tell("center.payments.kind"), ({ kind }) => tell(`transfer.${kind}`)),
        c.text(tell("center.payments.note"), ({ note }) => note),
        c.rupees(tell("center.payments.amount"), ({ amountPaise }) => amountPaise),
        c.rupees(tell("center.payments.remain"), ({ walletRemainPaise }) => walletRemainPaise),
      ],
    });
  },
  technicians: ({ center, format }, list, tell) => {
    const c = sheetColumns<TechnicianRow>();
    return exportList({
      ...common(center, list, format, {}),
      page: (after) => listTechnicians(center, { after, limit: exportPage }),
      columns: [
        c.text(tell("center.technician.name"), ({ name }) => name),
        c.text(tell("center.technician.id"), ({ technicianId }) => technicianId),
        c.text(tell("center.phone"), ({ phone }) => phone),
        c.text(tell("center.technician.email"), ({ email }) => email),
        c.text(tell("center.technician.engagement"), ({ engagementType }) => tell(`engagement.${engagementType}`)),
        c.text(tell("center.technician.service"), ({ primaryService }) => primaryService.serviceName),
        c.text(tell("center.technician.pincode"), ({ mainPincode }) => mainPincode),
        c.count(tell("center.technician.pending"), ({ pendingTicketCount }) => pendingTicketCount),
      ],
    });
  },
};

function common(center: ActorOf<"center">, list: ListName, format: SheetFormat, asked: Record<string, unknown>) {
  const told = Object.entries(asked).filter(([, value]) => value !== undefined && value !== "");
  return {
    actor: center,
    of: { subject: "center", id: center.centerId } as const,
    list,
    format,
    // Somebody may search for a name: that a search was made is told, not for what.
    filter: Object.fromEntries(told.map(([name, value]) => [name, name === "search" ? true : String(value)])),
  };
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ");

/** What an address asks for. */
export const ExportQuery = z.looseObject({
  list: z.enum(centerLists),
  format: z.enum(["csv", "xlsx"]).catch("csv"),
});
