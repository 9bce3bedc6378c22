import { z } from "zod";
import { centerNamed } from "#modules/centers/index.ts";
import { conflict, DomainError, missing } from "#modules/kernel/errors.ts";
import { defineBulk } from "#modules/kernel/lists/bulk.server.ts";
import { text } from "#modules/kernel/validation.ts";
import { requestsList } from "../lists/operator-lists.ts";
import { broadcastTicket, noOfferReason } from "../matching/broadcast.ts";
import { maySet } from "../rights/field-rights.ts";
import { CancelWithReason } from "../shared.ts";
import { assignCenter } from "../work/assign-center.ts";
import { cancelTicket } from "../work/cancel.ts";

/* What operators do with many requests at once: each row by the verb and the permission of the single act. */

/**
 * Offers many requests to the centers that were not asked yet; one with a technician is skipped (R244), as is one that
 * no center was offered.
 */
export const broadcastRequests = defineBulk({
  name: "broadcastRequests",
  list: requestsList,
  can: "edit_ticket.full_access",
  label: "common.broadcast",
  question: "requests.bulk.broadcastQuestion",
  input: z.object({}),
  run: async (actor, { key }) => {
    const nobody = noOfferReason(await broadcastTicket(actor, { ticketId: key }));
    if (nobody) throw conflict(nobody);
  },
});

/**
 * Assigns many requests to one center, named by its QR id; one that has a technician or that its center paid for is
 * skipped.
 */
export const assignRequests = defineBulk({
  name: "assignRequests",
  list: requestsList,
  can: "edit_ticket.full_access",
  refuses: (actor) => !maySet(actor, "centerId"),
  label: "requests.bulk.assign",
  question: "requests.bulk.assignQuestion",
  input: z.object({ qrId: text(40, "requests.bulk.centerMissing") }),
  run: async (actor, { key }, { qrId }) => {
    const { id } = await centerNamed({ qrId }).catch((error: unknown) => {
      throw error instanceof DomainError ? missing("requests.bulk.noCenter") : error;
    });
    return assignCenter(actor, { ticketId: key, centerId: id });
  },
});

/** Cancels many requests for one reason; one that can no longer be cancelled is skipped (R293). */
export const cancelRequests = defineBulk({
  name: "cancelRequests",
  list: requestsList,
  can: "edit_ticket.full_access",
  label: "requests.bulk.cancel",
  question: "requests.bulk.cancelQuestion",
  input: CancelWithReason.pick({ reason: true }),
  run: (actor, { key }, { reason }) => cancelTicket(actor, { ticketId: key, reason }),
});
