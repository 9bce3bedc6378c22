import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, lookupLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { raterOf, signedInCenter, workersIn } from "#app/http/session/asker.server.ts";
import { denied, unauthenticated } from "#modules/kernel/errors.ts";
import { optionalText } from "#modules/kernel/validation.ts";
import {
  answerOutcomeProven,
  answerStillNeeded,
  answerTimeChange,
  checkFeedbackLink,
  confirmStart,
  listTickets,
  proposalForm,
  proposeWindows,
  rateTicket,
  ticketDetail as readTicket,
  rebookTicket,
  revisitTicket,
  startVisit,
  statusList,
  submitFeedback,
  trackTicket,
  withdrawProposal,
} from "#modules/tickets/index.ts";
import {
  AnswerOutcome,
  AnswerStillNeeded,
  AnswerTimeChange,
  BroadcastRef,
  ProposeWindows,
  RateTicket,
  Rebook,
  Revisit,
  StartVisit,
  SubmitFeedback,
  TicketQuery,
  TicketRef,
  ticketReference,
} from "#modules/tickets/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { customersProof } from "../line/proofs.ts";
import { listRefusals, optionalTextRefusals, visitTimeRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { BookedTicketShape, bookedTicket, NewTicketShape, newTicket } from "../shapes/booked.ts";
import { ProposalShape, proposal } from "../shapes/broadcast.ts";
import { FeedbackLinkShape, feedbackLink } from "../shapes/feedback.ts";
import { VisitDayShape, visitDay } from "../shapes/service.ts";
import { TicketDetailShape, TicketShape, ticket, ticketDetail } from "../shapes/ticket.ts";
import {
  OutcomeAnswerShape,
  outcomeAnswer,
  StillNeededAnswerShape,
  stillNeededAnswer,
  stillNeededSays,
  TrackedTicketShape,
  trackedTicket,
} from "../shapes/tracked.ts";
import { bookedSays, ticketOnce } from "./booking.ts";

const againNames = {
  "time_preference.time_preference_type": "timePreference.type",
  "time_preference.specific_date_time": "timePreference.at",
  specific_requirement: "requirement",
  proof: "proof",
};

const Read = TicketQuery.extend({ ticketId: ticketReference.optional() });

export const tracking = {
  // C071.
  "GET admin/get-all-ticket": call({
    as: ["anyone", "center", "desk", "technician", "onboarder", "admin"],
    can: "view_ticket.full_access",
    scope: "requests:read",
    limit: reads.byLink,
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
      [...optionalTextRefusals, ...listRefusals, "form.id"],
    ),
    run: async (actor, { ticketId, ...query }) => {
      if (actor.kind !== "admin") {
        // H2: the link's token opens one request; a list is never public.
        // A 401 would tell the app of a center or technician that its own session is over (H32).
        if (!ticketId || query.from || query.to) {
          throw actor.kind === "anyone" ? unauthenticated("session.invalid") : denied();
        }
        return { list: [trackedTicket(await trackTicket(actor, ticketId))], next: null };
      }
      if (ticketId) return { list: [ticketDetail(await readTicket(actor, ticketId))], next: null };
      const { rows, next } = await listTickets(actor, query);
      return { list: rows.map(ticket), next };
    },
    refuses: { 404: ["ticket.notFound"] },
    answer: z.array(z.union([TrackedTicketShape, TicketDetailShape, TicketShape])),
    reply: ({ list }) => list,
    next: ({ next }) => next,
  }),
  "POST technicianApp/getStatus": call({
    fresh: none("Only reads"),
    as: ["anyone", "center", "desk", "technician", "admin"],
    can: "any admin",
    limit: callLimit,
    summary: "The completed steps of a request as strings; NOT_ASSIGNED before a technician is sent",
    input: wire({ _id: "ticketId" }, z.object({ ticketId: ticketReference }), ["form.id"]),
    run: (actor, { ticketId }) => statusList(actor, ticketId),
    refuses: { 404: ["ticket.notFound"] },
    answer: z.array(z.string()),
    reply: (steps) => steps,
    unkeyed: "It only reads",
  }),
  "POST technicianApp/start-visit/{ticket}": call({
    own: true,
    as: ["technician", "center", "desk"],
    limit: callLimit,
    summary: "Begin the visit with the four digits of the customer's start code; five wrong ones make a new code",
    input: wire({ ticket: "ticketId", start_code: "code" }, StartVisit, [
      "form.id",
      "startCode.digits",
      "startCode.missing",
    ]),
    run: startVisit,
    refuses: {
      404: ["ticket.notFound"],
      409: ["startCode.locked", "startCode.none", "ticket.ended", "ticket.noTechnician"],
      422: ["startCode.replaced", "startCode.wrong"],
    },
    answer: z.null(),
    reply: () => null,
    say: "startCode.accepted",
    once: "in its transaction",
  }),
  "POST admin/confirm-start/{ticket}": call({
    own: true,
    fresh: none("Says that a visit began, for no money"),
    as: ["admin"],
    can: "edit_ticket.full_access",
    limit: callLimit,
    summary: "Say as an operator that a visit began whose start code cannot be entered",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    run: confirmStart,
    refuses: { 404: ["ticket.notFound"], 409: ["startCode.none", "ticket.ended", "ticket.noTechnician"] },
    answer: z.null(),
    reply: () => null,
    say: "startCode.accepted",
    once: "in its transaction",
  }),
  "PUT technicianApp/setStatusRating/{ticketId}": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Give 0 to 5 stars to a closed request, once, as its customer; never as the center that did the work",
    input: wire({ ticketId: "ticketId", rating: "rating", proof: "proof" }, RateTicket, [
      ...optionalTextRefusals,
      "form.id",
      "rating.range",
    ]),
    proof: customersProof,
    run: async (anyone, input, door) => rateTicket(await raterOf(anyone, door), input),
    refuses: {
      401: ["session.expired", "session.invalid"],
      403: ["otp.proofMissing", "rating.ownWork"],
      409: ["rating.given"],
    },
    answer: z.strictObject({ rating: z.number() }),
    reply: ({ starRating }) => ({ rating: starRating }),
    say: "tracking.rating.thanks",
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/revisit": call({
    fresh: none("A revisit is free"),
    as: ["anyone", "center", "desk", "admin"],
    can: "add_ticket",
    limit: callLimit,
    summary: "Ask for a free revisit until 29 days after closing; data._id is the new request",
    input: wire({ id: "ticketId", ...againNames }, Revisit, [...optionalTextRefusals, ...visitTimeRefusals, "form.id"]),
    proof: customersProof,
    run: revisitTicket,
    refuses: { 404: ["ticket.notFound"], 409: ["revisit.notDone", "revisit.open"], 503: ["booking.notYet"] },
    answer: NewTicketShape,
    reply: newTicket,
    say: ({ serviceAvailable }) => (serviceAvailable ? "tracking.revisit.done" : "tracking.revisit.unserved"),
    once: "in its transaction",
  }),
  "PUT center/api/tickets/rebook": call({
    fresh: none("A booking, which its customer pays"),
    as: ["anyone", "center", "desk", "admin"],
    can: "add_ticket",
    limit: callLimit,
    summary: "Book a closed request's service again; answers as a booking",
    input: wire({ ticket_obj_id: "ticketId", ...againNames }, Rebook, [
      ...optionalTextRefusals,
      ...visitTimeRefusals,
      "form.id",
    ]),
    proof: customersProof,
    run: rebookTicket,
    refuses: { 404: ["ticket.notFound"], 503: ["booking.notYet"] },
    answer: BookedTicketShape,
    reply: bookedTicket,
    say: bookedSays,
    once: ticketOnce,
  }),
  "PUT center/tickets/{id}/still-needed": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Answer whether a request is still needed, once, as its customer: yes to one that was not visited makes a new request without a booking fee, no ends it; yes to a waiting one keeps it open, no cancels it",
    input: wire({ id: "ticketId", answer: "answer", proof: "proof" }, AnswerStillNeeded, [
      ...optionalTextRefusals,
      "form.choice",
      "form.id",
    ]),
    proof: customersProof,
    run: answerStillNeeded,
    refuses: {
      404: ["ticket.notFound"],
      409: [
        "stillNeeded.answered",
        "stillNeeded.expired",
        "stillNeeded.expiredWaiting",
        "stillNeeded.noQuestion",
        "stillNeeded.over",
        "ticket.notCancellable",
      ],
      503: ["booking.notYet"],
    },
    answer: StillNeededAnswerShape,
    reply: stillNeededAnswer,
    say: stillNeededSays,
    example: { answer: "yes", _id: "pX0c2vQ5tJt0m7nN4b3k9A", is_new: true, service_available: true },
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/outcome": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Say what happened at a closed request, once, within 48 hours: whether they came, whether it is done, what was paid; it decides about the booking fee. Never as a center or operator",
    input: wire({ id: "ticketId", came: "came", done: "done", paid: "paid", proof: "proof" }, AnswerOutcome, [
      ...optionalTextRefusals,
      "form.amountMost",
      "form.amountPaise",
      "form.choice",
      "form.id",
    ]),
    proof: customersProof,
    run: async (anyone, input, door) => answerOutcomeProven(await raterOf(anyone, door), input, await workersIn(door)),
    refuses: {
      401: ["session.expired", "session.invalid"],
      403: ["otp.proofMissing", "outcome.centersBrowser", "outcome.signedIn", "rating.ownWork"],
      404: ["ticket.notFound"],
      409: ["outcome.given", "outcome.noQuestion", "outcome.over"],
      422: ["outcome.done"],
    },
    answer: OutcomeAnswerShape,
    reply: outcomeAnswer,
    say: "outcome.thanks",
    example: { came: "yes", done: "yes", paid: 500, counts: true },
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/time-change": call({
    own: true,
    as: ["center", "desk"],
    limit: callLimit,
    summary:
      "Answer a customer who wants another time: by agreeing the visit moves, otherwise the time stays; without an answer within an hour (08:00 to 20:00 India time) it stays, too",
    input: wire({ id: "ticketId", answer: "answer" }, AnswerTimeChange, ["form.choice", "form.id"]),
    run: answerTimeChange,
    refuses: {
      404: ["ticket.notFound"],
      409: ["broadcast.noWindows", "broadcast.windowFull", "timeChange.over"],
    },
    answer: z.strictObject({ ticket_id: z.string(), specific_date_time: z.iso.datetime().nullable() }),
    reply: ({ ticketId, specificDateTime }) => ({
      ticket_id: ticketId,
      specific_date_time: specificDateTime?.toISOString() ?? null,
    }),
    say: "timeChange.answered",
    once: "in its transaction",
  }),
  "GET center/free-windows": call({
    own: true,
    as: ["center", "desk"],
    limit: reads.own,
    summary: "The windows of the next seven days in which the center is free for an offered request",
    input: wire({ broadcast_obj_id: "broadcastId" }, BroadcastRef, ["form.id"]),
    run: async (center, { broadcastId }) => (await proposalForm(center, broadcastId)).days,
    refuses: { 404: ["broadcast.notFound"] },
    answer: z.array(VisitDayShape),
    reply: (days) => days.map(visitDay),
  }),
  "POST center/propose-windows": call({
    own: true,
    as: ["center", "desk"],
    limit: callLimit,
    summary:
      "Propose one to three free windows for an offered request. Its customer has 60 minutes, counted from 08:00 to 20:00, to choose one, which accepts the request; nothing is reserved until then",
    input: wire({ broadcast_obj_id: "broadcastId", windows: "windows" }, ProposeWindows, [
      "form.id",
      "form.timeUnread",
      "proposal.choose",
      "proposal.most",
    ]),
    run: proposeWindows,
    refuses: {
      404: ["broadcast.notFound"],
      409: [
        "broadcast.acceptedAlready",
        "broadcast.capacity",
        "broadcast.changed",
        "broadcast.reserved",
        "broadcast.taken",
        "proposal.mostTimes",
        "proposal.noRide",
        "proposal.paying",
        "proposal.running",
      ],
      422: ["proposal.notFree"],
    },
    answer: ProposalShape,
    reply: proposal,
    say: "center.propose.done",
    example: {
      _id: "0193a4f0-7c1e-7b8a-9c55-3f0d2a6b7e10",
      windows: [new Date("2026-11-30T06:30:00Z"), new Date("2026-11-30T08:30:00Z")],
      choose_until: new Date("2026-11-27T04:00:00Z"),
    },
    once: "in its transaction",
  }),
  "POST center/withdraw-windows": call({
    own: true,
    as: ["center", "desk"],
    limit: callLimit,
    summary: "Withdraw the windows that were proposed for an offered request; without any nothing changes",
    input: wire({ broadcast_obj_id: "broadcastId" }, BroadcastRef, ["form.id"]),
    run: withdrawProposal,
    refuses: { 404: ["broadcast.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "center.propose.withdrawn",
    once: "in its transaction",
  }),
  "GET common/check-feedback-link-valid": call({
    as: ["anyone"],
    limit: lookupLimit,
    summary: "What a feedback link is worth: open, used, expired or invalid",
    input: wire({ token: "token" }, z.object({ token: optionalText(200) }), optionalTextRefusals),
    run: (_anyone, { token = "" }) => checkFeedbackLink(token),
    answer: FeedbackLinkShape,
    reply: feedbackLink,
    bare: true,
  }),
  // R109.
  "POST common/submit-feedback": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Answer the five questions, 1 to 10, once, by the link's token; never as the center that did the work",
    input: wire({ token: "token", feedBackResponse: "answers" }, SubmitFeedback, [
      "feedback.incomplete",
      "feedback.invalid",
      "feedback.range",
      "form.characters",
    ]),
    run: async (anyone, input, door) =>
      submitFeedback(await raterOf(anyone, door), { ...input, signedIn: await signedInCenter(door) }),
    refuses: { 401: ["session.expired", "session.invalid"], 403: ["rating.ownWork"], 409: ["feedback.used"] },
    answer: z.null(),
    reply: () => null,
    say: "feedback.thanks",
    once: "in its transaction",
  }),
} satisfies Contract;
