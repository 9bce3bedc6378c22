import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { endSessionsOf } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { needMay } from "../policy.ts";
import { mayBeOpenSql } from "./may-be-open.ts";
import { TechnicianSchema } from "./technician.entity.ts";
import { removeImages } from "./technician-images.ts";

/** How many open requests a refusal names. */
const named = 5;

const namesOf = (open: readonly { number: string }[]) =>
  [...open.slice(0, named).map(({ number }) => number), ...(open.length > named ? ["…"] : [])].join(", ");

/**
 * Remove a technician of the acting center, or of any for an admin with delete_technician; the row is kept for the
 * requests they worked on (H13). Refused while open requests are assigned to them. Their sessions end and their
 * identity documents are deleted; the portrait is kept for their requests.
 */
export const deleteTechnician = (actor: Actor, technicianId: string): Promise<void> =>
  transaction(async () => {
    needMay(actor, "deleteTechnician");
    const technician = await em().findOne(
      TechnicianSchema,
      { id: technicianId, deletedAt: null, ...(actor.kind === "center" && { centerId: actor.centerId }) },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!technician) throw missing("technician.notFound");
    const open = await rows<{ number: string }>(
      sql`select t.ticket_id as number from tickets t
        where t.technician_id = ${technicianId} and ${mayBeOpenSql}
        order by t.created_at desc limit ${named + 1}`,
    );
    if (open.length > 0) throw conflict("technician.hasOpenTickets", { numbers: namesOf(open) });
    technician.deletedAt = now();
    const papers = [
      technician.panBlobId,
      technician.aadharFrontBlobId,
      technician.aadharBackBlobId,
      technician.certificateBlobId,
    ];
    em().assign(technician, {
      panBlobId: null,
      aadharFrontBlobId: null,
      aadharBackBlobId: null,
      certificateBlobId: null,
    });
    await em().flush();
    await removeImages(papers.filter((id) => id != null));
    await record(actor, { subject: "technician", id: technicianId, event: "technician.deleted" });
    await endSessionsOf("technician", technicianId, "gone");
  });
