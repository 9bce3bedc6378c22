import { defaultOfferCode } from "#modules/catalog/index.ts";
import { day, fromNow, hour, istDate } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { clientRequests, deskOfClient } from "./demo-data.ts";
import { fixedId, fixedLetters } from "./fixed-id.ts";
import { insertMissing } from "./insert.ts";

/** Inserts the requests of the demo's client, unless it had any. */
export async function seedClientRequests(serviceIds: ReadonlyMap<string, string>) {
  const clientId = fixedId("client");
  const known = await row("select from clients where id = $1", [clientId]);
  if (!known || (await row("select from tickets where client_id = $1 limit 1", [clientId]))) return;
  for (const [nth, { daysAgo, center, service, address, ...wish }] of clientRequests.entries()) {
    const id = fixedId(`client request:${nth}`);
    const at = fromNow(-daysAgo * day - hour);
    const centerId = center && fixedId(`center:${center}`);
    const made = await insertMissing("tickets", {
      id,
      public_id: fixedLetters(`client request:${nth}`, 22),
      ticket_id: `REQ-${istDate(at).slice(2).replaceAll("-", "")}-${fixedLetters(`client request:${nth}`, 4)}`,
      client_id: clientId,
      client_reference: wish.reference,
      client_due_paise: 0,
      status: "PENDING",
      broadcast_status: centerId ? "matched_in_same_center" : null,
      service_available: Boolean(centerId),
      center_id: centerId,
      created_by: "SUPER_ADMIN",
      create_name: deskOfClient.name,
      service_id: serviceIds.get(service),
      requirement: wish.requirement,
      name: wish.name,
      phone: wish.phone,
      ...address,
      time_preference_type: "WITHIN_24_HOURS",
      offer_code: defaultOfferCode(),
      created_at: at,
      updated_at: at,
    });
    if (!made) continue;
    const told = { subject: "ticket", subject_id: id, actor_kind: "system:demo", at };
    const event = (name: string, more: Record<string, unknown>) =>
      insertMissing("history", {
        id: fixedId(`client request:${nth}:${name}`),
        event: `ticket.${name}`,
        ...told,
        ...more,
      });
    await event("created", { to_state: "PENDING", data: { createdBy: "SUPER_ADMIN" } });
    await (centerId ? event("matched", { data: { centerId } }) : event("noCenter", { data: {} }));
  }
}
