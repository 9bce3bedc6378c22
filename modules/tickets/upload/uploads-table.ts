import type { Kysely } from "kysely";
import { kysely } from "#modules/kernel/db/db.server.ts";

/** What is read and written of an upload by the builder; `stored_bytes` are those sent for its rows. */
type UploadsTable = {
  id: string;
  admin_id: string;
  blob_id: string | null;
  state: string;
  mapping: string | null;
  heading_row: number | null;
  takes_hidden: boolean;
  named: string | null;
  hidden_rows: number;
  formula_cells: number;
  created_at: Date;
  checked_at: Date | null;
  started_at: Date | null;
  worked_at: Date;
  matched_at: Date | null;
  tries: number;
  failure: string | null;
  stored_rows: number;
  stored_bytes: number;
};

/** The query builder for uploads, which are no entity. */
export const uploadsTable = () => kysely<never>() as unknown as Kysely<{ uploads: UploadsTable }>;
