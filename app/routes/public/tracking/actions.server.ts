import type { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { raterOf, workersIn } from "#app/http/session/asker.server.ts";
import { forgetPhones, provePhone, sendPhoneCode } from "#app/parts/login/prove-phone.server.ts";
import { isPaper, type TrackingAction, trackingPages, trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { showTime } from "#modules/kernel/clock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import {
  answerOutcome,
  answerStillNeeded,
  cancelOwn,
  changeOwnTime,
  chooseWindow,
  correctOwn,
  rebookTicket,
  revisitTicket,
  sayNobodyCame,
  ticketOfLink,
  undoCancel,
  writeNote,
} from "#modules/tickets/index.ts";
import type {
  AnswerOutcome,
  AnswerStillNeeded,
  CancelOwn,
  ChangeTime,
  ChooseWindow,
  CorrectOwn,
  Rebook,
  Revisit,
  SayNobodyCame,
  WriteNote,
} from "#modules/tickets/shared.ts";
import type { ConfirmPhone, SendCode } from "./forms.ts";

type Anyone = ActorOf<"anyone">;

/** Sends a code to the phone of a request; the visitor need not know the number and is not shown it. */
export async function requestCode(anyone: Anyone, input: z.output<typeof SendCode>, door: Door) {
  const { phone } = await ticketOfLink(input.ticketId);
  const sent = await sendPhoneCode(anyone, phone, door);
  return door.go(trackingPath(input.ticketId, { do: input.purpose, step: sent ? "code" : "wait" }));
}

/**
 * Checks the code: now this browser sees all of the phone's requests (fixed point 14) and goes on to what it asked for.
 */
export async function submitCode(anyone: Anyone, input: z.output<typeof ConfirmPhone>, door: Door) {
  const { phone } = await ticketOfLink(input.ticketId);
  await provePhone(anyone, { phone, otp: input.otp }, door);
  if (trackingPages.some((purpose) => purpose === input.purpose)) {
    return door.go(trackingPath(input.ticketId, { do: input.purpose }));
  }
  door.toast("tracking.proof.done");
  return door.go(trackingPath(input.ticketId, isPaper(input.purpose) ? { get: input.purpose } : {}));
}

/** 'Not you?': this browser forgets the phones it proved. */
export async function forgetMe(_anyone: Anyone, { ticketId }: { ticketId: string }, door: Door) {
  await forgetPhones(door);
  return door.go(trackingPath(ticketId));
}

type Act<I> = (anyone: Anyone, input: I, door: Door) => Promise<unknown>;

/**
 * Runs what only the customer may do (fixed point 15). A browser that has not proved the phone, or not recently, is
 * redirected to prove it and then on to what it asked for.
 */
export const asCustomer =
  <I extends { ticketId: string }>(action: TrackingAction, act: Act<I>): Act<I> =>
  async (anyone, input, door) => {
    try {
      return await act(anyone, input, door);
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === "unauthenticated")) throw error;
      door.toast("tracking.proofNeeded", undefined, "bad");
      throw door.go(trackingPath(input.ticketId, { do: action }));
    }
  };

/** Books again: redirects to the payment where a fee is due, else to the new request. */
export async function bookAgain(anyone: Anyone, input: Rebook, door: Door) {
  const { ticket, message } = await rebookTicket(anyone, input);
  if (message === "booking.completePayment") return door.go(`/booking?step=pay&ticket=${ticket.publicId}`);
  if (message === "booking.created") door.toast("tracking.rebook.done");
  return door.go(trackingPath(ticket.publicId));
}

/** Books another free visit and redirects to its page (R100). */
export async function visitAgain(anyone: Anyone, input: Revisit, door: Door) {
  const { publicId, serviceAvailable } = await revisitTicket(anyone, input);
  if (serviceAvailable) door.toast("tracking.revisit.done");
  else door.toast("tracking.revisit.unserved", undefined, "warn");
  return door.go(trackingPath(publicId));
}

/**
 * Answers "Still needed?" and redirects to the request there is now. What is refused leads to the page that says what
 * became of the question; a yes that is too late to make a new request leads to the form that books again.
 */
