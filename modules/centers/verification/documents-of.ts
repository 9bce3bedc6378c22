import { sql } from "kysely";
import { day } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import type { DocumentState, DocumentValue, RejectReason } from "./input.ts";

/** Whose papers they are. */
export type Holder = { kind: "center" | "technician"; id: string };

type DocumentRow = {
  value: DocumentValue;
  blobId: string | null;
  checkedId: string | null;
  status: "VERIFIED" | "REJECTED" | null;
  reason: RejectReason | null;
  decidedAt: Date | null;
};

const ofCenter = (id: string) => sql`
  select v.value, v.blob_id as "blobId", k.blob_id as "checkedId", k.status, k.reason, k.decided_at as "decidedAt"
    from centers c
   cross join lateral (values (1, 'aadhar_front', c.aadhar_front_blob_id), (2, 'aadhar_back', c.aadhar_back_blob_id),
                              (3, 'pan', c.pan_blob_id)) as v (place, value, blob_id)
    left join document_checks k on k.holder_kind = 'center' and k.holder_id = c.id and k.value = v.value
   where c.id = ${id} order by v.place`;

const ofTechnician = (id: string) => sql`
  select v.value, v.blob_id as "blobId", k.blob_id as "checkedId", k.status, k.reason, k.decided_at as "decidedAt"
    from technicians t
   cross join lateral (values (1, 'aadhar_front', t.aadhar_front_blob_id), (2, 'aadhar_back', t.aadhar_back_blob_id),
                              (3, 'pan', t.pan_blob_id), (4, 'profile', t.profile_picture_blob_id),
                              (5, 'certificate', t.certificate_blob_id)) as v (place, value, blob_id)
    left join document_checks k on k.holder_kind = 'technician' and k.holder_id = t.id and k.value = v.value
   where t.id = ${id} order by v.place`;

/**
 * Returns the pictures of a center or technician in the order they are shown in, with the decision on each. A decision
 * counts for the picture it was made on: another one sent since is pending. Checks no permission.
 */
export async function documentsOf(holder: Holder): Promise<DocumentState[]> {
  const documents = await rows<DocumentRow>(holder.kind === "center" ? ofCenter(holder.id) : ofTechnician(holder.id));
  return documents.map(({ value, blobId, checkedId, status, reason, decidedAt }) => {
    const decided = status !== null && (blobId === null || blobId === checkedId);
    if (!decided)
      return { value, blobId, status: blobId ? "PENDING" : "NONE", reason: null, decidedAt: null, goesAt: null };
    const at = decidedAt && new Date(decidedAt);
    return { value, blobId, status, reason, decidedAt: at, goesAt: blobId && at ? goesAt(value, at) : null };
  });
}

/** How long a decided picture is stored; a portrait is no identity paper and is shown to customers. */
const goesAt = (value: DocumentValue, decidedAt: Date) =>
  value === "profile" ? null : new Date(decidedAt.getTime() + env.papersRetentionDays * day);
