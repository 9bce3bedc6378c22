import type { Kysely } from "kysely";
import { kysely } from "#modules/kernel/db/db.server.ts";

/** What of an upload its limits are about; `stored_bytes` are those sent for its rows. */
type UploadsTable = {
  id: string;
  admin_id: string;
  blob_id: string | null;
  state: string;
  created_at: Date;
  matched_at: Date | null;
  tries: number;
  failure: string | null;
  stored_rows: number;
  stored_bytes: number;
};

/** The query builder for uploads, which are no entity. */
export const uploadsTable = () => kysely<never>() as unknown as Kysely<{ uploads: UploadsTable }>;
