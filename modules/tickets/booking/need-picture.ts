import { sql } from "kysely";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { hour, now, second } from "#modules/kernel/clock.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { findBlob, giveBlob, openBlob, removeBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { acceptImage } from "#modules/kernel/files/images.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { ticketById, ticketOfLink } from "../get-ticket.ts";
import { may } from "../policy.ts";
import type { Ticket } from "../ticket.entity.ts";
import { accessOf } from "../track-access.ts";
import { draftForBooking } from "./draft.ts";
import type { NeedSlot } from "./input.ts";
import { type NeedPicture, NeedPictureSchema } from "./need-picture.entity.ts";

/*
 * Pictures of what is needed: a customer adds up to three to a booking. They are private: of a draft its browser sees
 * them; of a request who serves it, operators who may see requests, and who proved its phone. Its link alone shows none.
 */

const mebibyte = 1024 * 1024;
/** A stored picture has at most a mebibyte: one that has more on this edge is drawn on the smaller one. */
const edges = [1280, 800] as const;

/** How many pictures one draft may be sent in an hour, replaced ones too. */
const perDraft = { name: "need-pictures", points: 40, seconds: hour / second, onFailure: "open" } as const;

/** The draft of a token that can still get pictures. */
const openDraftSql = (token: string) =>
  sql`booking_drafts where token_hash = ${hashToken(token)} and expires_at > ${now()} and ticket_id is null`;

const openDraftId = async (token: string) =>
  (await row<{ id: string }>(sql`select id from ${openDraftSql(token)}`))?.id;

/**
 * Stores a picture in a place of a draft, instead of the one there. `upload` is the path of an uploaded file or its bytes;
 * it is re-encoded, so that only pixels are stored. Refuses one of a draft that is over or booked, and unusable pictures
 * with `image.*`.
 */
export async function addNeedPicture(
  token: string,
  { slot, upload }: { slot: NeedSlot; upload: string | Buffer },
): Promise<void> {
  const draftId = await openDraftId(token);
  if (!draftId) throw missing("blob.missing");
  await countUse(perDraft, draftId);
  const { bytes, ...image } = await smallImage(upload);
  await transaction(async () => {
    const draft = await draftForBooking(token);
    if (!draft) throw missing("blob.missing");
    if (draft.ticketId) throw conflict("ticket.ended");
    await removeAll(await em().find(NeedPictureSchema, { draftId: draft.id, slot }));
    const blob = await storeBlob(bytes, { kind: "need", ownerKind: "draft", ownerId: draft.id, ...image });
    em().create(NeedPictureSchema, { draftId: draft.id, ticketId: null, slot, blobId: blob.id });
  });
}

async function smallImage(upload: string | Buffer) {
  const image = await acceptImage(upload, { maxEdge: edges[0] });
  return image.bytes.length > mebibyte ? acceptImage(image.bytes, { maxEdge: edges[1] }) : image;
}

/** Removes the picture in a place of a draft, if there is one. */
export const removeNeedPicture = (token: string, slot: NeedSlot): Promise<void> =>
  transaction(async () => {
    const draft = await draftForBooking(token);
    if (draft && !draft.ticketId) await removeAll(await em().find(NeedPictureSchema, { draftId: draft.id, slot }));
  });

/** Removes pictures with their files. */
async function removeAll(pictures: readonly NeedPicture[]) {
  for (const picture of pictures) {
    em().remove(picture);
    await removeBlob(picture.blobId);
  }
  // A place is free before another picture is stored in it.
  await em().flush();
}

/** Opens a picture's file; the caller has checked access. */
async function opened(blobId: string, name: string) {
  const blob = await findBlob(blobId);
  return { stream: await openBlob(blob), mime: blob.mime, bytes: blob.bytes, name };
}

/** The pictures of a draft that is not booked, by their places. */
export const draftPictures = (token: string): Promise<{ id: string; slot: NeedSlot }[]> =>
  rows(sql`select id, slot from need_pictures where draft_id in (select id from ${openDraftSql(token)}) order by slot`);

/** A picture of a draft, for the browser that holds its token. */
export async function draftPicture(token: string | undefined, pictureId: string) {
  const picture =
    token &&
    id.safeParse(pictureId).success &&
    (await row<{ blobId: string; slot: number }>(
      sql`select blob_id as "blobId", slot from need_pictures
          where id = ${pictureId}::uuid and draft_id in (select id from ${openDraftSql(token)})`,
    ));
  if (!picture) throw missing("blob.missing");
  return opened(picture.blobId, `${picture.slot + 1}.jpg`);
}

/**
 * Makes the pictures of a draft those of the request it became, instead of any it has: an equal booking continues an
 * unpaid one. In the transaction of the booking.
 */
export async function movePictures(draftId: string, ticketId: string): Promise<void> {
  const pictures = await em().find(NeedPictureSchema, { draftId });
  if (pictures.length === 0) return;
  await removeAll(await em().find(NeedPictureSchema, { ticketId }));
  for (const picture of pictures) {
    picture.draftId = null;
    picture.ticketId = ticketId;
    await giveBlob(picture.blobId, { ownerKind: "ticket", ownerId: ticketId });
  }
}

/** Removes the pictures of drafts that are over. */
export const clearNeedPictures = (): Promise<void> =>
  transaction(async () => {
    const gone = await rows<{ blobId: string }>(
      sql`delete from need_pictures where draft_id in (select id from booking_drafts where expires_at < ${now()})
          returning blob_id as "blobId"`,
    );
    for (const { blobId } of gone) await removeBlob(blobId);
  });

/** Whether an actor may see what a customer added to a request. */
function maySeeNeed(actor: Actor, ticket: Ticket) {
  if (ticket.deletedAt) return false;
  if (accessOf(actor, ticket) === "full") return true;
  if (actor.kind !== "admin" || !may(actor, "seeRequests")) return false;
  return !isClient(actor) || ticket.clientId === actor.clientId;
}

/** The pictures a customer added to a request, by its public id; none for those who may not see them. */
export async function needPictures(actor: Actor, ticketId: string): Promise<{ id: string }[]> {
  const ticket = await ticketOfLink(ticketId);
  if (!maySeeNeed(actor, ticket)) return [];
  return rows(sql`select id from need_pictures where ticket_id = ${ticket.id} order by slot`);
}

/** One of them; `blob.missing` for those who may not see it. */
export async function needPicture(actor: Actor, pictureId: string) {
  const picture = id.safeParse(pictureId).success
    ? await row<{ ticketId: string | null; blobId: string; slot: number }>(
        sql`select ticket_id as "ticketId", blob_id as "blobId", slot from need_pictures where id = ${pictureId}::uuid`,
      )
    : undefined;
  if (!picture?.ticketId) throw missing("blob.missing");
  const ticket = await ticketById(picture.ticketId);
  if (!maySeeNeed(actor, ticket)) throw missing("blob.missing");
  return opened(picture.blobId, `${ticket.ticketId.replace(/[^\w-]/g, "")}-need-${picture.slot + 1}.jpg`);
}
