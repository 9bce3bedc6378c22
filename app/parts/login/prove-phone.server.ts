import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, keepNonce } from "#app/http/session/known-browser.server.ts";
import { forgetVisitor, rememberVisitor, requestOtp, spendProof, verifyOtp } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";

type Anyone = ActorOf<"anyone">;

/**
 * Sends a code to a customer's phone. False when one was sent less than 30 seconds ago: if it was for this page, it only
 * has to be entered, and a toast says so.
 */
export async function sendPhoneCode(anyone: Anyone, phone: string, door: Door): Promise<boolean> {
  try {
    const asking = { phone, purpose: "tracking", locale: door.locale, ...askerOf(door, anyone) } as const;
    keepNonce(door, (await requestOtp(asking)).nonce);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError && error.key === "otp.wait")) throw error;
    door.toast(error.key, error.params, "bad");
    return false;
  }
}

/** Checks the code: from now on this browser sees all that is the phone's (fixed point 14). */
export async function provePhone(anyone: Anyone, { phone, otp }: { phone: string; otp: string }, door: Door) {
  const { proof } = await verifyOtp({ phone, purpose: "tracking", otp, ...askerOf(door, anyone) });
  const { token } = await transaction(async () => {
    // The visitor's cookie replaces the proof from here on.
    await spendProof(anyone, { phone, purpose: "tracking", proof });
    return rememberVisitor({ token: door.cookie("visitor"), phone });
  });
  door.keep("visitor", token);
}

/** 'Not you?': this browser forgets the phones it proved. */
export async function forgetPhones(door: Door) {
  await forgetVisitor(door.cookie("visitor"));
  for (const name of ["visitor", "proof", "otp_nonce", "typed_phone", "refused"] as const) door.drop(name);
}
