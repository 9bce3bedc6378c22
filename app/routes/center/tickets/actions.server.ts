import { centerActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { keepPictures, pictureFiles, picturesIntent } from "#app/parts/tickets/keep-pictures.server.ts";
import { sayCreated } from "#app/parts/tickets/say-created.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { rupees } from "#modules/kernel/money.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import {
  addRemarks,
  answerTimeChange,
  assignTechnician,
  changeTechnician,
  closeAbsent,
  closeTicket,
  completeJob,
  deleteTicket,
  handBack,
  logCall,
  rebookTicket,
  recordPayment,
  sendLinkAgain,
  setOnTheWay,
  setReached,
  startVisit,
} from "#modules/tickets/index.ts";
import {
  AddRemarks,
  AnswerTimeChange,
  AssignTechnician,
  CloseTicket,
  CompleteJob,
  DeleteTicket,
  HandBackTicket,
  Rebook,
  RecordPayment,
  StartVisit,
  TicketRef,
} from "#modules/tickets/shared.ts";

type Center = ActorOf<"center">;
type Fields = Map<string, FormValue[]>;

/** The address of the page without its dialog. */
const behind = (_input: unknown, { url }: Door) => addressWith(url, { act: null, of: null });
/** The address of the page with the dialog that shows how the closing went (Q78). */
const withWords =
  (act: "completed" | "closed") =>
  (_input: unknown, { url }: Door) =>
    addressWith(url, { act });

/** R175: a technician must be chosen. */
const Assign = AssignTechnician.extend({ technicianId: idSaying("center.assign.choose") });

/** R173: ON HOLD is only a choice in the dialog; nothing is stored. */
async function unlessOnHold(center: Center, fields: Fields, door: Door) {
  if (fields.get("visit")?.at(-1) === "ON_HOLD") {
    door.toast("job.onHold");
    throw door.go(behind(undefined, door));
  }
  await keepPictures(center, fields);
}

/**
 * Everything a center does with its requests; a refusal leaves the dialog open with the server's message (Q80, R171).
 */
export const ticketsAction = centerActions({
  assign: {
    can: "desk",
    limit: formLimit,
    input: Assign,
    run: assignTechnician,
    once: "in its transaction",
    say: "ticket.technicianAssigned",
    to: behind,
  },
  change: {
    can: "desk",
    limit: formLimit,
    input: Assign,
    run: changeTechnician,
    once: "in its transaction",
    say: "ticket.technicianChanged",
    to: behind,
  },
  onTheWay: {
    can: "desk",
    limit: formLimit,
    input: TicketRef,
    run: setOnTheWay,
    once: "in its transaction",
    say: "ticket.onTheWay",
    to: behind,
  },
  sendLink: {
    can: "desk",
    limit: formLimit,
    input: TicketRef,
    run: sendLinkAgain,
    once: "in its transaction",
    say: "center.sendLink.sent",
    to: behind,
  },
  start: {
    can: "desk",
    limit: formLimit,
    input: StartVisit,
    run: startVisit,
    once: "in its transaction",
    say: "startCode.accepted",
    to: behind,
  },
  reached: {
    can: "desk",
    limit: formLimit,
    input: TicketRef,
    run: setReached,
    once: "in its transaction",
    say: "visit.technicianReached",
    to: behind,
  },
  logCall: {
    can: "desk",
    limit: formLimit,
    input: TicketRef,
    run: logCall,
    once: "in its transaction",
    say: "visit.called",
    to: behind,
  },
  absent: {
    can: "desk",
    limit: formLimit,
    input: TicketRef,
    run: closeAbsent,
    once: "in its transaction",
    say: "visit.absent",
    to: behind,
  },
  remark: {
    can: "desk",
    limit: formLimit,
    input: AddRemarks,
    run: addRemarks,
    once: "in its transaction",
    say: "remarks.saved",
    to: behind,
  },
  picture: { ...picturesIntent, can: "desk", to: behind },
  // R170.
  complete: {
    can: "desk",
    limit: formLimit,
    files: pictureFiles,
    prepare: unlessOnHold,
    input: CompleteJob,
    run: completeJob,
    once: "in its transaction",
    say: "job.completed",
    to: withWords("completed"),
  },
  // R101.
  close: {
    can: "desk",
    limit: formLimit,
    files: pictureFiles,
    prepare: async (center, fields) => void (await keepPictures(center, fields)),
    input: CloseTicket,
    run: closeTicket,
    once: "in its transaction",
    say: "ticket.closed",
    to: withWords("closed"),
  },
  recordPayment: {
    can: "desk",
    limit: formLimit,
    input: RecordPayment,
    run: recordPayment,
    once: "in its transaction",
    say: "jobPayment.recorded",
    to: behind,
  },
  rebook: {
    can: "desk",
    limit: formLimit,
    input: Rebook,
    once: "in its transaction",
    run: async (center, input, door) => {
      const { ticket } = await rebookTicket(center, input);
      sayCreated(door, ticket);
      return door.go(`/tickets-center?ticket=${ticket.publicId}`);
    },
  },
  answerTime: {
    can: "desk",
    limit: formLimit,
    input: AnswerTimeChange,
    once: "in its transaction",
    run: async (center, input, door) => {
      await answerTimeChange(center, input);
      door.toast(input.answer === "agree" ? "timeChange.agreed" : "timeChange.refused");
      return door.go(behind(undefined, door));
    },
  },
  handBack: {
    can: "desk",
    limit: formLimit,
    input: HandBackTicket,
    once: "in its transaction",
    run: async (center, input, door) => {
      const { leadPaise, leadBackPaise } = await handBack(center, input);
      if (leadBackPaise > 0) door.toast("handBack.leadReturned", { amount: rupees(leadBackPaise) });
      else if (leadPaise > 0) door.toast("handBack.leadNotReturned", { amount: rupees(leadPaise) });
      else door.toast("handBack.done");
      return door.go(addressWith(door.url, { act: null, of: null, ticket: null }));
    },
  },
  delete: {
    can: "desk",
    limit: formLimit,
    input: DeleteTicket,
    run: deleteTicket,
    once: "in its transaction",
    say: "ticket.deleted",
    to: (_input, { url }) => addressWith(url, { act: null, of: null, ticket: null }),
  },
});