export async function stillNeeded(anyone: Anyone, input: AnswerStillNeeded, door: Door) {
  try {
    const { answer, ticketId, made } = await answerStillNeeded(anyone, input);
    if (made) door.toast(made === "unserved" ? "tracking.stillNeeded.done.unserved" : "tracking.stillNeeded.done.new");
    else door.toast(`tracking.stillNeeded.done.${answer}`);
    return door.go(trackingPath(ticketId));
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    const isLateYes = input.answer === "yes" && error.key === "stillNeeded.expired";
    door.toast(isLateYes ? "tracking.stillNeeded.late" : error.key, undefined, isLateYes ? "warn" : "bad");
    throw door.go(trackingPath(input.ticketId, isLateYes ? { do: "rebook" } : {}));
  }
}

/**
 * Takes a time that a center proposes and leads to the request. What cannot be chosen any more leads to the times that are
 * left, or to the request where there are none.
 */
export async function chooseTime(anyone: Anyone, input: ChooseWindow, door: Door) {
  try {
    const chosen = await chooseWindow(anyone, input);
    if (chosen.accepted) door.toast("tracking.proposals.done");
    else door.toast("tracking.proposals.reserved", { time: showTime(chosen.until, door.locale) });
    return door.go(trackingPath(input.ticketId));
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    door.toast(error.key, error.params, "bad");
    throw door.go(trackingPath(input.ticketId, { do: "chooseTime" }));
  }
}

/**
 * Cancels by the terms that were shown. Where others hold by now the page shows them; what cannot be cancelled any more
 * leads to the request.
 */
export async function cancelRequest(anyone: Anyone, input: CancelOwn, door: Door) {
  try {
    await cancelOwn(anyone, input);
    door.toast("cancel.done");
    return door.go(trackingPath(input.ticketId));
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    door.toast(error.key, undefined, "bad");
    throw door.go(trackingPath(input.ticketId, error.key === "cancel.changed" ? { do: "cancel" } : {}));
  }
}

/** Changes the time, or asks the center; what cannot be changed any more leads to the request. */
export async function changeTime(anyone: Anyone, input: ChangeTime, door: Door) {
  try {
    const { state } = await changeOwnTime(anyone, input);
    door.toast(state === "DONE" ? "changeTime.done" : "changeTime.wanted");
    return door.go(trackingPath(input.ticketId));
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    door.toast(error.key, error.params, "bad");
    throw door.go(trackingPath(input.ticketId, error.key === "ticket.changed" ? { do: "changeTime" } : {}));
  }
}

/** Takes the answer what happened, of who proved the phone or of the bare link, and leads back to the request. */
export async function signOutcome(anyone: Anyone, input: AnswerOutcome, door: Door) {
  try {
    await answerOutcome(await raterOf(anyone, door), { ...input, ...(await workersIn(door)) });
    door.toast("outcome.thanks");
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    door.toast(error.key, undefined, "bad");
  }
  return door.go(trackingPath(input.ticketId));
}

/** Notes what the customer chose, and leads on: to another time, to the end with the fee back, or to the request. */
export async function nobodyCame(anyone: Anyone, input: SayNobodyCame, door: Door) {
  try {
    await sayNobodyCame(anyone, input);
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    door.toast(error.key, undefined, "bad");
    throw door.go(trackingPath(input.ticketId));
  }
  if (input.choice === "move") return door.go(trackingPath(input.ticketId, { do: "changeTime" }));
  if (input.choice === "end") return door.go(trackingPath(input.ticketId, { do: "cancel" }));
  door.toast(input.choice === "wait" ? "missed.done.wait" : "missed.done.other_center");
  return door.go(trackingPath(input.ticketId));
}

/** Takes the cancellation back, or says that it is too late. */
export async function undoCancellation(anyone: Anyone, { ticketId }: { ticketId: string }, door: Door) {
  try {
    await undoCancel(anyone, { ticketId });
    door.toast("cancel.undone");
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    door.toast(error.key, undefined, "bad");
  }
  return door.go(trackingPath(ticketId));
}

/** Stores the corrected place and leads back to the request. */
export async function correctPlace(anyone: Anyone, input: CorrectOwn, door: Door) {
  await correctOwn(anyone, input);
  door.toast("correct.done");
  return door.go(trackingPath(input.ticketId));
}

/** Writes to the center and the operators, and leads back to the request. */
export async function sendNote(anyone: Anyone, input: WriteNote, door: Door) {
  await writeNote(anyone, input);
  door.toast("note.done");
  return door.go(trackingPath(input.ticketId));
}
