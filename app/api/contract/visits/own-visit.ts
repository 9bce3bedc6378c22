import { z } from "zod";
import { callLimit, lookupLimit } from "#app/http/doors/use-limit.server.ts";
import { istDate, istTime, showTime } from "#modules/kernel/clock.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { optionalText, rupeesAndPaise } from "#modules/kernel/validation.ts";
import {
  actAsCustomer,
  cancelOwn,
  changeOwnTime,
  chooseWindow,
  correctOwn,
  customerOf,
  ownChoices,
  sayNobodyCame,
  undoCancel,
  writeNote,
} from "#modules/tickets/index.ts";
import {
  CancelOwn,
  ChangeTime,
  ChooseWindow,
  CorrectOwn,
  SayNobodyCame,
  TicketRef,
  type TimePreference,
  timePreference,
  WriteNote,
} from "#modules/tickets/shared.ts";
import { moment } from "../../line/answer.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { customersProof } from "../../line/proofs.ts";
import { optionalTextRefusals, visitTimeRefusals } from "../../line/refusals.ts";
import { wire } from "../../line/wire.ts";
import { OwnChoicesShape, ownChoicesOf } from "./own-visit-shapes.ts";

/* What the customer of a request does with it, identified by a proof of its phone or by the browser that proved it. */

const proof = { proof: optionalText(200) };

const Own = TicketRef.extend(proof);
const Cancel = CancelOwn.omit({ feePaise: true }).extend({ fee: rupeesAndPaise, ...proof });
const Change = ChangeTime.omit({ when: true }).extend({ timePreference, ...proof });

const ofTicket = { id: "ticketId", proof: "proof" };
const proofRefusals = [...optionalTextRefusals, "form.id"] as const;

/** A wanted time as the form of another time names it. */
const namedTime = ({ type, at }: TimePreference) => (at ? `${istDate(at)}T${istTime(at)}` : type);

