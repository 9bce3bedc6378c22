import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import type { Page } from "#modules/kernel/lists/keyset.server.ts";
import { bound, cursor, optionalField, phone, wholeNumber } from "#modules/kernel/validation.ts";
import {
  broadcastedList,
  centerRequestsList,
  clientRequestsList,
  clientTickets,
  closedList,
  feedbackList,
  noServiceList,
  pendingList,
  ridesList,
  type TicketRow,
} from "#modules/tickets/index.ts";
import { TicketQuery } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { listRefusals, optionalTextRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { ListedFeedbackShape, listedFeedback } from "../shapes/feedback.ts";
import { OfferedShape, offered } from "../shapes/offered.ts";
import { ListedRideShape, listedRide } from "../shapes/ride.ts";
import { TicketShape, ticket } from "../shapes/ticket.ts";

const pageNames = { start_date: "from", end_date: "to", after: "after", take: "take" };
const listNames = { ...pageNames, status: "status", search: "search" };

/** Dates and page of a list of other rows than requests. */
const ListQuery = z.object({
  from: bound("start"),
  to: bound("end"),
  after: cursor,
  take: optionalField(wholeNumber(1, 100)),
});

type RequestList = {
  can?: Permission;
  page: (actor: ActorOf<"admin">, query: TicketQuery) => Promise<Page<TicketRow>>;
};

/** One of the operators' lists of requests, newest first. */
const requests = ({ can, page }: RequestList, summary: string) =>
  call({
    as: ["admin"],
    can: can ?? "any admin",
    limit: reads.own,
    summary: `${summary}; \`after\` is the \`next\` of the page before`,
    input: wire(listNames, TicketQuery, [...optionalTextRefusals, ...listRefusals]),
    run: (admin, query) => page(admin, query),
    answer: z.array(TicketShape),
    reply: ({ rows }) => rows.map(ticket),
    next: ({ next }) => next,
  });

/** The lists of the operators' console (C061–C065). A client's admin sees its own client's requests in each. */
export const operatorLists = {
  "GET admin/get-all-pending-ticket": requests(pendingList, "Pending requests"),
  "GET admin/get-all-close-ticket": requests(closedList, "Closed requests"),
  "GET admin/get-all-NoServices-ticket": requests(noServiceList, "Requests that no center of the area serves"),
  "GET admin/get-centerCreated-ticket": requests(centerRequestsList, "Requests that centers created"),
  "GET admin/get-all-B2B-ticket": requests(clientRequestsList, "Requests of B2B clients"),
  // C066, R478.
  "POST admin/get-client-ticket": call({
    fresh: none("Only reads"),
    as: ["admin"],
    can: "view_ticket.full_access",
    scope: "requests:read",
    limit: reads.own,
    summary: "Requests of B2B clients by dates; mobile_number may only be the caller's own",
    input: wire({ ...listNames, mobile_number: "mobile" }, TicketQuery.extend({ mobile: phone.optional() }), [
      ...optionalTextRefusals,
      "form.cursor",
      "form.date",
      "form.number",
      "form.phone",
    ]),
    run: clientTickets,
    answer: z.array(TicketShape),
    reply: ({ rows }) => rows.map(ticket),
    next: ({ next }) => next,
    unkeyed: "It only reads",
  }),
  // C068, R477.
  "GET technicianApp/get-all-erikshaw-ticket": call({
    as: ["admin"],
    can: "view_ticket.full_access",
    limit: reads.own,
    summary: "E-rickshaw rides, newest first",
    input: wire(pageNames, ListQuery, listRefusals),
    run: (admin, query) => ridesList.page(admin, query),
    answer: z.array(ListedRideShape),
    reply: ({ rows }) => rows.map(listedRide),
    next: ({ next }) => next,
  }),
  // C069.
  "GET admin/get-all-broadCasted-ticket": call({
    as: ["admin"],
    can: "view_broadcastedList",
    limit: reads.own,
    summary: "Requests offered to centers, newest first; the address only of accepted ones",
    input: wire(pageNames, ListQuery, listRefusals),
    run: (admin, query) => broadcastedList.page(admin, query),
    answer: z.array(OfferedShape),
    reply: ({ rows }) => rows.map(offered),
    next: ({ next }) => next,
  }),
  "GET admin/get-all-feedBacks": call({
    as: ["admin"],
    can: "view_admin_bar",
    limit: reads.own,
    summary:
      "Feedback on closed requests and that which is awaited, asked last first; ratings are drawn towards the mean",
    input: wire(pageNames, ListQuery, listRefusals),
    run: (admin, query) => feedbackList.page(admin, query),
    answer: z.array(ListedFeedbackShape),
    reply: ({ rows }) => rows.map(listedFeedback),
    next: ({ next }) => next,
  }),
} satisfies Contract;
