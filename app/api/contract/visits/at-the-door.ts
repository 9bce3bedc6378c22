import { z } from "zod";
import { callLimit } from "#app/http/doors/use-limit.server.ts";
import { closeAbsent, logCall, sendStartCode, setOnTheWay, setReached } from "#modules/tickets/index.ts";
import { TicketRef } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { wire } from "../../line/wire.ts";

/* A technician at the address: the customer's code, or nobody who opens. */

const doorRefusals = ["ticket.ended", "ticket.noTechnician", "visit.begun"] as const;

export const atTheDoor = {
  "POST technicianApp/on-the-way/{ticket}": call({
    as: ["technician", "center", "desk"],
    limit: callLimit,
    summary: "Tell the customer that the technician has set out; before the work has begun",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    run: setOnTheWay,
    refuses: {
      404: ["ticket.notFound"],
      409: ["ticket.ended", "ticket.noTechnician", "visit.begun", "visit.tooEarlyToGo"],
    },
    answer: z.null(),
    reply: () => null,
    say: "ticket.onTheWay",
    once: "in its transaction",
  }),
  "POST technicianApp/send-start-code/{ticket}": call({
    own: true,
    as: ["technician", "center", "desk"],
    limit: callLimit,
    summary: "Send the customer their start code again by SMS; twice a day for a request",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    run: sendStartCode,
    refuses: {
      404: ["ticket.notFound"],
      409: ["startCode.locked", "startCode.none", "ticket.ended", "ticket.noTechnician", "visit.begun"],
    },
    answer: z.null(),
    reply: () => null,
    say: "startCode.sentAgain",
    once: "in its transaction",
  }),
  "POST technicianApp/reached/{ticket}": call({
    own: true,
    as: ["technician", "center", "desk"],
    limit: callLimit,
    summary: "Say that the technician is at the address; the customer gets a message",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    run: setReached,
    refuses: { 404: ["ticket.notFound"], 409: [...doorRefusals, "visit.missed", "visit.tooEarly"] },
    answer: z.null(),
    reply: () => null,
    say: "visit.reached",
    once: "in its transaction",
  }),
  "POST technicianApp/log-call/{ticket}": call({
    own: true,
    as: ["technician", "center", "desk"],
    limit: callLimit,
    summary: "Note a call to the customer without an answer, from the address; two within a minute are one",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    run: logCall,
    refuses: { 404: ["ticket.notFound"], 409: [...doorRefusals, "visit.callLater", "visit.notReached"] },
    answer: z.null(),
    reply: () => null,
    say: "visit.called",
    once: "in its transaction",
  }),
  "POST technicianApp/not-found/{ticket}": call({
    own: true,
    as: ["technician", "center", "desk"],
    limit: callLimit,
    summary:
      "Close as not found: after the noted calls and the minutes at the address that the visit rules in force ask for, two and 15 by default; a case decides about a paid fee",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    run: closeAbsent,
    refuses: {
      404: ["ticket.notFound"],
      409: [
        ...doorRefusals,
        "close.locked",
        "visit.callByDay",
        "visit.callsMissing",
        "visit.notReached",
        "visit.waitLonger",
      ],
    },
    answer: z.null(),
    reply: () => null,
    say: "visit.absent",
    once: "in its transaction",
  }),
} satisfies Contract;
