import { z } from "zod";
import { defineList } from "../kernel/listed.server.ts";
import { isMessageKey, type MessageKey } from "../kernel/messages/index.ts";
import { sheetColumns } from "../kernel/spreadsheet.server.ts";
import { type CreatedTicket, ticketsCreatedNotAssigned } from "./center-home.ts";
import type { TicketRow } from "./present.ts";
import { listTickets } from "./queries.ts";

const narrowing = z.object({
  status: z.string().optional(),
  search: z.string().optional(),
  from: z.coerce.date().optional(),
  to: z.coerce.date().optional(),
});

type Tell = (key: MessageKey) => string;

/** A status or a label in the reader's language; one without a word of its own as it is. */
function worded(kind: "status" | "label", value: string, tell: Tell) {
  const key = `${kind}.${value}`;
  return isMessageKey(key) ? tell(key) : value;
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ");

/** The requests a center sees, to be had as a file. */
export const ticketsList = defineList({
  name: "tickets",
  filter: narrowing.extend({ dated: z.enum(["accepted", "closed"]).optional() }),
  page: listTickets,
  columns: (tell) => {
    const c = sheetColumns<TicketRow>();
    return [
      c.text(tell("center.ticket.request"), ({ number }) => number),
      c.moment(tell("center.ticket.created"), ({ createdAt }) => createdAt),
      c.text(tell("center.ticket.status"), ({ displayedStatus }) => worded("status", displayedStatus, tell)),
      c.text(tell("center.created.broadcast"), ({ broadcastLabel }) => worded("label", broadcastLabel, tell)),
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
    ];
  },
});

/** What a center wrote down that is not its own, to be had as a file with the columns of R144. */
export const createdTicketsList = defineList({
  name: "created-tickets",
  filter: narrowing,
  page: ticketsCreatedNotAssigned,
  columns: (tell) => {
    const c = sheetColumns<CreatedTicket>();
    return [
      c.text(tell("center.ticket.request"), ({ number }) => number),
      c.moment(tell("center.ticket.created"), ({ createdAt }) => createdAt),
      c.text(tell("center.created.name"), ({ name }) => name),
      c.text(tell("center.created.email"), ({ email }) => email),
      c.text(tell("center.created.phone"), ({ phone }) => phone),
      c.text(tell("center.created.by"), ({ createdByCenter }) => createdByCenter),
      c.text(tell("center.created.address"), ({ address }) => address),
      c.text(tell("center.created.broadcast"), ({ broadcastLabel }) => worded("label", broadcastLabel, tell)),
      c.text(tell("center.created.status"), ({ displayedStatus }) => worded("status", displayedStatus, tell)),
      c.text(tell("center.created.service"), ({ service }) => service),
      c.text(tell("center.created.center"), ({ assignedCenter }) => assignedCenter),
    ];
  },
});
