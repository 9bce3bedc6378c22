import type { Actor } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { ticketToEdit } from "../get-ticket.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import { maySet, notSettable } from "../rights/field-rights.ts";
import type { AssignCenter } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import { hasEnded } from "../states/states.ts";
import { putAtCenter } from "./put-at-center.ts";

/**
 * Give a request to a center, which then chooses its technician. Refuses one that has a technician or is over, one that
 * is at this center already, and one its center paid for (`ticket.leadPaid`).
 */
export const assignCenter = (actor: Actor, { ticketId, centerId, version }: AssignCenter): Promise<TicketRow> =>
  transaction(async () => {
    const ticket = await ticketToEdit(actor, ticketId);
    if (!maySet(actor, "centerId")) throw notSettable("centerId");
    await refuseStale(actor, ticket, version);
    if (hasEnded(ticket)) throw conflict("ticket.ended");
    if (ticket.technicianId) throw conflict("ticket.hasTechnician");
    if (ticket.centerId === centerId) throw conflict("ticket.atCenter");
    await putAtCenter(actor, ticket, centerId, "stays");
    return rowOf(actor, ticket.id);
  });