export const ownVisit = {
  "GET center/tickets/{id}/choices": call({
    own: true,
    as: ["anyone"],
    limit: lookupLimit,
    summary:
      "What the customer of a request may do now, with the terms of each: cancel, change the time, choose a proposed time, say that nobody came, correct the place",
    input: wire(ofTicket, Own, proofRefusals),
    proof: customersProof,
    run: ownChoices,
    refuses: { 404: ["ticket.notFound"] },
    answer: OwnChoicesShape,
    reply: ownChoicesOf,
  }),
  "PUT center/tickets/{id}/cancel": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Cancel as its customer, by the rule and the fee that `choices` answered; ten seconds long it can be undone with the same proof",
    input: wire({ ...ofTicket, rule_id: "ruleId", fee: "fee", cancel_reason: "reason" }, Cancel, [
      ...proofRefusals,
      "form.amountMost",
      "form.amountPaise",
      "form.choice",
    ]),
    proof: customersProof,
    run: async (anyone, { fee, proof, ...input }) => {
      const customer = await customerOf(anyone, { ticketId: input.ticketId, proof });
      return cancelOwn(customer, { ...input, feePaise: fromRupees(fee) });
    },
    refuses: {
      404: ["ticket.notFound"],
      409: ["cancel.changed", "cancel.started", "ticket.notCancellable"],
    },
    answer: z.null(),
    reply: () => null,
    say: "cancel.done",
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/undo-cancel": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary: "Take the customer's own cancellation back, within ten seconds",
    input: wire(ofTicket, Own, proofRefusals),
    proof: customersProof,
    run: async (anyone, { ticketId, proof }) => undoCancel(await customerOf(anyone, { ticketId, proof }), { ticketId }),
    refuses: { 404: ["ticket.notFound"], 409: ["cancel.undoOver"] },
    answer: z.null(),
    reply: () => null,
    say: "cancel.undone",
    unkeyed: "Undoing what is undone changes nothing",
  }),
  "PUT center/tickets/{id}/place": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary: "Correct house number, locality and second phone as its customer, until the technician sets out",
    input: wire(
      {
        ...ofTicket,
        house_number: "houseNumber",
        locality: "locality",
        alternate_number: "alternatePhone",
        version: "version",
      },
      CorrectOwn.extend(proof),
      [...proofRefusals, "form.phone", "form.number"],
    ),
    proof: customersProof,
    run: (anyone, { proof, ...input }) =>
      actAsCustomer(anyone, { ticketId: input.ticketId, proof }, (customer) => correctOwn(customer, input)),
    refuses: { 404: ["ticket.notFound"], 409: ["correct.over", "ticket.changed"] },
    answer: z.null(),
    reply: () => null,
    say: "correct.done",
    once: "in its transaction",
  }),
  "POST center/tickets/{id}/note": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary: "Write to the center and the operators as its customer, ten times a request at most",
    input: wire({ ...ofTicket, note: "text" }, WriteNote.extend(proof), [
      ...proofRefusals,

      "remarks.empty",
    ]),
    proof: customersProof,
    run: (anyone, { proof, ...input }) =>
      actAsCustomer(anyone, { ticketId: input.ticketId, proof }, (customer) => writeNote(customer, input)),
    refuses: { 404: ["ticket.notFound"], 409: ["note.most", "note.over"] },
    answer: z.null(),
    reply: () => null,
    say: "note.done",
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/time": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Want another time as its customer, free and as often as the rule in force says: at once before a center has it; later the center answers within the hour, and the time before stands until then",
    input: wire(
      {
        ...ofTicket,
        "time_preference.time_preference_type": "timePreference.type",
        "time_preference.specific_date_time": "timePreference.at",
        version: "version",
      },
      Change,
      [...proofRefusals, ...visitTimeRefusals, "form.number"],
    ),
    proof: customersProof,
    run: (anyone, { proof, timePreference, ...input }) =>
      actAsCustomer(anyone, { ticketId: input.ticketId, proof }, (customer) =>
        changeOwnTime(customer, { ...input, when: namedTime(timePreference) }),
      ),
    refuses: {
      404: ["ticket.notFound"],
      409: [
        "changeTime.late",
        "changeTime.most",
        "changeTime.open",
        "changeTime.over",
        "changeTime.same",
        "ticket.centerPaying",
        "ticket.changed",
      ],
      422: ["changeTime.gone"],
    },
    answer: z.strictObject({ changed: z.boolean(), answer_by: moment.nullable() }),
    reply: ({ state, expiresAt }) => ({ changed: state === "DONE", answer_by: expiresAt ?? null }),
    say: ({ state }) => (state === "DONE" ? "changeTime.done" : "changeTime.wanted"),
    once: "in its transaction",
  }),
  "PUT center/tickets/{id}/choose-window": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary: "Choose a proposed window as its customer, which accepts the request for the center that proposed it",
    input: wire({ ...ofTicket, proposal_id: "proposalId", window: "at" }, ChooseWindow.extend(proof), [
      ...proofRefusals,
      "form.timeUnread",
      "proposal.choose",
    ]),
    proof: customersProof,
    run: async (anyone, { proof, ...input }) =>
      chooseWindow(await customerOf(anyone, { ticketId: input.ticketId, proof }), input),
    refuses: {
      404: ["proposal.notFound", "ticket.notFound"],
      409: ["proposal.busy", "proposal.centerGone", "proposal.ended", "proposal.taken", "proposal.windowGone"],
    },
    answer: z.strictObject({ accepted: z.boolean(), reserved_until: moment.nullable() }),
    reply: (chosen) => ({ accepted: chosen.accepted, reserved_until: chosen.accepted ? null : chosen.until }),
    say: (chosen) =>
      chosen.accepted
        ? "tracking.proposals.done"
        : { key: "tracking.proposals.reserved", params: { time: showTime(chosen.until, "en") } },
    unkeyed: "Choosing the chosen window again answers the same",
  }),
  "PUT center/tickets/{id}/nobody-came": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Say as its customer that nobody came, and what happens now: wait an hour, move, other_center at once, or end (then cancel: everything goes back)",
    input: wire({ ...ofTicket, choice: "choice" }, SayNobodyCame.extend(proof), [...proofRefusals, "form.choice"]),
    proof: customersProof,
    run: async (anyone, { proof, ...input }) =>
      sayNobodyCame(await customerOf(anyone, { ticketId: input.ticketId, proof }), input),
    refuses: { 404: ["ticket.notFound"], 409: ["missed.most", "missed.notYet"] },
    answer: z.null(),
    reply: () => null,
    say: "missed.done.noted",
    once: "in its transaction",
  }),
} satisfies Contract;
