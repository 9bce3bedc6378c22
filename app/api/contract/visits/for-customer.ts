import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, lookupLimit } from "#app/http/doors/use-limit.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { rupeesAndPaise } from "#modules/kernel/validation.ts";
import {
  agreeTime,
  cancelOwn,
  choicesForCustomer,
  paidFor,
  sayNobodyCame,
  undoCancel,
} from "#modules/tickets/index.ts";
import { AgreeTime, CancelOwn, SayNobodyCame, TicketRef } from "#modules/tickets/shared.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { wire } from "../../line/wire.ts";
import { ChoicesForCustomerShape, choicesForCustomerOf } from "./own-visit-shapes.ts";

/* What an operator does with a request on the word of its customer, who calls. */

const Cancel = CancelOwn.omit({ feePaise: true }).extend({ fee: rupeesAndPaise });

const editing = { own: true, as: ["admin"], can: "edit_ticket.full_access", limit: callLimit } as const;

/** It moves what was paid for the request; above the configured sum that is money. */
const endingPaid = { fresh: "work", moves: paidFor } as const;

export const forCustomer = {
  "GET admin/customer-choices/{ticket}": call({
    ...editing,
    limit: lookupLimit,
    summary:
      "What an operator may do with a request on its customer's word, with the terms of each: cancel, say that nobody came, agree a time",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    run: choicesForCustomer,
    refuses: { 404: ["ticket.notFound"] },
    answer: ChoicesForCustomerShape,
    reply: choicesForCustomerOf,
  }),
  "PUT admin/cancel-for-customer/{ticket}": call({
    ...endingPaid,
    ...editing,
    summary:
      "Cancel on the customer's word, by the rule and the fee that `customer-choices` answered; ten seconds long it can be undone",
    input: wire({ ticket: "ticketId", rule_id: "ruleId", fee: "fee", cancel_reason: "reason" }, Cancel, [
      "form.id",
      "form.amountMost",
      "form.amountPaise",
      "form.choice",
    ]),
    run: (admin, { fee, ...input }) => cancelOwn(admin, { ...input, feePaise: fromRupees(fee) }),
    refuses: {
      404: ["ticket.notFound"],
      409: ["cancel.changed", "cancel.started", "ticket.notCancellable"],
    },
    answer: z.null(),
    reply: () => null,
    say: "ticket.cancelled",
    once: "in its transaction",
  }),
  "PUT admin/undo-cancel/{ticket}": call({
    fresh: none("Brings back what was there, for no money"),
    ...editing,
    summary: "Take a cancellation by the customer's terms back, within ten seconds",
    input: wire({ ticket: "ticketId" }, TicketRef, ["form.id"]),
    run: undoCancel,
    refuses: { 404: ["ticket.notFound"], 409: ["cancel.undoOver"] },
    answer: z.null(),
    reply: () => null,
    say: "acts.cancelUndone",
    unkeyed: "Undoing what is undone changes nothing",
  }),
  "PUT admin/nobody-came/{ticket}": call({
    ...endingPaid,
    ...editing,
    summary:
      "Say on the customer's word that nobody came, and what happens now: wait an hour, move (then agree a time), other_center at once, or end (then cancel for the customer)",
    input: wire({ ticket: "ticketId", choice: "choice" }, SayNobodyCame, ["form.id", "form.choice"]),
    run: sayNobodyCame,
    refuses: { 404: ["ticket.notFound"], 409: ["missed.most", "missed.notYet"] },
    answer: z.null(),
    reply: () => null,
    say: "missed.done.noted",
    once: "in its transaction",
  }),
  "PUT admin/agree-time/{ticket}": call({
    fresh: none("Agrees a time, for no money"),
    ...editing,
    summary: "Agree a free window of the center that has a request with its customer, in the center's place",
    input: wire({ ticket: "ticketId", window: "at", version: "version" }, AgreeTime, [
      "form.id",
      "form.number",
      "form.timeUnread",
      "changeTime.choose",
    ]),
    run: agreeTime,
    refuses: {
      404: ["ticket.notFound"],
      409: ["broadcast.noWindows", "broadcast.windowFull", "day.notNow", "ticket.changed"],
      422: ["proposal.windowGone"],
    },
    answer: z.null(),
    reply: () => null,
    say: "day.agreed",
    once: "in its transaction",
  }),
} satisfies Contract;
