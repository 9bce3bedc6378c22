import type { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf } from "#app/http/session/known-browser.server.ts";
import { codeHeld } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import type { PhoneCode, PhoneProof, ProofState } from "./phone-forms.ts";
import { forgetPhones, provePhone, sendPhoneCode } from "./prove-phone.server.ts";
import { keepPhone, typedPhone } from "./typed-phone.server.ts";

type Anyone = ActorOf<"anyone">;

/** The acts of a page that asks for a phone and its code, and shows what is the phone's; `here` is its address. */
export const typedProof = (here: string) => ({
  /** Sends a code to the phone that was typed, the same for a known and an unknown one. */
  send: async (anyone: Anyone, { phone }: z.output<typeof PhoneCode>, door: Door) => {
    const sent = await sendPhoneCode(anyone, phone, door);
    keepPhone(door, phone);
    return door.go(`${here}?step=${sent ? "code" : "wait"}`);
  },
  /** Checks the code and shows the page. */
  confirm: async (anyone: Anyone, input: z.output<typeof PhoneProof>, door: Door) => {
    await provePhone(anyone, input, door);
    return door.go(here);
  },
  /** 'Not you?': this browser forgets the phones it proved, and asks for one again. */
  forget: async (_anyone: Anyone, _input: unknown, door: Door) => {
    await forgetPhones(door);
    return door.go(here);
  },
});

/** How far a browser is with its proof. An address can be made up: only who holds a code is told that one was sent. */
export async function proofState(door: Door, step: "code" | "wait" | undefined): Promise<ProofState> {
  const phone = (step && typedPhone(door)) ?? null;
  const held = phone === null ? undefined : await codeHeld({ phone, purpose: "tracking", ...askerOf(door) });
  return { phone, sent: step === "code" && Boolean(held?.open), waitSeconds: held?.waitSeconds ?? 0 };
}
