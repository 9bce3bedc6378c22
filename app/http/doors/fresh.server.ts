import { confirmItIsYou, type FreshKind, isFresh, proveByCode } from "#modules/access/index.ts";
import { Confirm, SecondCode } from "#modules/access/shared.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { denied, invalid } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import type { Door } from "../request/door.server.ts";
import type { FormValue } from "../request/form.server.ts";
import { askerOf } from "../session/known-browser.server.ts";

/*
 * What matters needs an admin who gave password and code lately (fixed point 27): of the last ten minutes for money,
 * access, papers, keys, prices and offers, of the last hour for the day's work with requests. Each intent and call an
 * admin may use declares which, or why none; it is checked here. A form sent from a session that is not fresh comes
 * back with what was typed and two more fields, password and code.
 */

/** What an act needs: a kind (`freshMs` says how lately), or none and why. */
export type Fresh = FreshKind | { readonly none: string };

/** Declares that an act needs no password again, and why. */
export const none = (why: string): Fresh => ({ none: why });

/** An intent or call as far as it declares what it needs; `moves` only stands beside `fresh: "work"`. */
export type DeclaredFresh<Input = never> = {
  fresh?: Fresh | undefined;
  /** The money such an act moves, in paise; above the configured sum (SECOND_ADMIN_ABOVE_RUPEES) it needs `money`. */
  moves?(input: Input): Promise<number>;
};

/** What an act with this input needs; undefined when none. */
export async function freshNeed<Input>(act: DeclaredFresh<Input>, input: Input): Promise<FreshKind | undefined> {
  if (act.fresh !== "work" || !act.moves) return typeof act.fresh === "string" ? act.fresh : undefined;
  return (await act.moves(input)) > fromRupees(env.secondAdminAboveRupees) ? "money" : "work";
}

/** The fields added to such a form (app/ui/form/confirm-fields.tsx). */
const passwordField = "confirmPassword";
const otpField = "confirmOtp";

type ConfirmationFields = { password?: string; otp?: string };

/** Takes the password and code of a confirmation out of a form's fields. */
export function takeConfirmation(fields: Map<string, FormValue[]>): ConfirmationFields {
  const take = (name: string) => {
    const value = fields.get(name)?.at(-1);
    fields.delete(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const password = take(passwordField);
  const otp = take(otpField);
  return { ...(password !== undefined && { password }), ...(otp !== undefined && { otp }) };
}

/** What a form must carry besides its fields before it is done; undefined when nothing is needed. */
export type ConfirmationNeed = { otp: boolean } | undefined;

/** What this admin has to confirm with before an act of a kind; with `everyTime` even in a fresh session. */
export const stepUpOf = (actor: Actor, kind: FreshKind, everyTime = false): ConfirmationNeed =>
  actor.kind === "admin" && (everyTime || !isFresh(actor, kind)) ? { otp: actor.secondFactor ?? false } : undefined;

/** Refuses a form without the confirmation it needs; a correct one makes the session fresh. */
export async function confirmForm(actor: Actor, confirmation: ConfirmationFields, door: Door): Promise<void> {
  if (actor.kind !== "admin") return;
  if (confirmation.password === undefined && confirmation.otp === undefined) throw denied("confirm.first");
  const parsed = Confirm.safeParse(confirmation);
  if (!parsed.success) {
    const { password, otp } = fieldErrors(parsed.error);
    const wrong = { ...(password && { [passwordField]: password }), ...(otp && { [otpField]: otp }) };
    throw invalid("form.incomplete", wrong);
  }
  await confirmItIsYou(actor, parsed.data, askerOf(door));
}

const header = "x-totp";

/**
 * Refuses a call whose admin is not fresh enough for its kind. A browser session must have confirmed in a form before; a
 * token of an admin with a second factor must send a code in `x-totp`: for money one for each call, for work one an
 * hour, counted from the login with a code. A token of an admin without one is as fresh as its login: a new login makes
 * a fresh token. A client's API key has no password to give: what it opens is what its scopes say.
 */
export async function needFreshCall(
  actor: Actor,
  { request }: Pick<Door, "request">,
  { byToken, kind }: { byToken: boolean; kind: FreshKind },
): Promise<void> {
  if (actor.kind !== "admin" || actor.keyId) return;
  if (!byToken) {
    if (!isFresh(actor, kind)) throw denied("confirm.byApi");
    return;
  }
  if (!actor.secondFactor) {
    if (!isFresh(actor, kind)) throw denied("confirm.byLogin");
    return;
  }
  if (kind === "work" && isFresh(actor, kind)) return;
  const sent = SecondCode.safeParse({ otp: request.headers.get(header) ?? undefined });
  if (!sent.success) throw invalid("totp.header", { [header]: "totp.header" });
  await proveByCode(actor, sent.data.otp, header);
}
