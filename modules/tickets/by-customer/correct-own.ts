import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { changesBetween } from "#modules/kernel/db/changes.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, denied } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { customerMayNow } from "../appointments/missed-since.ts";
import { visitChanged } from "../events.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { RemarkSchema } from "../pictures/remark.entity.ts";
import { customerMay } from "../policy.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { writeRemark } from "../work/remark.ts";
import type { CorrectOwn, WriteNote } from "./input.ts";
import { ownTicket } from "./own-ticket.ts";

/** What a customer may correct, as it is stored, for a browser that proved the phone; null where nothing may be. */
export async function correctableOf(actor: Actor, ticketId: string) {
  const ticket = await ticketOfLink(ticketId);
  if (actor.kind !== "anyone" || !actor.phones.includes(ticket.phone)) throw denied();
  if (!(await customerMayNow(ticket)).correct) return null;
  const { pincode, city, state, version, technicianId } = ticket;
  return { ...correctedOf(ticket), pincode, city: city ?? null, state: state ?? null, version, technicianId };
}

const correctedOf = ({ houseNumber, locality, alternatePhone }: Ticket) => ({
  houseNumber: houseNumber ?? null,
  locality: locality ?? null,
  alternatePhone: alternatePhone ?? null,
});

/**
 * Correct house number, locality and second phone of one's own request until somebody is on the way. The technician of
 * the visit is notified; the history keeps which fields changed, not their texts. Refuses with `correct.over`.
 */
export const correctOwn = (actor: Actor, input: CorrectOwn): Promise<Ticket> =>
  transaction(async () => {
    const ticket = await ownTicket(actor, input.ticketId);
    if (!(await customerMayNow(ticket)).correct) throw conflict("correct.over");
    await refuseStale(actor, ticket, input.version);
    const before = correctedOf(ticket);
    em().assign(ticket, {
      houseNumber: input.houseNumber,
      locality: input.locality ?? null,
      alternatePhone: input.alternatePhone ?? null,
    });
    const changes = changesBetween(before, correctedOf(ticket), () => ({}));
    if (changes.changed.length === 0) return ticket;
    ticket.updatedAt = now();
    await recordOn(actor, ticket, { event: "ticket.updated", data: changes });
    const { id, technicianId } = ticket;
    const otherPlace = changes.changed.some((name) => name !== "alternatePhone");
    if (technicianId && otherPlace) await emit(visitChanged, { ticketId: id, technicianId });
    await announce(await topicsOf(ticket));
    return ticket;
  });

/** The most notes of a customer on one request. */
const mostNotes = 10;

/** Write to the center and the operators about one's own open request; at most ten notes a request. */
export const writeNote = (actor: Actor, { ticketId, text }: WriteNote): Promise<void> =>
  transaction(async () => {
    const ticket = await ownTicket(actor, ticketId);
    if (!customerMay(ticket).note) throw conflict("note.over");
    const written = await em().count(RemarkSchema, { ticketId: ticket.id, authorKind: "customer" });
    if (written >= mostNotes) throw conflict("note.most");
    const remark = writeRemark(actor, ticket, text);
    await recordOn(actor, ticket, { event: "ticket.remarked", data: { remarkId: remark.id } });
    await announce(await topicsOf(ticket));
  });
