import { none } from "#app/http/doors/fresh.server.ts";
import { adminIntents } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { sayCreated } from "#app/parts/tickets/say-created.server.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { maySeeList } from "#modules/kernel/lists/list.server.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import {
  agreeTime,
  answerTimeChange,
  assignTechnician,
  broadcastRemarks,
  broadcastTicket,
  cancelOwn,
  cancelTicket,
  cancelUndoableUntil,
  changeTechnician,
  closedList,
  closeTicket,
  confirmStart,
  deleteTicket,
  handBack,
  noOfferReason,
  onboardingRemarks,
  paidFor,
  pendingList,
  previewPincode,
  rebookTicket,
  recordPayment,
  requestsList,
  revealPartnerPhone,
  revealPhone,
  revisitTicket,
  sayNobodyCame,
  undoableUntil,
  undoCancel,
  undoDelete,
  updatePincode,
  updateRequirement,
} from "#modules/tickets/index.ts";
import {
  AdminCloseTicket,
  AgreeTime,
  AnswerTimeChange,
  AssignTechnician,
  BroadcastRemarks,
  BroadcastTicket,
  CancelOwn,
  CancelWithReason,
  DeleteTicket,
  HandBackTicket,
  OnboardingRemarks,
  Rebook,
  RecordPayment,
  RevealPartnerPhone,
  RevealPhone,
  Revisit,
  SayNobodyCame,
  TicketRef,
  UpdatePincode,
  UpdateRequirement,
} from "#modules/tickets/shared.ts";

type Of = { ticketId: string };

const opens = (url: URL) => url.pathname.toLowerCase() === "/view-ticket";

/** The page behind the dialog; a list marks the row that was acted on. */
const behind = ({ ticketId }: Of, { url }: Door) =>
  addressWith(url, { act: null, of: null, center: null, did: opens(url) ? null : ticketId });

/** The lists that lead to a request, in the order of the menu. */
const lists = [
  ["/all-tickets", requestsList],
  ["/pending-ticket", pendingList],
  ["/close-ticket", closedList],
] as const;

/** A request that is gone: the list, or, from its own page, the first list this admin may see. */
function afterwards(admin: Actor, { url }: Door) {
  if (!opens(url)) return addressWith(url, { act: null, of: null, did: null });
  return lists.find(([, list]) => maySeeList(admin, list))?.[0] ?? "/Home";
}

type Named = { id: string; number: string };

/** The request a toast over a list speaks of; its own page names it anyway. */
const about = ({ id, number }: Named, { url }: Door) => (opens(url) ? undefined : { to: viewOf(id), name: number });
/** The same, of a row of the database. */
const aboutStored = ({ publicId, ticketId }: { publicId: string; ticketId: string }, door: Door) =>
  about({ id: publicId, number: ticketId }, door);

const viewOf = (ticketId: string) => `/view-ticket?ticketId=${ticketId}`;

const editing = { can: "edit_ticket.full_access", limit: formLimit, once: "in its transaction" } as const;
const adding = { can: "add_ticket", limit: formLimit, once: "in its transaction" } as const;
const deleting = { can: "delete_ticket", limit: formLimit, once: "in its transaction" } as const;

/** It moves what was paid for the request; above the configured sum that is money. */
const endingPaid = { fresh: "work", moves: paidFor } as const;

/** R175: a technician must be chosen. */
const Assign = AssignTechnician.extend({ technicianId: idSaying("center.assign.choose") });

