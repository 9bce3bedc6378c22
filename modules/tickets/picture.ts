import type { Readable } from "node:stream";
import { type Actor, actorId, can } from "../kernel/actor.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
import { conflict, denied, missing } from "../kernel/errors.ts";
import { findBlob, openBlob, storeBlob } from "../kernel/gateways/blobs.server.ts";
import { acceptImage } from "../kernel/gateways/images.server.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import { id } from "../kernel/validation.ts";
import { ticketInCharge } from "./in-charge.ts";
import { PictureSchema } from "./remark.entity.ts";
import { markStarted } from "./status-steps.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";
import { accessOf } from "./track-access.ts";
import { getTicket, ticketById, ticketOfLink } from "./visible.ts";

/** The most on-site pictures a ticket can have (H21). */
export const mostPictures = 10;

/**
 * Keep a picture taken on site (R181); the first one sets Job Started (fixed point 2). `upload` is the path of an
 * uploaded file or its bytes; it is decoded and written anew, so nothing but pixels is kept.
 */
export async function addOnsitePicture(
  actor: Actor,
  { ticketId, upload }: { ticketId: string; upload: string | Buffer },
): Promise<{ id: string; createdAt: Date }> {
  if (actor.kind === "anyone" || actor.kind === "onboarder") throw denied();
  // A stranger's file is not even decoded, and nothing is held while one is.
  await getTicket(actor, ticketId);
  const { bytes, ...image } = await acceptImage(upload);
  return transaction(async () => {
    const ticket = await ticketInCharge(actor, ticketId);
    if (["CLOSED", "CANCEL", "REJECT"].includes(ticket.status)) throw conflict("ticket.ended");
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
    await markStarted(actor, ticket);
    await announce(await topicsOf(ticket));
    return { id: picture.id, createdAt: picture.createdAt };
  });
}

/** How many on-site pictures a ticket has. */
export async function pictureCount(ticketId: string) {
  const counted = await row<{ count: number }>(
    "select count(*)::int as count from ticket_pictures where ticket_id = $1",
    [ticketId],
  );
  return counted?.count ?? 0;
}

export type StoredFile = { stream: Readable; mime: string; bytes: number; name: string };

/**
 * An on-site picture for whoever may see the ticket's details: its center, its technician, admins, the customer; and
 * until 30 days after closing whoever names its ticket, because the link's 128 bits are what they hold (H3, H21).
 */
export async function onsitePicture(
  actor: Actor,
  { ticketId, pictureId }: { ticketId?: string | undefined; pictureId: string },
): Promise<StoredFile> {
  const picture = id.safeParse(pictureId).success && (await em().findOne(PictureSchema, { id: pictureId }));
  if (!picture) throw missing("blob.missing");
  const ticket = await ticketById(picture.ticketId);
  if (ticket.deletedAt || !maySee(actor, ticket, ticketId)) throw missing("blob.missing");
  return stored(picture.blobId, `${ticket.ticketId}.jpg`);
}

function maySee(actor: Actor, ticket: Ticket, named: string | undefined) {
  const access = accessOf(actor, ticket);
  if (access === "full") return true;
  if (actor.kind === "admin" && can(actor, "view_ticket.full_access")) {
    return actor.role !== "CLIENT" || ticket.clientId === actor.clientId;
  }
  return access === "public" && named === ticket.publicId;
}

/** The profile picture of a ticket's technician, for whoever sees the details of the ticket they name (R084). */
export async function technicianPicture(actor: Actor, ticketId: string): Promise<StoredFile> {
  const ticket = await ticketOfLink(ticketId);
  if (accessOf(actor, ticket) === "status") throw missing("blob.missing");
  const technician = await row<{ blob: string | null }>(
    "select profile_picture_blob_id as blob from technicians where id = $1",
    [ticket.technicianId ?? null],
  );
  if (!technician?.blob) throw missing("blob.missing");
  return stored(technician.blob, "technician.jpg");
}

/** Open a kept file that its asker may see. */
export const stored = async (blobId: string, name: string): Promise<StoredFile> => open(await findBlob(blobId), name);

/** What is known of a stored file; its size arrives as the database names it. */
export type StoredRow = { key: string; mime: string; bytes: number | string };

/** The same of a file that was read with something else. */
export async function open({ key, mime, bytes }: StoredRow, name: string): Promise<StoredFile> {
  return { stream: await openBlob({ key }), mime, bytes: Number(bytes), name };
}
