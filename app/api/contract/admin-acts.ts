import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  broadcastRemarks,
  centersForTicket,
  changeTechnician,
  deleteTicket,
  onboardingRemarks,
  paidFor,
  reopenLog,
  requestDetail,
  reviewPunch,
  updatePincode,
  updateRequirement,
} from "#modules/tickets/index.ts";
import {
  AssignTechnician,
  BroadcastRemarks,
  DeleteTicket,
  OnboardingRemarks,
  ReviewPunch,
  TicketRef,
  UpdatePincode,
  UpdateRequirement,
} from "#modules/tickets/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { optionalTextRefusals, textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { CenterChoiceShape, centerChoice } from "../shapes/center-choice.ts";
import { ReopeningShape, reopening } from "../shapes/reopening.ts";
import { RequestDetailShape, requestDetail as requestDetailShape } from "../shapes/request-detail.ts";
import { TicketShape, ticket } from "../shapes/ticket.ts";
import { assignNames, broadcastRemarkNames, punchNames, teamRemarkNames, ticketName } from "./shared-names.ts";

const editing = {
  as: ["admin"],
  limit: callLimit,
  can: "edit_ticket.full_access",
  once: "in its transaction",
} as const;

/** It moves what was paid for the request; above the configured sum that is money. */
const endingPaid = { fresh: "work", moves: paidFor } as const;

/** What operators do with one request besides assigning, broadcasting and ending it (C078, C083–C086, C088, C089). */
export const adminActs = {
  // Q38: the path is ours.
  "POST admin/change-ticket-technician": call({
    ...endingPaid,
    ...editing,
    summary: "Replace the technician; another center's one moves the request there and returns the lead price",
    input: wire(assignNames, AssignTechnician, ["form.id"]),
    run: changeTechnician,
    refuses: { 404: ["technician.notFound", "ticket.notFound"] },
    answer: TicketShape,
    reply: ticket,
    say: "ticket.technicianChanged",
  }),
  "POST admin/get-center-for-ticket": call({
    fresh: none("Only reads"),
    as: ["admin"],
    can: "edit_ticket.full_access",
    limit: callLimit,
    summary: "The centers a request can be given to, nearest and freest first, with their technicians",
    input: wire(ticketName, TicketRef, ["form.id"]),
    run: centersForTicket,
    refuses: { 404: ["ticket.notFound"] },
    answer: z.array(CenterChoiceShape),
    reply: (centers) => centers.map(centerChoice),
    unkeyed: "only reads",
  }),
  // Q38: the path is ours.
  "POST admin/update-ticket-pincode": call({
    ...endingPaid,
    ...editing,
    summary: "Change the pincode of a request no center has, and ask the centers there",
    input: wire({ ...ticketName, "address_details.pincode": "pincode" }, UpdatePincode, ["form.id", "form.pincode"]),
    run: updatePincode,
    refuses: { 404: ["ticket.notFound"], 409: ["pincode.same"] },
    answer: TicketShape,
    reply: ({ ticket: row }) => ticket(row),
    say: ({ matched }) => `pincode.saved.${matched}`,
  }),
  "POST admin/update-specific-requirement": call({
    fresh: none("Writes words, for no money"),
    ...editing,
    summary: "Change what an open request asks for",
    input: wire({ ...ticketName, new_requirement: "requirement" }, UpdateRequirement, [
      ...textRefusals,
      "form.id",
      "requirement.empty",
    ]),
    run: updateRequirement,
    refuses: { 404: ["ticket.notFound"], 409: ["ticket.ended"] },
    answer: TicketShape,
    reply: ticket,
    say: "requirement.saved",
  }),
  "POST admin/onboarding-team-remarks": call({
    fresh: none("Writes words, for no money"),
    ...editing,
    summary: "Save what the onboarding team notes about a request",
    input: wire(teamRemarkNames, OnboardingRemarks, [...textRefusals, "form.id", "remarks.empty"]),
    run: onboardingRemarks,
    refuses: { 403: ["ticket.fieldNotSettable"], 404: ["ticket.notFound"] },
    answer: TicketShape,
    reply: ticket,
    say: "remarks.saved",
  }),
  "POST admin/add-broadcast-remarks-team": call({
    fresh: none("Writes words, for no money"),
    ...editing,
    summary: "Save what the onboarding team notes about one center a request was offered to",
    input: wire(broadcastRemarkNames, BroadcastRemarks, [...textRefusals, "form.id", "remarks.empty"]),
    run: broadcastRemarks,
    refuses: { 403: ["ticket.fieldNotSettable"], 404: ["broadcast.noSuchCenter", "ticket.notFound"] },
    answer: z.strictObject({ technician_message: z.string(), onboarding_team_name: z.string() }),
    reply: ({ remarks, by }) => ({ technician_message: remarks, onboarding_team_name: by }),
    say: "remarks.saved",
  }),
  "DELETE admin/deleteTickets/{id}": call({
    ...endingPaid,
    as: ["admin"],
    limit: callLimit,
    can: "delete_ticket",
    summary: "Delete a request; a paid fee and a lead price are returned ten seconds later",
    input: wire({ id: "ticketId" }, DeleteTicket, ["form.id"]),
    run: deleteTicket,
    refuses: { 404: ["ticket.notFound"], 409: ["ticket.openCase"] },
    answer: z.null(),
    reply: () => null,
    say: "ticket.deleted",
    once: "in its transaction",
  }),
  "POST admin/update-punch-ticket": call({
    fresh: none("Decides about a punch, for no money"),
    ...editing,
    summary: "Review a punch: VERIFIED, ON_HOLD or REJECT, with a serial number no other request has",
    input: wire(punchNames, ReviewPunch, [
      ...optionalTextRefusals,
      "form.id",
      "punch.serialMissing",
      "punch.statusMissing",
    ]),
    run: reviewPunch,
    refuses: { 403: ["ticket.fieldNotSettable"], 404: ["ticket.notFound"], 422: ["punch.serialTaken"] },
    answer: TicketShape,
    reply: ticket,
    say: "punch.saved",
  }),
  "GET admin/get-single-ticket": call({
    as: ["admin"],
    can: "any admin",
    limit: reads.own,
    summary:
      "One request in full, its feedback, and the centers it was offered to; needs a flag that leads to requests",
    input: wire(ticketName, TicketRef, ["form.id"]),
    run: (admin, { ticketId }) => requestDetail(admin, ticketId),
    refuses: { 404: ["request.invalid"] },
    answer: RequestDetailShape,
    reply: requestDetailShape,
  }),
  "GET admin/get-reopen-log/{id}": call({
    as: ["admin"],
    can: "any admin",
    limit: reads.own,
    summary: "How often a request was reopened by a revisit; needs a flag that leads to requests",
    input: wire({ id: "ticketId" }, TicketRef, ["form.id"]),
    run: reopenLog,
    refuses: { 404: ["ticket.notFound"] },
    answer: z.array(ReopeningShape),
    reply: (rows) => rows.map(reopening),
  }),
} satisfies Contract;
