import type { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { parseFields } from "#app/http/request/form.server.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { codeOf, partnerOf } from "#modules/centers/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { openDraft } from "#modules/tickets/index.ts";
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
