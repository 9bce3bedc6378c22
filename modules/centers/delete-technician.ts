import { LockMode } from "@mikro-orm/postgresql";
import { endSessionsOf } from "../access/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
import { conflict, denied, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { TechnicianSchema } from "./technician.entity.ts";
import { removeImages } from "./technician-images.ts";

/**
 * Take a technician out of the acting center; the row stays for the requests they did (H13). Refused while open
 * requests are assigned to them; their sessions end, and the pictures of
 * their identity papers are deleted. Their face stays with the requests they did.
 */
export const deleteTechnician = (actor: Actor, technicianId: string): Promise<void> =>
  transaction(async () => {
    if (actor.kind !== "center") throw denied();
    const technician = await em().findOne(
      TechnicianSchema,
      { id: technicianId, centerId: actor.centerId, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!technician) throw missing("technician.notFound");
    const busy = await row(
      `select from tickets where technician_id = $1 and status not in ('CLOSED', 'CANCEL') and deleted_at is null limit 1`,
      [technicianId],
    );
    if (busy) throw conflict("technician.hasOpenTickets");
    technician.deletedAt = now();
    const papers = [technician.panBlobId, technician.aadharFrontBlobId, technician.aadharBackBlobId];
    em().assign(technician, { panBlobId: null, aadharFrontBlobId: null, aadharBackBlobId: null });
    await em().flush();
    await removeImages(papers.filter((id) => id != null));
    await record(actor, { subject: "technician", id: technicianId, event: "technician.deleted" });
    await endSessionsOf("technician", technicianId, "gone");
  });
