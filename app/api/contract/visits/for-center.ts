import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit } from "#app/http/doors/use-limit.server.ts";
import { answerTimeChange, handBack, paidFor } from "#modules/tickets/index.ts";
import { AnswerTimeChange, HandBackTicket } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { wire } from "../../line/wire.ts";

/* What an operator does with a request in the name of the center that has it. */

const editing = {
  own: true,
  as: ["admin"],
  can: "edit_ticket.full_access",
  limit: callLimit,
  once: "in its transaction",
} as const;

export const forCenter = {
  "PUT admin/time-change/{ticket}": call({
    ...editing,
    fresh: none("Answers about a time, for no money"),
    summary: "Answer a customer who wants another time, in the center's name: by agreeing the visit moves",
    input: wire({ ticket: "ticketId", answer: "answer" }, AnswerTimeChange, ["form.choice", "form.id"]),
    run: answerTimeChange,
    refuses: {
      404: ["ticket.notFound"],
      409: ["broadcast.noWindows", "broadcast.windowFull", "timeChange.over"],
    },
    answer: z.null(),
    reply: () => null,
    say: "timeChange.answered",
  }),
  "PUT admin/hand-back/{ticket}": call({
    ...editing,
    fresh: "work",
    moves: paidFor,
    summary:
      "Hand an accepted job back in the center's name, before a start, with one of five reasons, by the rules in force",
    input: wire({ ticket: "ticketId", reason: "reason", free: "free" }, HandBackTicket, ["form.choice", "form.id"]),
    run: handBack,
    refuses: {
      404: ["ticket.notFound"],
      409: ["handBack.notAccepted", "handBack.notFree", "handBack.notFreeLead", "handBack.started"],
    },
    answer: z.strictObject({ free: z.boolean().describe("Whether the lead price went back and it is not counted") }),
    reply: ({ free }) => ({ free }),
    say: "handBack.done",
  }),
} satisfies Contract;
