import type { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import { forgetVisitor, rememberVisitor, requestOtp, spendProof, verifyOtp } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { rebookTicket, revisitTicket, ticketOfLink } from "#modules/tickets/index.ts";
import type { Rebook, Revisit } from "#modules/tickets/shared.ts";
import type { ConfirmPhone, SendCode } from "./tracking-forms.ts";
import { trackingPath } from "./tracking-paths.ts";

type Anyone = ActorOf<"anyone">;

/** Send a code to the phone of a request; whoever asks need not know the number, and is not told it. */
export async function codeWished({ address }: Anyone, input: z.output<typeof SendCode>, door: Door) {
  const { phone } = await ticketOfLink(input.ticketId);
  try {
    await requestOtp({ phone, purpose: "tracking", address, locale: door.locale });
  } catch (error) {
    if (!(error instanceof DomainError && error.key === "otp.wait")) throw error;
    // A code went out less than 30 seconds ago: if it was for this page, it only has to be typed in.
    door.toast(error.key, error.params, "bad");
    return door.go(trackingPath(input.ticketId, { do: input.wish, step: "wait" }));
  }
  return door.go(trackingPath(input.ticketId, { do: input.wish, step: "code" }));
}

/** The code is right: this browser sees all of the phone's requests (fixed point 14) and goes on with what it wished. */
export async function codeGiven({ address }: Anyone, input: z.output<typeof ConfirmPhone>, door: Door) {
  const { phone } = await ticketOfLink(input.ticketId);
  const { proof } = await verifyOtp({ phone, purpose: "tracking", otp: input.otp, address });
  const { token } = await transaction(async () => {
    // The visitor's cookie stands for the proof from here on; left unused, it would count for others at this address.
    await spendProof({ phone, purpose: "tracking", proof, address });
    return rememberVisitor({ token: door.cookie("visitor"), phone });
  });
  door.keep("visitor", token);
  if (input.wish === "rebook" || input.wish === "revisit") {
    return door.go(trackingPath(input.ticketId, { do: input.wish }));
  }
  door.toast("tracking.proof.done");
  return door.go(trackingPath(input.ticketId));
}

/** 'Not you?': this browser forgets the phones it proved. */
export async function forgetMe(_anyone: Anyone, { ticketId }: { ticketId: string }, door: Door) {
  await forgetVisitor(door.cookie("visitor"));
  door.drop("visitor");
  door.drop("proof");
  return door.go(trackingPath(ticketId));
}

/** Book again: on to the payment where a fee is due, else to the new request's own page. */
export async function bookAgain(anyone: Anyone, input: Rebook, door: Door) {
  const { ticket, message } = await rebookTicket(anyone, input);
  if (message === "booking.completePayment") return door.go(`/booking?step=pay&ticket=${ticket.publicId}`);
  if (message === "booking.created") door.toast("tracking.rebook.done");
  return door.go(trackingPath(ticket.publicId));
}

/** A free visit more, on its own page (R100). */
export async function visitAgain(anyone: Anyone, input: Revisit, door: Door) {
  const { publicId } = await revisitTicket(anyone, input);
  door.toast("tracking.revisit.done");
  return door.go(trackingPath(publicId));
}
