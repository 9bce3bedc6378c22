import { z } from "zod";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { type BroadcastRow, listBroadcasts } from "../matching/broadcasts.ts";
import { type CreatedTicket, ticketsCreatedNotAssigned } from "./center-home.ts";
import {
  address,
  city,
  closed,
  closingPrice,
  created,
  customer,
  filed,
  number,
  origin,
  phone,
  pincode,
  place,
  requirement,
  service,
  state,
  status,
  technician,
  visitAt,
  when,
  worded,
} from "./columns.ts";
import { createdColumns } from "./created-columns.ts";
import { CreatedFilter } from "./filters.ts";
import type { TicketLine, TicketRow } from "./present.ts";
import { countTickets, listTickets } from "./queries.ts";

const TicketsFilter = CreatedFilter.extend({
  dated: z.enum(["accepted", "closed"]).optional(),
  assigned: z.enum(["yes", "no"]).optional(),
});

/** The requests a center sees (R252: paid columns show 99 or 0). */
export const ticketsList = defineList<typeof TicketsFilter, TicketLine, TicketRow>({
  name: "tickets",
  title: "center.menu.tickets",
  desk: true,
  filter: TicketsFilter,
  key: ({ id }) => id,
  page: listTickets,
  count: countTickets,
  columns: [
    number,
    created,
    status,
    origin,
    service,
    filed(requirement),
    when,
    visitAt,
    technician,
    { ...customer, screenLabel: "common.customer" },
    phone,
    place,
    ...[address, city, state, pincode].map(filed<TicketLine>),
    { id: "paidByPublic", label: "center.ticket.paidByPublic", kind: "count", value: (row) => row.paidByPublic },
    {
      id: "paidByTechnician",
      label: "center.ticket.paidByTechnician",
      kind: "count",
      value: (row) => row.paidByTechnician,
    },
    filed({ id: "charged", label: "center.ticket.charged", kind: "rupees", value: (row) => row.chargedPaise }),
    filed({
      id: "ticketPrice",
      label: "common.ticketPrice",
      kind: "rupees",
      value: (row) => row.ticketPricePaise,
    }),
    filed(closingPrice),
    filed(closed),
    filed({
      id: "rating",
      label: "common.rating",
      kind: "count",
      value: ({ remarks }) => remarks.starRating,
    }),
  ],
});

/** The tickets a center created that are not its own (R144). */
export const createdTicketsList = defineList<typeof CreatedFilter, CreatedTicket>({
  name: "created-tickets",
  title: "center.menu.created",
  desk: true,
  filter: CreatedFilter,
  key: ({ id }) => id,
  page: ticketsCreatedNotAssigned,
  columns: [
    { id: "number", label: "common.request", kind: "text", value: ({ number }) => number },
    filed({
      id: "created",
      label: "center.ticket.created",
      kind: "moment",
      value: ({ createdAt }) => createdAt,
    }),
    ...createdColumns,
  ],
});

const OffersFilter = z.object({ status: z.enum(["OPEN", "ANSWERED"]).optional() });

/** The requests offered to a center (R137), without what only the accepting center may see. */
export const offersList = defineList<typeof OffersFilter, BroadcastRow>({
  name: "offers",
  title: "center.menu.newTickets",
  filter: OffersFilter,
  key: ({ id }) => id,
  page: listBroadcasts,
  columns: [
    { id: "number", label: "common.request", kind: "text", value: ({ number }) => number },
    {
      id: "status",
      label: "common.status",
      kind: "text",
      value: ({ status }, tell) => tell(`center.offerStatus.${status}`),
    },
    {
      id: "origin",
      label: "common.broadcastStatus",
      kind: "text",
      value: ({ label }, tell) => worded("label", label, tell),
    },
    { id: "created", label: "center.ticket.created", kind: "moment", value: ({ createdAt }) => createdAt },
    {
      id: "waits",
      label: "center.offers.waits",
      kind: "moment",
      on: "screen",
      value: ({ status, createdAt }) => (status === "PENDING" ? createdAt : null),
    },
    { id: "service", label: "common.service", kind: "service", value: (row) => row.service.name },
    { id: "requirement", label: "center.ticket.requirement", kind: "text", value: (row) => row.requirement },
    { id: "place", label: "center.offers.place", kind: "text", value: ({ locality }) => locality },
    { id: "pincode", label: "common.pincode", kind: "text", value: (row) => row.pincode },
    {
      id: "when",
      label: "common.timePreference",
      kind: "text",
      value: ({ timePreference }, tell) => tell(`booking.timeSaid.${timePreference.type}`),
    },
    {
      id: "visit",
      label: "common.timePreference",
      kind: "moment",
      value: ({ timePreference: { type, at } }) => (type === "SPECIFIC_DATE_AND_TIME" ? at : null),
    },
    {
      id: "cost",
      label: "center.offers.cost",
      kind: "text",
      value: ({ paidFrom, paidBack, pricePaise }, tell) => {
        if (paidFrom) return tell(paidBack ? "center.paidFrom.back" : `center.paidFrom.${paidFrom}`);
        return pricePaise === 0 ? tell("center.offers.free") : rupees(pricePaise);
      },
    },
  ],
});
