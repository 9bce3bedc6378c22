import { refusedName } from "#app/exchange/names.ts";
import { type Refused, searchOptions, searchTextOf, takeField } from "#app/ui/base/refused.ts";
import { secretInput } from "#app/ui/typed/secret-input.ts";
import { randomToken } from "#modules/kernel/crypto.server.ts";
import { findRefused, forgetRefused, longestRefused, storeRefused } from "#modules/kernel/db/refused-forms.server.ts";
import { changed, DomainError } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import type { Door } from "../request/door.server.ts";
import type { FormValue } from "../request/form.server.ts";
import { type Portal, portals } from "../session/session.server.ts";

/*
 * The server's one store of a form that was not done, with or without JavaScript: refused, or sent in a session that is
 * over (way-back.server.ts). A refused form that the browser sent itself is answered with a redirect to its page, which
 * shows the form again with what was typed. So Back, a reload and the back/forward cache show a page and never ask to
 * send the form again.
 */

type StoredForm = { page: string; result: Refused };

/** Who is shown a stored form, made out by the secret of the browser that sent it. */
type Owner = (secret: string) => string;

/** This browser and who is signed in there: the next person at the same screen sees nothing of the last one. */
export const sessionOwner =
  (door: Door, signedIn: Record<string, string> = {}): Owner =>
  (secret) =>
    [secret, ...Object.values(portals).map(({ cookie }) => signedIn[cookie] ?? door.cookie(cookie) ?? "")].join("\n");

/** This browser and the account whose login the form waits for: nobody else's login there shows it. */
export const accountOwner =
  (portal: Portal, account: string): Owner =>
  (secret) =>
    [secret, "login", portal, account].join("\n");

/** Stores a form and returns its page with the reference to it. */
export async function storeForm(form: StoredForm, owner: Owner, door: Door): Promise<string> {
  const { page } = form;
  const secret = door.cookie(refusedName) ?? randomToken(16);
  const reference = await storeRefused({ browser: owner(secret), address: door.address }, storedFormText(form));
  door.keep(refusedName, secret);
  return `${page}${page.includes("?") ? "&" : "?"}${refusedName}=${reference}`;
}

/** The form under a reference, if it is this owner's; `forget` deletes it. */
export async function findForm(
  reference: string | null | undefined,
  owner: Owner,
  door: Door,
  { forget = false } = {},
): Promise<StoredForm | undefined> {
  const secret = door.cookie(refusedName);
  if (!reference || !secret) return undefined;
  const text = await findRefused(owner(secret), reference);
  if (text !== undefined && forget) await forgetRefused(owner(secret), reference);
  return text === undefined ? undefined : (JSON.parse(text) as StoredForm);
}

/** What the store answers; where it refuses or fails nothing is stored or found, and a failure is logged. */
export async function unlessStoreFails<T>(door: Door, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof DomainError))
      log.error({ err: error, requestId: door.requestId }, "a refused form could not be stored or found");
    return undefined;
  }
}

/** A form as it is stored; one longer than any form of ours keeps its errors but not its values. */
function storedFormText({ page, result }: StoredForm): string {
  const text = (values: Refused["values"]) => JSON.stringify({ page, result: { ...result, values } });
  const whole = text(result.values);
  return Buffer.byteLength(whole) <= longestRefused ? whole : text({});
}

/** Stores a refused form and returns the page that shows it; undefined when it is to be answered in place. */
export const pageOfRefused = (result: Refused, door: Door): Promise<string | undefined> =>
  unlessStoreFails(door, () => storeForm({ page: door.here, result }, sessionOwner(door), door));

/** The refused form this page should show again, if it belongs to this browser and this page. */
export async function refusedHere(door: Door): Promise<Refused | null> {
  const form = await unlessStoreFails(door, () => findForm(referenceHere(door), sessionOwner(door), door));
  return form?.page === door.here ? form.result : null;
}

/** Forgets an earlier refused try after the form of this page succeeded. */
export const forgetRefusedHere = (door: Door): Promise<unknown> =>
  unlessStoreFails(door, () => findForm(referenceHere(door), sessionOwner(door), door, { forget: true }));

const referenceHere = (door: Door) => door.url.searchParams.get(refusedName);

/** The typed values that are shown again after a refusal; secrets and files are left out. */
export function shownAgain(fields: Map<string, FormValue[]>) {
  const values: Record<string, string | string[]> = {};
  for (const [name, list] of fields) {
    const texts = list.filter((value) => typeof value === "string");
    if (!secretInput.test(name) && texts.length > 0) values[name] = texts.length === 1 ? texts[0]! : texts;
  }
  return values;
}

/** The field whose value as others changed it is asked for; removed from the form's fields. */
export function takeTaken(fields: Map<string, FormValue[]>): string | undefined {
  const name = fields.get(takeField)?.at(-1);
  fields.delete(takeField);
  return typeof name === "string" ? name : undefined;
}

/** Whether the form asks for other options of a select alone; removed from the form's fields. */
export const takeSearch = (fields: Map<string, FormValue[]>): boolean => fields.delete(searchOptions);

/** What is typed and chosen in a select whose options are searched, in the form of this page that was sent and not done. */
export async function searchedHere(
  select: string,
  door: Door,
): Promise<{ search: string | undefined; chosen: string | undefined }> {
  const { values = {} } = (await refusedHere(door)) ?? {};
  const typed = (name: string) => [values[name] ?? ""].flat().at(-1) || undefined;
  return { search: typed(searchTextOf(select)), chosen: typed(select) };
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
