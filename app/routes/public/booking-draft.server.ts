import type { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import { parseFields } from "#app/http/form.server.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { codeOf, partnerOf } from "#modules/centers/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { openDraft } from "#modules/tickets/index.ts";
import { type FormName, formOf, forms } from "./booking-forms.ts";

/** What a form asked for, whichever it was. */
export type Wish = z.output<(typeof forms)[FormName]>;

/**
 * The partner of the page's QR id (R010). One that was switched off leads on to a booking that credits nobody; one that
 * never was is refused.
 */
export async function partnerHere(door: Door, { scan = false } = {}): Promise<Partner | undefined> {
  const { id } = door.params;
  if (!id) return undefined;
  const partner = await partnerOf(id, { scan: scan && door.cookie("scan") !== id });
  if (partner) {
    // Opening the page again within half an hour is the same scan.
    if (scan) door.keep("scan", id);
    return partner;
  }
  throw await withoutPartner(door, id);
}

/** Where a code without a partner leads: one that was switched off to a booking that credits nobody. */
export async function withoutPartner(door: Door, qrId: string) {
  if (!(await codeOf(qrId))) throw missing("booking.qrUnknown");
  door.toast("booking.qrRevoked");
  return door.go("/booking");
}

/** The page's own address, without its step. */
export const pathHere = ({ params }: Pick<Door, "params">) =>
  params.id ? `/booking/${encodeURIComponent(params.id)}` : "/booking";

/** What this browser has typed so far; a draft that became a ticket is over. */
export async function typedSoFar(door: Door, partner: Partner | undefined): Promise<Record<string, string>> {
  const token = door.cookie("draft");
  if (!token) return {};
  const opened = await openDraft({ token, qrId: partner?.qr.qrId });
  if (opened.token !== token) door.keep("draft", opened.token);
  return opened.draft.booked ? {} : opened.draft.fields;
}

/** A draft that is ready to be booked. */
export type Ready = { form: FormName; wish: Wish; service: { id: string; serviceName: string } };

/** The draft as its form's rules read it; none while something is missing or has become wrong (a time that passed). */
export async function readyDraft(door: Door, partner: Partner | undefined): Promise<Ready | undefined> {
  const typed = await typedSoFar(door, partner);
  const service = (await activeServices()).find(({ id }) => id === typed.serviceId);
  if (!service) return undefined;
  const form = formOf({ pickDrop: service.pickDrop, partner: Boolean(partner) });
  const fields = new Map(Object.entries(typed).map(([name, value]) => [name, [value]]));
  try {
    return { form, wish: parseFields(forms[form], fields) as Wish, service };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
