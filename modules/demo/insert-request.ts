import { defaultOfferCode } from "#modules/catalog/index.ts";
import { day, fromNow, hour, istDate } from "#modules/kernel/clock.ts";
import type { DemoRequest } from "./demo-data.ts";
import { fixedId, fixedLetters } from "./fixed-id.ts";
import { insertMissing } from "./insert.ts";

/**
 * Inserts a request of the demo with its history, in the running transaction; nothing was paid for it and nobody was
 * told. `key` names it for ever, `origin` are the columns of who made it. False when it was inserted before, whatever
 * became of it since.
 */
export async function insertRequest(
  key: string,
  { daysAgo, center, service, address, requirement, name, phone }: DemoRequest,
  serviceIds: ReadonlyMap<string, string>,
  origin: { created_by: string } & Record<string, unknown>,
): Promise<boolean> {
  const id = fixedId(key);
  const at = fromNow(-daysAgo * day - hour);
  const centerId = center && fixedId(`center:${center}`);
  const made = await insertMissing("tickets", {
    id,
    public_id: fixedLetters(key, 22),
    ticket_id: `REQ-${istDate(at).slice(2).replaceAll("-", "")}-${fixedLetters(key, 4)}`,
    status: "PENDING",
    broadcast_status: centerId ? "matched_in_same_center" : null,
    service_available: Boolean(centerId),
    center_id: centerId,
    service_id: serviceIds.get(service),
    ...{ requirement, name, phone },
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
      ...{ subject: "ticket", subject_id: id, actor_kind: "system:demo", at },
      ...more,
    });
  await event("created", { to_state: "PENDING", data: { createdBy: origin.created_by } });
  await (centerId ? event("matched", { data: { centerId } }) : event("noCenter", { data: {} }));
  return true;
}
