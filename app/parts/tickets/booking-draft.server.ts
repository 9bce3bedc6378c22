import type { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { parseFields } from "#app/http/request/form.server.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { codeOf, partnerOf } from "#modules/centers/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { openDraft, saveDraft } from "#modules/tickets/index.ts";
import { type FormName, formOf, forms } from "./booking-forms.ts";

/** The input of any of the booking forms. */
export type BookingFormInput = z.output<(typeof forms)[FormName]>;

/**
 * The partner of the page's QR id (R010). A revoked code redirects to a booking without one; an unknown one is refused.
 */
export async function partnerHere(door: Door, { scan = false } = {}): Promise<Partner | undefined> {
  const { id } = door.params;
  if (!id) return undefined;
  const partner = await partnerOf(id, { scan: scan && door.cookie("scan") !== id });
  if (partner) {
    // Opening the page again within half an hour counts as the same scan.
    if (scan) door.keep("scan", id);
    return partner;
  }
  throw await withoutPartner(door, id);
}

/** Redirects a revoked code to a booking without a partner; an unknown code is refused. */
export async function withoutPartner(door: Door, qrId: string) {
  if (!(await codeOf(qrId))) throw missing("booking.qrUnknown");
  door.toast("booking.qrRevoked");
  return door.go("/booking");
}

/** The page's address without its step. */
export const pathHere = ({ params }: Pick<Door, "params">) =>
  params.id ? `/booking/${encodeURIComponent(params.id)}` : "/booking";

/** The address of a step of this booking; what was begun on the one page stays on it. */
export function pathTo(door: Pick<Door, "params" | "url">, query: Record<string, string | undefined>) {
  const one = door.url.searchParams.get("form") === "one" ? { form: "one" } : {};
  const words = Object.entries({ ...one, ...query }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = new URLSearchParams(words).toString();
  return search ? `${pathHere(door)}?${search}` : pathHere(door);
}

/** The page on which the answers of a booking are checked: the one-page form, or the last short page. */
export const pathToAnswers = (door: Pick<Door, "params" | "url">, form?: FormName) =>
  form === "pickdrop" || door.url.searchParams.get("form") === "one"
    ? pathTo(door, { form: "one" })
    : pathTo(door, { step: "you" });

/** Stores fields in this browser's draft; a draft that became a ticket is followed by a new one. */
export async function storeInDraft(door: Door, fields: Record<string, string | undefined>): Promise<void> {
  const partner = await partnerHere(door);
  const { token } = await openDraft({ token: door.cookie("draft"), qrId: partner?.qr.qrId, fresh: true });
  door.keep("draft", token);
  await saveDraft(token, fields);
}

/** The fields this browser has stored in its draft; none when the draft became a ticket. */
export async function typedSoFar(door: Door, partner: Partner | undefined): Promise<Record<string, string>> {
  const token = door.cookie("draft");
  if (!token) return {};
  const opened = await openDraft({ token, qrId: partner?.qr.qrId });
  if (opened.token !== token) door.keep("draft", opened.token);
  return opened.draft.booked ? {} : opened.draft.fields;
}

/** A complete draft. */
export type Ready = { form: FormName; input: BookingFormInput; service: { id: string; serviceName: string } };

/** Parses the draft with its form's schema; undefined while something is missing or no longer valid (a past time). */
export async function readyDraft(door: Door, partner: Partner | undefined): Promise<Ready | undefined> {
  const typed = await typedSoFar(door, partner);
  const service = (await activeServices()).find(({ id }) => id === typed.serviceId);
  if (!service) return undefined;
  const form = formOf({ pickDrop: service.pickDrop, partner: Boolean(partner) });
  const fields = new Map(Object.entries(typed).map(([name, value]) => [name, [value]]));
  try {
    return { form, input: parseFields(forms[form], fields) as BookingFormInput, service };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
