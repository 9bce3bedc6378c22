import { sql } from "kysely";
import { type Actor, type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { removeImages } from "../technicians/technician-images.ts";
import { documentsOf } from "./documents-of.ts";
import {
  type CenterDocument,
  centerDocuments,
  type DocumentState,
  documentFields,
  type SendDocuments,
} from "./input.ts";
import { holderOfPicture } from "./pictures-of.ts";

/** A center's own papers, whether it is verified, and its technicians of whom a paper was rejected. */
export type OwnDocuments = {
  documents: DocumentState[];
  verifiedAt: Date | null;
  technicians: { id: string; name: string }[];
};

function center(actor: Actor): ActorOf<"center"> {
  needKind(actor, "center");
  return actor;
}

/** The acting center's papers with what was decided on each, and why. */
export async function ownDocuments(actor: Actor): Promise<OwnDocuments> {
  const { centerId } = center(actor);
  const verification = await row<{ verifiedAt: Date | null }>(
    sql`select verified_at as "verifiedAt" from centers where id = ${centerId}`,
  );
  return {
    documents: await documentsOf({ kind: "center", id: centerId }),
    verifiedAt: verification?.verifiedAt ?? null,
    technicians: await rows<{ id: string; name: string }>(
      sql`select distinct t.name, t.id from technicians t
         join document_checks k on k.holder_kind = 'technician' and k.holder_id = t.id and k.status = 'REJECTED'
        where t.center_id = ${centerId} and t.deleted_at is null
          and k.blob_id = coalesce(case k.value when 'aadhar_front' then t.aadhar_front_blob_id
            when 'aadhar_back' then t.aadhar_back_blob_id when 'pan' then t.pan_blob_id
            when 'profile' then t.profile_picture_blob_id else t.certificate_blob_id end, k.blob_id)
        order by t.name, t.id limit 20`,
    ),
  };
}

/** The papers of one technician of the acting center, with what was decided on each. */
export async function technicianDocuments(actor: Actor, technicianId: string): Promise<DocumentState[]> {
  const { centerId } = center(actor);
  const own = await row(
    sql`select from technicians where id = ${technicianId} and center_id = ${centerId} and deleted_at is null`,
  );
  if (!own) throw missing("technician.notFound");
  return documentsOf({ kind: "technician", id: technicianId });
}

/**
 * Store the acting center's papers, which then wait for a decision; a replaced picture is deleted. Refuses a
 * picture the center did not upload for this (`technician.uploadFailed`) and, with `document.verifiedAlready`, another
 * one for a paper that is verified.
 */
export async function sendDocuments(actor: Actor, input: SendDocuments): Promise<OwnDocuments> {
  const { centerId } = center(actor);
  return transaction(async () => {
    await rows(sql`select 1 from centers where id = ${centerId} for update`);
    const before = new Map((await documentsOf({ kind: "center", id: centerId })).map((each) => [each.value, each]));
    const sent = centerDocuments.filter((value) => {
      const blobId = input[documentFields[value]];
      return blobId !== undefined && blobId !== before.get(value)?.blobId;
    });
    for (const value of sent) {
      if (before.get(value)?.status === "VERIFIED") throw conflict("document.verifiedAlready");
      await refuseForeign(centerId, value, input[documentFields[value]]!);
    }
    if (sent.length === 0) return ownDocuments(actor);
    const next = (value: CenterDocument) => (sent.includes(value) ? input[documentFields[value]]! : null);
    await rows(
      sql`update centers set aadhar_front_blob_id = coalesce(${next("aadhar_front")}, aadhar_front_blob_id),
          aadhar_back_blob_id = coalesce(${next("aadhar_back")}, aadhar_back_blob_id), pan_blob_id = coalesce(${next("pan")}, pan_blob_id)
        where id = ${centerId}`,
    );
    await removeImages(sent.flatMap((value) => before.get(value)?.blobId ?? []));
    await record(actor, { subject: "center", id: centerId, event: "document.sent", data: { values: sent } });
    return ownDocuments(actor);
  });
}

/** Refuses all but the center's own upload of that kind that is not attached yet. */
async function refuseForeign(centerId: string, value: CenterDocument, blobId: string) {
  const own = await row(
    sql`select from blobs where id = ${blobId} and owner_kind = 'center' and owner_id = ${centerId} and kind = ${value}`,
  );
  if (!own || (await holderOfPicture(blobId)))
    throw invalid("technician.uploadFailed", { [documentFields[value]]: "technician.uploadFailed" });
}
