import { confirmItIsYou, isFresh, spendCode } from "#modules/access/index.ts";
import { Confirm, SecondCode } from "#modules/access/shared.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { denied, invalid } from "#modules/kernel/errors.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import type { Door } from "../request/door.server.ts";
import type { FormValue } from "../request/form.server.ts";
import { askerOf } from "../session/known-browser.server.ts";

/*
 * Changing money, roles, keys and logins, and handing out or erasing all that is held of a person, needs an admin who
 * gave password and code a moment ago (H30). Forms and calls
 * declare it with `fresh`; it is checked here. A form sent from a session that is not fresh comes back with what was
 * typed and two more fields, password and code.
 */

/** The kinds of change that need a fresh admin. */
export type Fresh = "money" | "role" | "key" | "sign-in" | "person";

/** The fields added to such a form (app/ui/form/confirm-fields.tsx). */
const passwordField = "confirmPassword";
const otpField = "confirmOtp";

type Given = { password?: string; otp?: string };

/** Takes the password and code of a confirmation out of a form's fields. */
export function takeConfirmation(fields: Map<string, FormValue[]>): Given {
  const take = (name: string) => {
    const value = fields.get(name)?.at(-1);
    fields.delete(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [password, otp] = [take(passwordField), take(otpField)];
  return { ...(password !== undefined && { password }), ...(otp !== undefined && { otp }) };
}

/** What a form must carry besides its fields before it is done; undefined when nothing is needed. */
export type Asked = { otp: boolean } | undefined;

/** What this admin has to confirm with; with `everyTime` even in a fresh session. */
export const askedOf = (actor: Actor, everyTime: boolean): Asked =>
  actor.kind === "admin" && (everyTime || !isFresh(actor)) ? { otp: actor.secondFactor ?? false } : undefined;

/** Refuses a form without the confirmation it needs; a correct one makes the session fresh. */
export async function confirmForm(actor: Actor, given: Given, door: Door): Promise<void> {
  if (actor.kind !== "admin") return;
  if (given.password === undefined && given.otp === undefined) throw denied("confirm.first");
  const parsed = Confirm.safeParse(given);
  if (!parsed.success) {
    const { password, otp } = fieldErrors(parsed.error);
    const wrong = { ...(password && { [passwordField]: password }), ...(otp && { [otpField]: otp }) };
    throw invalid("form.incomplete", wrong);
  }
  await confirmItIsYou(actor, parsed.data, askerOf(door));
}

const header = "x-totp";

/**
 * Refuses a call whose admin is not fresh. A browser session must have confirmed in a form before; a token of an admin
 * with a second factor must send a code in `x-totp`, and each code is good for one call.
 */
export async function needFreshCall(actor: Actor, { request }: Door, byToken: boolean): Promise<void> {
  if (actor.kind !== "admin") return;
  if (!byToken) {
    if (!isFresh(actor)) throw denied("confirm.byApi");
    return;
  }
  if (!actor.secondFactor) return;
  const sent = SecondCode.safeParse({ otp: request.headers.get(header) ?? undefined });
  if (!sent.success) throw invalid("totp.header", { [header]: "totp.header" });
  await spendCode(actor.adminId, sent.data.otp, header);
}
