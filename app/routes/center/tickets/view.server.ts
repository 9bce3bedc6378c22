import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { filterFields, filterShown } from "#app/parts/lists/filter-fields.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import type { ListRow } from "#app/ui/list/columns.tsx";
import { activeServices } from "#modules/catalog/index.ts";
import { type ActorOf, isDesk } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { lenient, publicId } from "#modules/kernel/validation.ts";
import { withheldFrom } from "#modules/notifications/index.ts";
import {
  answerAbout,
  handBackTerms,
  listTicketLines,
  needPictures,
  type TicketDetail,
  type TicketLine,
  technicianChoice,
  ticketDetail,
  ticketsList,
  waitAtDoorOf,
} from "#modules/tickets/index.ts";
import { firstBookableDay } from "#modules/tickets/shared.ts";
import { acts, actsOf, ended } from "./ticket-acts.ts";

type Center = ActorOf<"center">;

/** The list's filters and page, the request shown in detail, and the dialog over either. */
export const TicketsQuery = z.object({
  ...filterFields(ticketsList.filter),
  ...placeFields,
  ticket: lenient(publicId),
  act: lenient(z.enum([...acts, ...ended])),
  /** The request a dialog over the list is about. */
  of: lenient(publicId),
});
type Query = z.output<typeof TicketsQuery>;

/** The tickets page: the list or one request in full, and the open dialog. */
export async function ticketsView(center: Center, query: Query, { locale }: Door) {
  const { ticket, act, of } = query;
  const detail = ticket ? await ticketDetail(center, ticket) : null;
  const list = detail ? null : await listTicketLines(center, query);
  const subject = of ?? ticket;
  return {
    list: list && {
      table: tableOf(ticketsList, list.rows, { actor: center, locale }, rowFacts),
      pages: { next: list.next, previous: list.previous },
    },
    filter: filterShown(ticketsList.filter, query),
    detail,
    /** What the customer added when booking. */
    needPictures: detail ? await needPictures(center, detail.id) : [],
    /** What the customer said happened, after the closing. */
    answer: detail?.status === "CLOSED" ? await answerAbout(center, detail.id) : null,
    withheld: detail ? await withheldFrom(center, detail.id) : [],
    dialog: act && subject ? await dialogView(center, act, subject, detail) : null,
    origin: env.publicUrl,
  };
}

/** What the list needs of a request besides its cells. */
const rowFacts = (ticket: TicketLine) => ({
  status: ticket.displayedStatus,
  label: ticket.broadcastLabel,
  acts: actsOf(ticket).join(" "),
  chargedPaise: ticket.chargedPaise,
  noteAt: ticket.customerNoteAt,
});
export type ListedTicket = ReturnType<typeof rowFacts> & ListRow;

async function dialogView(center: Center, act: NonNullable<Query["act"]>, subject: string, open: TicketDetail | null) {
  const ticket = open?.id === subject ? open : await detailIfAny(center, subject);
  const choosing = act === "assign" || act === "change";
  return {
    act,
    ticket,
    mayAdd: !isDesk(center),
    technicians: choosing && ticket ? await technicianChoice(center, ticket.id) : [],
    waiting: act === "nobody" && ticket ? await waitAtDoorOf(center, ticket.id) : null,
    handBack: act === "handBack" && ticket ? await handBackTerms(center, { ticketId: ticket.id }) : null,
    firstDay: firstBookableDay(),
    serviceOpen: act === "rebook" && (await activeServices()).some(({ id }) => id === ticket?.service.id),
  };
}
export type DialogView = NonNullable<Awaited<ReturnType<typeof dialogView>>>;

/** R172: when the dialog's request cannot be loaded, the dialog says so and the page behind it stays. */
async function detailIfAny(center: Center, ticketId: string) {
  try {
    return await ticketDetail(center, ticketId);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}
