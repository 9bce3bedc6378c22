import type { Readable } from "node:stream";
import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { openBlob } from "#modules/kernel/files/blobs.server.ts";
import { zipOf } from "#modules/kernel/files/zip.server.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { maySeePictures, mostPictures, pictureName } from "./picture.ts";

/** The most bytes of pictures in one archive, far above ten of the largest stored ones. */
export const mostZipped = 64 * 1024 * 1024;

/**
 * Returns all on-site pictures of a request, by its public id, as one ZIP for actors who may see each of them (R471);
 * oldest first, numbered as on the request's page. `blob.missing` where there are none.
 */
export async function onsitePictures(actor: Actor, ticketId: string): Promise<{ stream: Readable; name: string }> {
  const ticket = await ticketOfLink(ticketId);
  if (!maySeePictures(actor, ticket, ticketId)) throw missing("blob.missing");
  const pictures = await rows<{ key: string; bytes: string; at: string }>(
    sql`select b.key, b.bytes, p.created_at as at from ticket_pictures p join blobs b on b.id = p.blob_id
      where p.ticket_id = ${ticket.id} order by p.id limit ${sql.lit(mostPictures)}`,
  );
  if (pictures.length === 0) throw missing("blob.missing");
  if (pictures.reduce((sum, { bytes }) => sum + Number(bytes), 0) > mostZipped) throw conflict("pictures.tooLarge");
  const entries = pictures.map(({ key, at }, nth) => ({
    name: pictureName(ticket.ticketId, nth + 1),
    at: new Date(at),
    open: () => openBlob({ key }),
  }));
  return { stream: zipOf(entries), name: `${ticket.ticketId}.zip` };
}
