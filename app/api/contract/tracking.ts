import { z } from "zod";
import { can } from "#modules/kernel/actor.ts";
import { denied, unauthenticated } from "#modules/kernel/errors.ts";
import {
  checkFeedbackLink,
  listTickets,
  rateTicket,
  ticketDetail as readTicket,
  rebookTicket,
  revisitTicket,
  statusList,
  submitFeedback,
  trackTicket,
} from "#modules/tickets/index.ts";
import { RateTicket, Rebook, Revisit, SubmitFeedback, TicketQuery, ticketReference } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../call.server.ts";
import { wire } from "../wire.ts";
import { proofOf } from "./access.ts";
import { bookedSays, ticketOnce } from "./booking.ts";
import { bookedTicket, newTicket, ticket, ticketDetail, trackedTicket } from "./ticket-shape.ts";

const againNames = {
  "time_preference.time_preference_type": "timePreference.type",
  "time_preference.specific_date_time": "timePreference.at",
  specific_requirement: "requirement",
  proof: "proof",
};

const Read = TicketQuery.extend({ ticketId: ticketReference.optional() });

export const tracking = {
  "GET admin/get-all-ticket": call({
    as: ["anyone", "center", "technician", "onboarder", "admin"],
    summary:
      "With ticket_obj_id: that request as its link shows it; without: all requests, for admins with view_ticket",
    input: wire(
      {
        ticket_obj_id: "ticketId",
        start_date: "from",
        end_date: "to",
        status: "status",
        search: "search",
        after: "after",
        take: "take",
      },
      Read,
    ),
    run: async (actor, { ticketId, ...query }) => {
      if (actor.kind !== "admin") {
        // H2: the link's token opens one request; a list is never public.
        // To another's app a 401 would say that its own session is over (H32).
        if (!ticketId || query.from || query.to) {
          throw actor.kind === "anyone" ? unauthenticated("session.invalid") : denied();
        }
        return { list: [trackedTicket(await trackTicket(actor, ticketId))], next: null };
      }
      if (!can(actor, "view_ticket.full_access")) throw denied();
      if (ticketId) return { list: [ticketDetail(await readTicket(actor, ticketId))], next: null };
      const { rows, next } = await listTickets(actor, query);
      return { list: rows.map(ticket), next };
    },
    reply: ({ list }) => list,
    next: ({ next }) => next,
  }),
  "POST technicianApp/getStatus": call({
    as: ["anyone", "center", "technician", "admin"],
    summary: "The completed steps of a request as strings; NOT_ASSIGNED before a technician is sent",
    input: wire({ _id: "ticketId" }, z.object({ ticketId: ticketReference })),
    run: (actor, { ticketId }) => statusList(actor, ticketId),
    unkeyed: "It only reads",
  }),
  "PUT technicianApp/setStatusRating/{ticketId}": call({
    as: ["anyone"],
    summary: "Give 0 to 5 stars to a closed request, once",
    input: wire({ ticketId: "ticketId", rating: "rating" }, RateTicket),
    run: rateTicket,
    reply: ({ starRating }) => ({ rating: starRating }),
    say: "tracking.rating.thanks",
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/revisit": call({
    as: ["anyone", "center", "admin"],
    summary: "Ask for a free revisit until 29 days after closing; data._id is the new request",
    input: wire({ id: "ticketId", ...againNames }, Revisit),
    run: (actor, input, door) => revisitTicket(actor, { ...input, proof: proofOf(door, input.proof) }),
    reply: bookedTicket,
    say: "tracking.revisit.done",
    once: "in its transaction",
  }),
  "PUT center/api/tickets/rebook": call({
    as: ["anyone", "center", "admin"],
    summary: "Book a closed request's service again; answers as a booking",
    input: wire({ ticket_obj_id: "ticketId", ...againNames }, Rebook),
    run: (actor, input, door) => rebookTicket(actor, { ...input, proof: proofOf(door, input.proof) }),
    reply: ({ ticket, payment }) => ({ ...newTicket(ticket), ...(payment && { payment }) }),
    say: bookedSays,
    once: ticketOnce,
  }),
  "GET common/check-feedback-link-valid": call({
    as: ["anyone"],
    summary: "What a feedback link is worth: open, used, expired or invalid",
    input: wire({ token: "token" }, z.object({ token: z.string().max(200).default("") })),
    run: (_anyone, { token }) => checkFeedbackLink(token),
    reply: (link) => ({
      invalidFeedBackLink: link.state === "invalid",
      is_link_expired: link.state === "expired",
      isFeedBackAldreadySubmitted: link.state === "used",
      isFeedBackExists: { feedBackResponse: link.answers ?? [] },
      feedBackResponse: link.answers ?? [],
    }),
    bare: true,
  }),
  "POST common/submit-feedback": call({
    as: ["anyone"],
    summary: "Answer the five questions, 1 to 10, once",
    input: wire({ token: "token", feedBackResponse: "answers" }, SubmitFeedback),
    run: submitFeedback,
    reply: () => null,
    say: "feedback.thanks",
    once: "in its transaction",
  }),
} satisfies Contract;
