import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { technicianLookup } from "#modules/centers/index.ts";
import { bound, cursor, reference } from "#modules/kernel/validation.ts";
import { createRequest, createRequestOfClient, updateRequest, updateRequestOfClient } from "#modules/tickets/index.ts";
import { CreateOfClient, CreateRequest, UpdateOfClient, UpdateRequest } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { optionalTextRefusals, textRefusals, visitTimeRefusals } from "../line/refusals.ts";
import { fieldWires } from "../line/request-fields.ts";
import { wire } from "../line/wire.ts";
import { LookedUpTechnicianShape, lookedUpTechnician } from "../shapes/technician.ts";
import { TicketShape, ticket } from "../shapes/ticket.ts";
import { bookingNames } from "./booking.ts";
import { ticketName } from "./shared-names.ts";

/** A request's fields as the operators' form sends them; `create_name` is the signed-in admin's, so it is not read. */
const requestNames = {
  ...bookingNames,
  "personal_details.alternate_phone.mobile_number": "alternatePhone",
  ...fieldWires("clientId", "clientReference", "dueAmount", "markedPaid", "ticketPrice"),
};

/** The fields a change may send; name, phones and pincode that come along are not read (R273, R279). */
const changeNames = {
  ...ticketName,
  ...Object.fromEntries(Object.entries(requestNames).filter(([, name]) => name.split(".")[0]! in UpdateRequest.shape)),
  ...fieldWires("closingPrice", "adminRemarks"),
  version: "version",
};

/** Of an amount in rupees. */
const amountRefusals = ["form.amount", "form.amountDigits", "form.amountMost", "form.amountPaise"] as const;

const requestRefusals = [
  ...optionalTextRefusals,
  ...visitTimeRefusals,
  ...amountRefusals,
  "form.choice",
  "form.id",
  "form.phone",
  "form.pincode",
  "form.state",
] as const;

const changeRefusals = [
  ...textRefusals,
  ...visitTimeRefusals,
  ...amountRefusals,
  "form.choice",
  "form.id",
  "form.number",
  "form.state",
] as const;

const create = (summary: string) =>
  call({
    fresh: none("A request without a fee"),
    as: ["admin"],
    limit: callLimit,
    can: "add_ticket",
    summary,
    input: wire(requestNames, CreateRequest, requestRefusals),
    run: createRequest,
    refuses: {
      403: ["ticket.fieldNotSettable"],
      404: ["client.notFound", "service.notFound"],
      409: ["request.referenceTaken"],
      422: ["form.timeWindow", "offer.notValid"],
      503: ["booking.notYet"],
    },
    answer: TicketShape,
    reply: ticket,
    say: "ticket.created",
    once: "in its transaction",
  });

const ListTechnicians = z.object({
  id: reference.optional(),
  from: bound("start"),
  to: bound("end"),
  after: cursor,
});

/** The operators' request form: creating (C074, C075), changing (C076), and the choices of its fields (C095). */
export const requestForm = {
  "POST center/public-ticket-by-superadmin": create(
    "Create a request as an admin; no fee, matched at once. An admin of a client creates for that client only",
  ),
  // Q37: the path of the wrapper `createTicket` is not written down; this one is our choice.
  "POST admin/create-ticket": create("Create a request as an admin (same as center/public-ticket-by-superadmin)"),
  // For the programs of clients. The client is the caller's own, so it need not be sent.
  "POST client/create-ticket": call({
    own: true,
    fresh: none("A request without a fee"),
    as: ["admin"],
    limit: callLimit,
    can: "add_ticket",
    scope: "requests:create",
    summary:
      "Create a request as a client, by its API key or one of its admins: no fee, matched at once. " +
      "authorized_client_id may be left out; another client's is refused. Without an offer code it is the product's own",
    input: wire(requestNames, CreateOfClient, requestRefusals),
    run: createRequestOfClient,
    refuses: {
      403: ["ticket.fieldNotSettable"],
      404: ["service.notFound"],
      409: ["request.referenceTaken"],
      422: ["offer.notValid"],
      503: ["booking.notYet"],
    },
    answer: TicketShape,
    reply: ticket,
    say: "ticket.created",
    once: "in its transaction",
  }),
  "POST admin/update-ticket": call({
    fresh: none("Moves no money: what is due and paid is a note of the bill"),
    as: ["admin"],
    limit: callLimit,
    can: "edit_ticket.full_access",
    summary:
      "Change a request; name, phones and pincode stay. Service, house number, offer code and time preference are " +
      "required; of the others, what is not sent stays, and an empty text takes a value away. " +
      "With `version`, a request that changed since is refused with who changed what",
    input: wire(changeNames, UpdateRequest, changeRefusals),
    run: updateRequest,
    refuses: {
      403: ["ticket.fieldNotSettable"],
      404: ["ticket.notFound"],
      409: ["broadcast.noWindows", "broadcast.windowFull", "request.referenceTaken", "ticket.changed"],
    },
    answer: TicketShape,
    reply: ticket,
    say: "request.updated",
    once: "in its transaction",
  }),
  // For the programs of clients, which set no offer code.
  "POST client/update-ticket": call({
    own: true,
    fresh: none("Moves no money: what is due and paid is a note of the bill"),
    as: ["admin"],
    limit: callLimit,
    can: "edit_ticket.full_access",
    scope: "requests:update",
    summary:
      "Change a request as its client, by its API key or one of its admins. As admin/update-ticket, and the offer code " +
      "may be left out and stays",
    input: wire(changeNames, UpdateOfClient, changeRefusals),
    run: updateRequestOfClient,
    refuses: {
      403: ["ticket.fieldNotSettable"],
      404: ["ticket.notFound"],
      409: ["broadcast.noWindows", "broadcast.windowFull", "request.referenceTaken", "ticket.changed"],
    },
    answer: TicketShape,
    reply: ticket,
    say: "request.updated",
    once: "in its transaction",
  }),
  "GET admin/get-all-technician": call({
    as: ["admin"],
    can: "view_technician_details.full_access",
    limit: reads.own,
    summary:
      "The technicians, newest first, by when they joined or one by technician_obj_id; `after` is the last `next`",
    input: wire({ technician_obj_id: "id", start_date: "from", end_date: "to", after: "after" }, ListTechnicians, [
      "form.cursor",
      "form.date",
      "form.id",
    ]),
    run: technicianLookup,
    answer: z.array(LookedUpTechnicianShape),
    reply: ({ rows }) => rows.map(lookedUpTechnician),
    next: ({ next }) => next,
  }),
} satisfies Contract;