/** The intents of the dialogs of a request (R290), for the action of every page that shows `RequestDialog`. */
export const actIntents = adminIntents({
  // Of a request that somebody has it is a reassignment.
  assign: {
    fresh: "work",
    ...editing,
    input: Assign,
    run: assignTechnician,
    say: "ticket.technicianAssigned",
    about,
    to: behind,
  },
  // Moving it away from a center that paid returns the lead price.
  reassign: {
    ...endingPaid,
    ...editing,
    input: Assign,
    run: changeTechnician,
    say: "ticket.technicianChanged",
    about,
    to: behind,
  },
  // R246.
  broadcast: {
    fresh: none("Asks centers, for no money"),
    ...editing,
    failed: "ticket.requestBroadcastFailed",
    input: BroadcastTicket,
    run: async (admin, input, door) => {
      const done = await broadcastTicket(admin, input);
      const nobody = noOfferReason(done);
      const link = { about: aboutStored(done.ticket, door) };
      door.toast(nobody ?? "ticket.requestBroadcasted", undefined, nobody ? "warn" : "good", link);
      return door.go(behind(input, door));
    },
  },
  close: {
    ...endingPaid,
    ...editing,
    input: AdminCloseTicket,
    run: closeTicket,
    say: "ticket.closed",
    // Q78: the text stands in a dialog and in the toast.
    to: ({ ticketId }, { url }) => addressWith(url, { act: "closed", of: ticketId }),
  },
  recordPayment: {
    fresh: "work",
    ...editing,
    input: RecordPayment,
    run: recordPayment,
    say: "jobPayment.recorded",
    about,
    to: behind,
  },
  rebook: {
    fresh: none("A booking, which its customer pays"),
    ...adding,
    input: Rebook,
    run: async (admin, input, door) => {
      const { ticket } = await rebookTicket(admin, input);
      sayCreated(door, ticket);
      return door.go(viewOf(ticket.publicId));
    },
  },
  revisit: {
    fresh: none("A revisit is free"),
    ...adding,
    input: Revisit,
    run: async (admin, input, door) => {
      const ticket = await revisitTicket(admin, input);
      sayCreated(door, ticket);
      return door.go(viewOf(ticket.publicId));
    },
  },
  remarks: {
    fresh: none("Writes words, for no money"),
    ...editing,
    input: OnboardingRemarks,
    run: onboardingRemarks,
    say: "remarks.saved",
    about,
    to: behind,
  },
  centerRemarks: {
    fresh: none("Writes words, for no money"),
    ...editing,
    input: BroadcastRemarks,
    run: broadcastRemarks,
    say: "remarks.saved",
    to: behind,
  },
  start: {
    fresh: none("Says that a visit began, for no money"),
    ...editing,
    input: TicketRef,
    run: confirmStart,
    say: "startCode.accepted",
    to: behind,
  },
  // What the customer of a request says on the phone, by the customer's own verbs.
  agreeTime: {
    fresh: none("Agrees a time, for no money"),
    ...editing,
    input: AgreeTime,
    run: agreeTime,
    say: "day.agreed",
    to: behind,
  },
  // What the center of a request does, in its name.
  answerTime: {
    fresh: none("Answers about a time, for no money"),
    ...editing,
    input: AnswerTimeChange,
    run: async (admin, input, door) => {
      await answerTimeChange(admin, input);
      door.toast(input.answer === "agree" ? "timeChange.agreed" : "timeChange.refused");
      return door.go(behind(input, door));
    },
  },
  handBack: {
    ...endingPaid,
    ...editing,
    input: HandBackTicket,
    run: handBack,
    say: "handBack.done",
    to: behind,
  },
  // Another center gives the lead price back to the one that did not come.
  nobodyCame: {
    ...endingPaid,
    ...editing,
    input: SayNobodyCame,
    run: async (admin, input, door) => {
      const ticket = await sayNobodyCame(admin, input);
      const next = { move: "agreeTime", end: "cancelForCustomer" } as const;
      if (input.choice === "move" || input.choice === "end")
        return door.go(addressWith(door.url, { act: next[input.choice], of: input.ticketId, did: null }));
      const news = input.choice === "wait" ? "missed.done.noted" : "missed.done.other_center";
      door.toast(news, undefined, "good", { about: aboutStored(ticket, door) });
      return door.go(behind(input, door));
    },
  },
  cancelForCustomer: {
    ...endingPaid,
    ...editing,
    input: CancelOwn,
    run: async (admin, input, door) => {
      const ticket = await cancelOwn(admin, input);
      const until = await cancelUndoableUntil(ticket);
      const to = behind(input, door);
      const fields = { intent: "undoCancel", ticketId: input.ticketId };
      const undo = until ? { action: to, fields, until } : undefined;
      door.toast("ticket.cancelled", undefined, "good", { undo, about: aboutStored(ticket, door) });
      return door.go(to);
    },
  },
  undoCancel: {
    fresh: none("Brings back what was there, for no money"),
    ...editing,
    input: TicketRef,
    run: async (admin, input, door) => {
      const ticket = await undoCancel(admin, input);
      door.undone("ticketId", input.ticketId);
      return ticket;
    },
    say: "acts.cancelUndone",
    about: aboutStored,
    to: behind,
  },
  cancel: {
    ...endingPaid,
    ...editing,
    input: CancelWithReason,
    run: cancelTicket,
    say: "ticket.cancelled",
    about: aboutStored,
    to: behind,
  },
  delete: {
    ...endingPaid,
    ...deleting,
    // R239: after ten seconds a paid fee is refunded.
    input: DeleteTicket,
    run: async (admin, input, door) => {
      const until = undoableUntil(await deleteTicket(admin, input));
      const action = afterwards(admin, door);
      const fields = { intent: "undoDelete", ticketId: input.ticketId };
      const undo = action === "/Home" ? undefined : { action, fields, until };
      door.toast("ticket.deleted", undefined, "good", { undo });
      return door.go(action);
    },
  },
  undoDelete: {
    fresh: none("Brings back what was there, for no money"),
    ...deleting,
    input: TicketRef,
    run: async (admin, input, door) => {
      const ticket = await undoDelete(admin, input);
      door.undone("ticketId", input.ticketId);
      return ticket;
    },
    say: "ticket.restored",
    about: aboutStored,
    to: behind,
  },
  previewPincode: {
    fresh: none("Only reads"),
    can: "edit_ticket.full_access",
    limit: formLimit,
    unkeyed: "It only computes what saving would do",
    input: UpdatePincode,
    run: async (admin, input) => ({ pincode: input.pincode, ...(await previewPincode(admin, input)) }),
  },
  pincode: {
    ...endingPaid,
    ...editing,
    // Where nobody serves, a paid fee goes back.
    input: UpdatePincode,
    run: async (admin, input, door) => {
      const { ticket, matched } = await updatePincode(admin, input);
      const tone = matched === "none" ? "warn" : "good";
      door.toast(`pincode.saved.${matched}`, undefined, tone, { about: about(ticket, door) });
      return door.go(behind(input, door));
    },
  },
  requirement: {
    fresh: none("Writes words, for no money"),
    ...editing,
    input: UpdateRequirement,
    run: updateRequirement,
    say: "requirement.saved",
    about,
    to: behind,
  },
  reveal: {
    fresh: none("Shows one number and writes down who asked"),
    can: "edit_ticket.full_access",
    limit: formLimit,
    unkeyed: "Each showing of a number is an entry of its own in the history",
    input: RevealPhone,
    run: revealPhone,
  },
  revealPartner: {
    fresh: none("Shows one number and writes down who asked"),
    can: "edit_ticket.full_access",
    limit: formLimit,
    unkeyed: "Each showing of a number is an entry of its own in the history",
    input: RevealPartnerPhone,
    run: revealPartnerPhone,
  },
});
