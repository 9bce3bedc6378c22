import { sql } from "kysely";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { getTicket } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { needMay } from "../policy.ts";
import type { RevealPartnerPhone, RevealPhone } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

/** More people than one person calls in an hour, so that the phones cannot be read out as a whole (R12). */
const revealLimit = { name: "reveal-phone", points: 60, seconds: 3600, onFailure: "closed" } as const;

/**
 * Returns one customer's number to an admin who works on the request and sees stars otherwise (fixed point 16, Q16).
 * Reader, time and reason are recorded in the request's history; the number is not.
 */
export async function revealPhone(
  actor: Actor,
  { ticketId, reason }: RevealPhone,
): Promise<{ name: string; phone: string; alternatePhone: string | null }> {
  needKind(actor, "admin");
  needMay(actor, "editRequests");
  await getTicket(actor, ticketId);
  await countUse(revealLimit, actor.adminId);
  return transaction(async () => {
    const ticket = await getTicket(actor, ticketId, { lock: true });
    await recordOn(actor, ticket, { event: "ticket.phoneRevealed", data: { reason } });
    return { name: ticket.name, phone: ticket.phone, alternatePhone: ticket.alternatePhone ?? null };
  });
}

/**
 * Returns the number of a center a request is or was offered to, or of its technician, to an admin of the operator who
 * works on it and sees stars otherwise (fixed point 16). Counted and recorded as `revealPhone`. A client's admin is
 * refused. A center or technician without a relation to the request is not found.
 */
export async function revealPartnerPhone(
  actor: Actor,
  { ticketId, whose, centerId, reason }: RevealPartnerPhone,
): Promise<{ name: string; phone: string }> {
  needKind(actor, "admin");
  needMay(actor, "revealPartners");
  await getTicket(actor, ticketId);
  await countUse(revealLimit, actor.adminId);
  return transaction(async () => {
    const ticket = await getTicket(actor, ticketId, { lock: true });
    const person = whose === "center" ? await centerOn(ticket, centerId) : await technicianOn(ticket);
    await recordOn(
      actor,
      ticket,
      whose === "center"
        ? { event: "ticket.centerPhoneRevealed", data: { reason, centerId: person.id } }
        : { event: "ticket.technicianPhoneRevealed", data: { reason, technicianId: person.id } },
    );
    return { name: nameFor(actor, person.name), phone: person.phone };
  });
}

type PhoneOwner = { id: string; name: string; phone: string };

async function centerOn({ id, centerId }: Ticket, requestedId = centerId): Promise<PhoneOwner> {
  const center = await row(
    sql<PhoneOwner>`select c.id, c.center_name as name, c.phone from centers c
        where c.id = ${requestedId ?? null}::uuid and (c.id = ${centerId ?? null}::uuid
          or exists (select from broadcasts b where b.ticket_id = ${id}::uuid and b.center_id = c.id))`,
  );
  if (!center) throw missing("center.notFound");
  return center;
}

async function technicianOn({ technicianId }: Ticket): Promise<PhoneOwner> {
  const technician = await row(
    sql<PhoneOwner>`select id, name, phone from technicians where id = ${technicianId ?? null}::uuid`,
  );
  if (!technician) throw missing("technician.notFound");
  return technician;
}
