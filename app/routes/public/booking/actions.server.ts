import type { Door } from "#app/http/request/door.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { askerOf, keepNonce } from "#app/http/session/known-browser.server.ts";
import {
  type BookingFormInput,
  partnerHere,
  pathTo,
  pathToAnswers,
  readyDraft,
  storeInDraft,
} from "#app/parts/tickets/booking-draft.server.ts";
import { type FormName, formOf } from "#app/parts/tickets/booking-forms.ts";
import { pathOfPayment } from "#app/parts/tickets/booking-paths.ts";
import { codeHeld, forgetVisitor, proofHolds, rememberVisitor, requestOtp, verifyOtp } from "#modules/access/index.ts";
import { activeServices, refuseDeadOffer, refuseUsedUpOffer } from "#modules/catalog/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { refuseUnlessTaking, takesRequests } from "#modules/kernel/outside/undeliverable.server.ts";
import { type Booked, bookTicket, confirmBookingWithProvider, draftTicket } from "#modules/tickets/index.ts";

import { needWindow } from "./visit-days.server.ts";

type Anyone = ActorOf<"anyone">;

/**
 * Stores what was typed before it is validated, so that a refusal, a reload or an expired OTP loses nothing. Without
 * JavaScript the form on screen may not fit the chosen service: then the right form is shown, with what was typed. While
 * nothing can be booked nothing is stored.
 */
export const storeTyped =
  (form: FormName | "service") => async (_anyone: Anyone, fields: Map<string, FormValue[]>, door: Door) => {
    if (!takesRequests()) return;
    const partner = await partnerHere(door);
    await storeInDraft(door, textsOf(fields));
    const chosen = textsOf(fields).serviceId;
    const service = (await activeServices()).find(({ id }) => id === chosen);
    if (form === "service") throw door.go(pathTo(door, { form: "one", service: service?.id }));
    if (service && formOf({ pickDrop: service.pickDrop, partner: Boolean(partner) }) !== form) {
      throw door.go(pathTo(door, { form: "one", service: service.id }));
    }
  };

/** The texts of a form, the last of each name. */
export const textsOf = (fields: Map<string, FormValue[]>) =>
  Object.fromEntries(
    [...fields].flatMap(([name, values]) => {
      const value = values.at(-1);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );

/** Sends an OTP to the phone of valid details, or books at once while the proof of an earlier OTP is valid. */
export async function submitDetails(anyone: Anyone, input: BookingFormInput, door: Door) {
  refuseUnlessTaking();
  if ("offerCode" in input) {
    const partner = await partnerHere(door);
    // A partner's customer pays no fee that a code could lower.
    await (partner ? refuseDeadOffer : refuseUsedUpOffer)(input.offerCode);
  }
  const proof = door.cookie("proof");
  const claim = { phone: input.phone, purpose: "booking", proof } as const;
  const token = door.cookie("draft");
  if (token && proof && (await proofHolds(claim))) return book(anyone, { input: input, proof, token }, door);
  try {
    await sendCode(anyone, input, door);
  } catch (error) {
    if (!(error instanceof DomainError && error.key === "otp.wait")) throw error;
    // A code of this browser, sent less than 30 seconds ago, only has to be entered, or the page sends the next one when
    // they are over; one of another is no use here.
    const { open, waitSeconds } = await codeHeld({ phone: input.phone, purpose: "booking", ...askerOf(door, anyone) });
    if (!open && waitSeconds === 0) door.toast(error.key, error.params, "bad");
  }
  return door.go(pathTo(door, { step: "otp" }));
}

async function sendCode(anyone: Anyone, { phone }: BookingFormInput, door: Door) {
  const asking = { phone, purpose: "booking", locale: door.locale, ...askerOf(door, anyone) } as const;
  keepNonce(door, (await requestOtp(asking)).nonce);
}

/** Sends another code to the same phone. */
export async function resendCode(anyone: Anyone, _input: unknown, door: Door) {
  const ready = await readyDraft(door, await partnerHere(door));
  if (!ready) return door.go(pathToAnswers(door));
  await sendCode(anyone, ready.input, door);
}

/** Checks the code, remembers the browser and turns the draft into a ticket, once however often it is sent (R038). */
export async function submitCode(anyone: Anyone, { otp }: { otp: string }, door: Door) {
  const token = door.cookie("draft");
  const earlier = token && (await draftTicket(token));
  if (earlier) return door.go(pathAfter(earlier, door));
  const partner = await partnerHere(door);
  const ready = await readyDraft(door, partner);
  if (!token || !ready) return door.go(pathToAnswers(door));
  const { phone, pincode, serviceId, timePreference } = ready.input;
  // The one page takes any time; of the short ones a window may have become full meanwhile.
  if (door.url.searchParams.get("form") !== "one") {
    const visit = { pincode, serviceId, centerId: partner?.center?.id, at: timePreference.at };
    await needWindow(visit, ["free", "too soon"], door);
  }
  const { proof } = await verifyOtp({ phone, purpose: "booking", otp, ...askerOf(door, anyone) }).catch(
    async (error: unknown) => {
      // Sent twice: the other submission has used the code and booked.
      const meanwhile = await draftTicket(token);
      throw meanwhile ? door.go(pathAfter(meanwhile, door)) : error;
    },
  );
  door.keep("proof", proof);
  door.keep("visitor", (await rememberVisitor({ token: door.cookie("visitor"), phone })).token);
  try {
    return await book(anyone, { input: ready.input, proof, token }, door);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "invalid") throw error;
    // The error belongs to the first page; the proof stays in its cookie, so no second code is needed.
    door.toast(error.key, error.params, "bad");
    return door.go(pathToAnswers(door, ready.form));
  }
}

type Proved = { input: BookingFormInput; proof: string; token: string };

async function book(anyone: Anyone, { input, proof, token }: Proved, door: Door) {
  const partner: Partner | undefined = await partnerHere(door);
  const booked = await bookTicket(anyone, {
    ...input,
    qrId: partner?.qr.qrId,
    deviceId: undefined,
    proof,
    draftToken: token,
  });
  door.drop("proof");
  return door.go(pathAfter(booked, door));
}

/** The page after a booking: its payment while a fee is due, else the last step. */
const pathAfter = ({ ticket, message }: Booked, door: Door) =>
  message === "booking.completePayment"
    ? `/booking?step=pay&ticket=${ticket.publicId}`
    : pathTo(door, { step: "done", ticket: ticket.publicId });

/** 'Check again': asks the provider for the payment's state. */
export async function checkPayment(anyone: Anyone, { ticketId }: { ticketId: string }, door: Door) {
  const { state } = await confirmBookingWithProvider(anyone, { ticketId });
  return door.go(pathOfPayment(state, ticketId));
}

/** 'Not you?': this browser forgets the phones it proved and what was typed. */
export async function forgetMe(_anyone: Anyone, _input: unknown, door: Door) {
  await forgetVisitor(door.cookie("visitor"));
  for (const name of ["visitor", "draft", "proof", "otp_nonce", "typed_phone", "refused"] as const) door.drop(name);
  return door.go(pathTo(door, { fresh: "1" }));
}
