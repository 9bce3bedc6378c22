import { sql } from "kysely";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { removeImages } from "../technicians/technician-images.ts";
import type { Holder } from "./documents-of.ts";
import type { DocumentValue } from "./input.ts";

/**
 * Remove a picture from its holder and delete the file, in the running transaction; the holder's version is unchanged,
 * so that an open form is not refused. Returns `false` when the holder has another picture by now.
 */
export async function dropPicture(holder: Holder, value: DocumentValue, blobId: string): Promise<boolean> {
  const [dropped] = await rows<{ id: string }>(
    holder.kind === "center" ? fromCenter(holder.id, value, blobId) : fromTechnician(holder.id, value, blobId),
  );
  if (dropped) await removeImages([blobId]);
  return dropped !== undefined;
}

const fromCenter = (id: string, value: DocumentValue, blobId: string) => sql`
  update centers set
    aadhar_front_blob_id = case when ${value}::text = 'aadhar_front' then null else aadhar_front_blob_id end,
    aadhar_back_blob_id = case when ${value}::text = 'aadhar_back' then null else aadhar_back_blob_id end,
    pan_blob_id = case when ${value}::text = 'pan' then null else pan_blob_id end
  where id = ${id} and ${blobId}::uuid = case ${value}::text when 'aadhar_front' then aadhar_front_blob_id
    when 'aadhar_back' then aadhar_back_blob_id when 'pan' then pan_blob_id end
  returning id`;

const fromTechnician = (id: string, value: DocumentValue, blobId: string) => sql`
  update technicians set
    aadhar_front_blob_id = case when ${value}::text = 'aadhar_front' then null else aadhar_front_blob_id end,
    aadhar_back_blob_id = case when ${value}::text = 'aadhar_back' then null else aadhar_back_blob_id end,
    pan_blob_id = case when ${value}::text = 'pan' then null else pan_blob_id end,
    profile_picture_blob_id = case when ${value}::text = 'profile' then null else profile_picture_blob_id end,
    certificate_blob_id = case when ${value}::text = 'certificate' then null else certificate_blob_id end
  where id = ${id} and ${blobId}::uuid = case ${value}::text when 'aadhar_front' then aadhar_front_blob_id
    when 'aadhar_back' then aadhar_back_blob_id when 'pan' then pan_blob_id
    when 'profile' then profile_picture_blob_id when 'certificate' then certificate_blob_id end
  returning id`;

/** Returns the holder of a picture's file: a center or a technician; undefined for a file without one. */
export async function holderOfPicture(blobId: string): Promise<Holder | undefined> {
  return row<Holder>(
    sql`select 'center' as kind, id from centers
      where aadhar_front_blob_id = ${blobId} or aadhar_back_blob_id = ${blobId} or pan_blob_id = ${blobId}
     union all
     select 'technician' as kind, id from technicians
      where aadhar_front_blob_id = ${blobId} or aadhar_back_blob_id = ${blobId} or pan_blob_id = ${blobId}
         or profile_picture_blob_id = ${blobId} or certificate_blob_id = ${blobId}
     limit 1`,
  );
}
