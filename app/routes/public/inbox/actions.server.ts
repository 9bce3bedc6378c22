import type { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { forgetPhones, provePhone, sendPhoneCode } from "#app/parts/login/prove-phone.server.ts";
import { keepPhone } from "#app/parts/login/typed-phone.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import type { ConfirmPhone, SendCode } from "./forms.ts";

type Anyone = ActorOf<"anyone">;

const here = "/my-notifications";

/** Sends a code to the phone that was typed. */
export async function requestCode(anyone: Anyone, { phone }: z.output<typeof SendCode>, door: Door) {
  const sent = await sendPhoneCode(anyone, phone, door);
  keepPhone(door, phone);
  return door.go(`${here}?step=${sent ? "code" : "wait"}`);
}

/** Checks the code and shows the inbox. */
export async function submitCode(anyone: Anyone, input: z.output<typeof ConfirmPhone>, door: Door) {
  await provePhone(anyone, input, door);
  return door.go(here);
}

/** 'Not you?': this browser forgets the phones it proved, and asks for one again. */
export async function forgetMe(_anyone: Anyone, _input: unknown, door: Door) {
  await forgetPhones(door);
  return door.go(here);
}
