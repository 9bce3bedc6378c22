import { type Refused, refusedName, takeField } from "#app/ui/base/refused.ts";
import { randomToken } from "#modules/kernel/crypto.server.ts";
import { findRefused, forgetRefused, keepRefused, longestRefused } from "#modules/kernel/db/refused-forms.server.ts";
import { changed } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import type { Door } from "../request/door.server.ts";
import type { FormValue } from "../request/form.server.ts";
import { portals } from "../session/session.server.ts";

/*
 * A refused form that the browser sent itself is answered with a redirect to its page, which shows the form again with
 * what was typed. So Back, a reload and the back/forward cache show a page and never ask to send the form again.
 */

type StoredForm = { page: string; result: Refused };

/**
 * Stores a refused form and returns the page that shows it; undefined when storing failed and it is answered in place.
 */
export async function pageOfRefused(result: Refused, door: Door): Promise<string | undefined> {
  try {
    return await storeForm((secret) => browserOf(secret, door), textOf(result, door), door.here, door);
  } catch (error) {
    log.error({ err: error, requestId: door.requestId }, "a refused form could not be kept");
    return undefined;
  }
}

/** Stores a form for whoever the secret of this browser makes out, and returns its page with the reference to it. */
export async function storeForm(
  whose: (secret: string) => string,
  text: string,
  page: string,
  door: Door,
): Promise<string> {
  const secret = door.cookie(refusedName) ?? randomToken(16);
  const reference = await keepRefused({ browser: whose(secret), address: door.address }, text);
  door.keep(refusedName, secret);
  return `${page}${page.includes("?") ? "&" : "?"}${refusedName}=${reference}`;
}

/** The refused form as text; one longer than any form of ours keeps its errors but not its values. */
export function textOf(result: Refused, door: Door) {
  const text = (stored: StoredForm) => JSON.stringify(stored);
  const whole = text({ page: door.here, result });
  return Buffer.byteLength(whole) <= longestRefused
    ? whole
    : text({ page: door.here, result: { ...result, values: {} } });
}

/** The refused form this page should show again, if it belongs to this browser and this page. */
export async function refusedHere(door: Door): Promise<Refused | null> {
  const reference = door.url.searchParams.get(refusedName);
  const secret = door.cookie(refusedName);
  if (!reference || !secret) return null;
  try {
    const text = await findRefused(browserOf(secret, door), reference);
    const stored = text === undefined ? undefined : (JSON.parse(text) as StoredForm);
    return stored?.page === door.here ? stored.result : null;
  } catch (error) {
    log.error({ err: error, requestId: door.requestId }, "a refused form could not be shown again");
    return null;
  }
}

/** The field whose value as others changed it is asked for; removed from the form's fields. */
export function takeTaken(fields: Map<string, FormValue[]>): string | undefined {
  const name = fields.get(takeField)?.at(-1);
  fields.delete(takeField);
  return typeof name === "string" ? name : undefined;
}

/**
 * The refused form of this page with one field as others changed it; nothing is saved. Refuses with `error.changed` when
 * their change is not known any more.
 */
export async function withCurrentValue(
  name: string,
  values: NonNullable<Refused["values"]>,
  door: Door,
): Promise<Refused> {
  const refused = await refusedHere(door);
  const now = refused?.meanwhile?.now[name];
  if (!refused || now === undefined) throw changed();
  return { ...refused, values: { ...values, [name]: typeof now === "object" && now ? [...now] : (now ?? "") } };
}

/** Forgets an earlier refused try after the form of this page succeeded. */
export async function forgetRefusedHere(door: Door): Promise<void> {
  const reference = door.url.searchParams.get(refusedName);
  const secret = door.cookie(refusedName);
  if (!reference || !secret) return;
  await forgetRefused(browserOf(secret, door), reference).catch((error: unknown) =>
    log.error({ err: error, requestId: door.requestId }, "a refused form could not be forgotten"),
  );
}

/** A browser and who is signed in there: the next person at the same screen sees nothing of the last one. */
export const browserOf = (secret: string, door: Door, signedIn: Record<string, string> = {}) =>
  [secret, ...Object.values(portals).map(({ cookie }) => signedIn[cookie] ?? door.cookie(cookie) ?? "")].join("\n");
