import { sql } from "kysely";
import { changedMeanwhile } from "#modules/access/index.ts";
import { keyNames } from "#modules/catalog/index.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { DomainError, FieldValues } from "#modules/kernel/errors.ts";
import { type Paise, toRupees } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { broadcastLabel, displayedStatus } from "./labels.ts";
import { readingOf, readsHouse } from "./reading.ts";
import type { Ticket } from "./ticket.entity.ts";

/* A form that was filled from an older version of a ticket is refused with who changed what since. */

/** The labels and present values of a form with more fields than those the acts change. */
type FormOfTicket = { names: Record<string, MessageKey>; values: FieldValues };

/** Refuses a form that was filled from another version of the ticket; the refusal names who changed what since. */
export async function refuseStale(
  actor: Actor,
  ticket: Ticket,
  sent: number | undefined,
  form?: FormOfTicket,
): Promise<void> {
  if (sent !== undefined && sent !== ticket.version) throw await changedSince(actor, ticket, sent, form);
}

/** The refusal `ticket.changed`, with what was changed since a version and by whom, as the actor may see it. */
export async function changedSince(
  actor: Actor,
  ticket: Ticket,
  sent: number,
  form: FormOfTicket = { names: {}, values: {} },
): Promise<DomainError> {
  return changedMeanwhile(actor, {
    subject: "ticket",
    id: ticket.id,
    sent,
    version: ticket.version,
    key: "ticket.changed",
    names: { ...fieldNames, ...form.names },
    now: { ...(await fieldsNow(actor, ticket)), ...form.values },
    fieldsOf: (event) => changedBy[event] ?? [],
    ...(!readsHouse(actor) && { hides: ofHouse }),
    ...(actor.kind === "admin" && { nameOf: (by) => nameOf(actor, by) }),
  });
}

/** The fields of a ticket that acts change, by the names forms use, with their labels. */
const fieldNames: Record<string, MessageKey> = {
  status: "common.status",
  center: "common.center",
  technicianId: "common.technician",
  pincode: "common.pincode",
  requirement: "ticketAct.requirement",
  offers: "ticketAct.offers",
  text: "common.remarks",
  amount: "common.closingPrice",
  fee: "common.bookingFee",
  serialNumber: "ticketAct.serialNumber",
};

/** The fields that only the operator's admins read. */
const ofHouse = ["text", "fee", "adminRemarks"];

/** Their values now, as the actor may see them. */
async function fieldsNow(actor: Actor, ticket: Ticket): Promise<FieldValues> {
  const names = await row<{ center: string | null; technician: string | null }>(
    sql`select (select center_name from centers where id = ${ticket.centerId ?? null}::uuid) as center,
            (select name from technicians where id = ${ticket.technicianId ?? null}::uuid) as technician`,
  );
  const { broadcastStatus = null, technicianId = null, closedAt = null, cancelledAt = null } = ticket;
  const { note, words, house } = readingOf(actor, { closedAt, cancelledAt });
  const atDesk = actor.kind === "admin" || actor.kind === "system";
  const rupees = (paise: Paise | null | undefined) => (paise == null ? null : String(toRupees(paise)));
  return {
    status: displayedStatus({ status: ticket.status, broadcastStatus, technicianId }),
    center: nameFor(actor, names?.center ?? null),
    technicianId: actor.kind === "center" ? note(names?.technician ?? null) : nameFor(actor, names?.technician ?? null),
    pincode: ticket.pincode,
    requirement: words(ticket.requirement ?? null),
    offers: broadcastLabel({ ...ticket, broadcastStatus }),
    text: house(ticket.onboardingRemarks ?? null),
    amount: rupees(ticket.closingPricePaise),
    fee: ticket.isPaidByPublic && !isClient(actor) ? rupees(ticket.bookingFeePaise) : null,
    serialNumber: atDesk ? (ticket.punchSerialNumber ?? null) : null,
  };
}

/** What each event changes; an event that names its fields itself is not listed. */
const changedBy: Record<string, readonly string[]> = {
  "ticket.accepted": ["status", "center"],
  "ticket.matched": ["center"],
  "ticket.centerGiven": ["center"],
  "ticket.centerChanged": ["center"],
  "ticket.handedOver": ["center"],
  "ticket.handedBack": ["status", "center"],
  "ticket.centerLeft": ["status", "center"],
  "ticket.broadcasted": ["offers"],
  "ticket.noCenter": ["offers"],
  "ticket.technicianAssigned": ["technicianId"],
  "ticket.technicianChanged": ["technicianId"],
  "ticket.closed": ["status", "amount"],
  "ticket.cancelled": ["status"],
  "ticket.cancelUndone": ["status"],
  "ticket.verified": ["status", "serialNumber"],
  "ticket.held": ["status", "serialNumber"],
  "ticket.refused": ["status", "serialNumber"],
  "ticket.punchCorrected": ["serialNumber"],
  "ticket.pincodeChanged": ["pincode"],
  "ticket.requirementChanged": ["requirement"],
  "ticket.teamRemarked": ["text"],
  "ticket.feePaid": ["fee"],
  "ticket.feeReturned": ["fee"],
  "ticket.escalated": ["status"],
  "ticket.restored": ["status"],
  "ticket.revisited": ["status"],
};

/** The names an admin may read: those of a center, a technician and a client's key. */
async function nameOf(actor: Actor, { actor_kind, actor_id }: { actor_kind: string; actor_id: string | null }) {
  if (!actor_id) return null;
  if (actor_kind === "center") {
    const center = await row<{ name: string }>(sql`select center_name as name from centers where id = ${actor_id}`);
    return nameFor(actor, center?.name ?? null);
  }
  if (actor_kind === "key") return nameFor(actor, (await keyNames([actor_id])).get(actor_id) ?? null);
  if (actor_kind !== "technician") return null;
  const technician = await row<{ name: string }>(sql`select name from technicians where id = ${actor_id}`);
  return nameFor(actor, technician?.name ?? null);
}
