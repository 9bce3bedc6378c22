import type { Readable } from "node:stream";
import { sql } from "kysely";
import { type Actor, actorId, isClient } from "#modules/kernel/actor.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, denied, missing } from "#modules/kernel/errors.ts";
import { findBlob, openBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { acceptImage } from "#modules/kernel/files/images.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { getTicket, ticketById, ticketInCharge, ticketOfLink } from "../get-ticket.ts";
import { may } from "../policy.ts";
import { hasEnded } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { accessOf } from "../track-access.ts";
import { noteStarted } from "../visit/mark-started.ts";
import { PictureSchema } from "./remark.entity.ts";

/** The maximum of on-site pictures per ticket (H21). */
export const mostPictures = 10;

/**
 * Store a picture taken on site (R181); the first one sets Job Started (fixed point 2), not
 * earlier than two hours before the agreed window. `upload` is the path of an
 * uploaded file or its bytes; it is re-encoded, so that only pixels are stored.
 */
export async function addOnsitePicture(
  actor: Actor,
  { ticketId, upload }: { ticketId: string; upload: string | Buffer },
): Promise<{ id: string; createdAt: Date }> {
  if (actor.kind === "anyone" || actor.kind === "onboarder") throw denied();
  // Check access first: a stranger's file is not decoded. No lock is held while decoding.
  await getTicket(actor, ticketId);
  const { bytes, ...image } = await acceptImage(upload);
  return transaction(async () => {
    const ticket = await ticketInCharge(actor, ticketId);
    if (hasEnded(ticket)) throw conflict("ticket.ended");
    if (!ticket.technicianId) throw conflict("ticket.noTechnician");
    if ((await pictureCount(ticket.id)) >= mostPictures) throw conflict("pictures.tooMany", { most: mostPictures });
    const blob = await storeBlob(bytes, { kind: "onsite", ownerKind: "ticket", ownerId: ticket.id, ...image });
    const picture = em().create(PictureSchema, {
      ticketId: ticket.id,
      blobId: blob.id,
      authorKind: actor.kind,
      authorId: actorId(actor),
    });
    await record(actor, {
      subject: "ticket",
      id: ticket.id,
      event: "ticket.pictured",
      data: { pictureId: picture.id },
    });
    await noteStarted(actor, ticket);
    await announce(await topicsOf(ticket));
    return { id: picture.id, createdAt: picture.createdAt };
  });
}

/** What the nth picture of a request is saved as, by the request's number. */
export const pictureName = (number: string, nth: number) => `${number.replace(/[^\w-]/g, "")}-${nth}.jpg`;

/** How many on-site pictures a ticket has. */
export async function pictureCount(ticketId: string) {
  const counted = await row<{ count: number }>(
    sql`select count(*)::int as count from ticket_pictures where ticket_id = ${ticketId}`,
  );
  return counted?.count ?? 0;
}

/**
 * Whether there is an on-site picture by the center that has a ticket, its technicians or the operator: those of a
 * former center prove nothing of this one's visit.
 */
export async function hasOwnPicture({ id, centerId }: Pick<Ticket, "id" | "centerId">): Promise<boolean> {
  const picture = await row(
    sql`select 1 from ticket_pictures p where p.ticket_id = ${id} and (
      p.author_kind not in ('center', 'technician') or p.author_id = ${centerId ?? null}
      or p.author_id in (select w.id from technicians w where w.center_id = ${centerId ?? null})) limit 1`,
  );
  return picture !== undefined;
}

export type StoredFile = { stream: Readable; mime: string; bytes: number; name: string };

/**
 * An on-site picture for those who may see the ticket's details: its center, its technician, admins, the customer; and
 * until 30 days after closing anybody who names the ticket, because the link's 128 bits prove access (H3, H21).
 */
export async function onsitePicture(
  actor: Actor,
  { ticketId, pictureId }: { ticketId?: string | undefined; pictureId: string },
): Promise<StoredFile> {
  const picture = id.safeParse(pictureId).success && (await em().findOne(PictureSchema, { id: pictureId }));
  if (!picture) throw missing("blob.missing");
  const ticket = await ticketById(picture.ticketId);
  if (ticket.deletedAt || !maySeePictures(actor, ticket, ticketId)) throw missing("blob.missing");
  const nth = await row<{ nth: number }>(
    sql`select count(*)::int as nth from ticket_pictures where ticket_id = ${ticket.id} and id <= ${picture.id}`,
  );
  return stored(picture.blobId, pictureName(ticket.ticketId, nth!.nth));
}

/** Whether an actor who named the ticket so may see its on-site pictures. */
export function maySeePictures(actor: Actor, ticket: Ticket, named: string | undefined) {
  const access = accessOf(actor, ticket);
  if (access === "full") return true;
  if (actor.kind === "admin" && may(actor, "seeRequests")) {
    return !isClient(actor) || ticket.clientId === actor.clientId;
  }
  return access === "public" && named === ticket.publicId;
}

/**
 * The profile picture of a ticket's technician who agreed to show it, for those who may see the details of the named
 * ticket (R084).
 */
export async function technicianPicture(actor: Actor, ticketId: string): Promise<StoredFile> {
  const ticket = await ticketOfLink(ticketId);
  if (accessOf(actor, ticket) === "status") throw missing("blob.missing");
  const technician = await row<{ blob: string | null }>(
    sql`select profile_picture_blob_id as blob from technicians
      where id = ${ticket.technicianId ?? null} and shows_face`,
  );
  if (!technician?.blob) throw missing("blob.missing");
  return stored(technician.blob, "technician.jpg");
}

/** Open a stored file; the caller has checked access. */
export const stored = async (blobId: string, name: string): Promise<StoredFile> => open(await findBlob(blobId), name);

/** A stored file's row; the driver returns its size as text. */
export type StoredRow = { key: string; mime: string; bytes: number | string };

/** The same for a file whose row was read with another query. */
export async function open({ key, mime, bytes }: StoredRow, name: string): Promise<StoredFile> {
  return { stream: await openBlob({ key }), mime, bytes: Number(bytes), name };
}
