import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { techniciansWithPending } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate, istTime } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { dayEnd } from "#modules/kernel/validation.ts";
import { listTicketLines, type TicketDetail, type TicketLine, ticketDetail } from "#modules/tickets/index.ts";
import { addressLine } from "./address-line.ts";
import { cursor, istDay, lenient, timeOf } from "./list-query.ts";
import { acts, actsOf, ended } from "./ticket-acts.ts";

type Center = ActorOf<"center">;

const reference = z.string().regex(/^[\w-]{20,30}$/);

/** What the list is narrowed to: which of its moments lies from one day of India to another, besides. */
export const TicketsFilter = z.object({
  status: lenient(z.string().trim().max(40)),
  search: lenient(z.string().trim().max(60)),
  dated: lenient(z.enum(["accepted", "closed"])),
  from: lenient(istDay),
  to: lenient(istDay),
});

/** The filter as the list of requests takes it. */
export const narrowedTo = ({ status, search, dated, ...days }: z.output<typeof TicketsFilter>) => ({
  status: status || undefined,
  search: search || undefined,
  dated,
  ...timeOf(days),
});

/** The list's filters and page, the request whose details are open, and the dialog over either. */
export const TicketsQuery = TicketsFilter.extend({
  after: cursor,
  ticket: lenient(z.string().max(64)),
  act: lenient(z.enum([...acts, ...ended])),
  /** The request a dialog over the list is about. */
  of: lenient(reference),
});
type Query = z.output<typeof TicketsQuery>;

/** The tickets page: the list, or one request with everything about it; and the dialog that is open. */
export async function ticketsView(center: Center, query: Query, _door: Door) {
  const { after, status, search, dated, from, to, ticket, act, of } = query;
  const detail = ticket ? await ticketDetail(center, ticket) : null;
  const list = detail ? null : await listTicketLines(center, { after, ...narrowedTo(query) });
  const subject = of ?? ticket;
  return {
    list: list && { rows: list.rows.map(listed), next: list.next },
    filter: {
      ...{ status: status ?? "", search: search ?? "" },
      ...{ dated: dated ?? "", from: from ?? "", to: to ?? "" },
    },
    detail,
    dialog: act && subject ? await dialogView(center, act, subject, detail) : null,
    origin: env.publicUrl,
  };
}
/** What the list shows of a request; the page carries it twice, so the rest stays here. */
const listed = (ticket: TicketLine) => ({
  id: ticket.id,
  number: ticket.number,
  createdAt: ticket.createdAt,
  displayedStatus: ticket.displayedStatus,
  broadcastLabel: ticket.broadcastLabel,
  service: ticket.service.name,
  technician: ticket.technician ? ticket.technician.name : null,
  name: ticket.name,
  phone: ticket.phone,
  address: addressLine(ticket),
  paidByPublic: ticket.paidByPublic,
  paidByTechnician: ticket.paidByTechnician,
  acts: actsOf(ticket).join(" "),
});
export type ListedTicket = ReturnType<typeof listed>;

export type TicketsView = Awaited<ReturnType<typeof ticketsView>>;

async function dialogView(center: Center, act: NonNullable<Query["act"]>, subject: string, open: TicketDetail | null) {
  const ticket = open?.id === subject ? open : await detailIfAny(center, subject);
  const choosing = act === "assign" || act === "change";
  return {
    act,
    ticket,
    technicians: choosing ? await techniciansWithPending(center) : [],
    firstDay: istDate(istTime() >= dayEnd ? fromNow(day) : undefined),
    serviceOpen: act === "rebook" && (await activeServices()).some(({ id }) => id === ticket?.service.id),
  };
}
export type DialogView = NonNullable<Awaited<ReturnType<typeof dialogView>>>;

/** R172: a dialog whose request cannot be fetched says so itself; the page behind it stays. */
async function detailIfAny(center: Center, ticketId: string) {
  try {
    return await ticketDetail(center, ticketId);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}
