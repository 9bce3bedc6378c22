import { defaultOfferCode } from "#modules/catalog/index.ts";
import { day, fromNow, hour, istDate } from "#modules/kernel/clock.ts";
import type { Paise } from "#modules/kernel/money.ts";
import type { DemoRequest } from "./demo-data.ts";
import { fixedId, fixedLetters } from "./fixed-id.ts";
import { insertMissing } from "./insert.ts";

/** A request as its data tells it, with the instant at which it was made. */
export type MadeRequest = Omit<DemoRequest, "daysAgo"> & { at: Date };

/** When a request of so many days ago was made: an hour before, so that one of today is there already. */
export const madeAt = ({ daysAgo, ...request }: DemoRequest): MadeRequest => ({
  ...request,
  at: fromNow(-daysAgo * day - hour),
});

/**
 * Inserts a request of the demo with its history, in the running transaction; nothing was paid for it and nobody was
 * told. `key` names it for ever, `origin` are the columns of who made it. One with a fee is matched when that is paid.
 * False when it was inserted before, whatever became of it since.
 */
export async function insertRequest(
  key: string,
  { at, center, service, address, requirement, name, phone }: MadeRequest,
  serviceIds: ReadonlyMap<string, string>,
  origin: { created_by: string; booking_fee_paise?: Paise } & Record<string, unknown>,
): Promise<boolean> {
  const id = fixedId(key);
  const feeDue = Boolean(origin.booking_fee_paise);
  const centerId = center && fixedId(`center:${center}`);
  const made = await insertMissing("tickets", {
    id,
    public_id: fixedLetters(key, 22),
    ticket_id: `REQ-${istDate(at).slice(2).replaceAll("-", "")}-${fixedLetters(key, 4)}`,
    status: "PENDING",
    broadcast_status: centerId ? "matched_in_same_center" : null,
    service_available: feeDue || Boolean(centerId),
    center_id: centerId,
    service_id: serviceIds.get(service),
    requirement,
    name,
    phone,
    ...address,
    time_preference_type: "WITHIN_24_HOURS",
    offer_code: defaultOfferCode(),
    created_at: at,
    updated_at: at,
    ...origin,
  });
  if (!made) return false;
  const event = (name: string, more: Record<string, unknown>) =>
    insertMissing("history", {
      id: fixedId(`${key}:${name}`),
      event: `ticket.${name}`,
      subject: "ticket",
      subject_id: id,
      actor_kind: "system:demo",
      at,
      ...more,
    });
  await event("created", { to_state: "PENDING", data: { createdBy: origin.created_by } });
  if (feeDue) return true;
  await (centerId ? event("matched", { data: { centerId } }) : event("noCenter", { data: {} }));
  return true;
}
