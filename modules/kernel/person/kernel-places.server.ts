import { removeBlob } from "../files/blobs.server.ts";
import { asked, type PersonPlace, personRows } from "./person-places.server.ts";

const exportsBefore = "created_at <= :before";

/**
 * Prepared files of lists: which rows they hold is not known, so all that were made before are removed; whoever needs one
 * asks for it again.
 */
const exportFiles: PersonPlace = {
  table: "exports",
  columns: ["filter", "blob_id"],
  atOnce: false,
  held: async () => [],
  erase: async (person) => {
    const gone = await asked<{ blob_id: string | null }>(
      person,
      exportsBefore,
      (where) => `delete from exports where ${where} returning blob_id`,
    );
    for (const { blob_id } of gone) if (blob_id) await removeBlob(blob_id);
    return gone.length;
  },
};

/** The kernel's own places: files of lists, saved views and bulk acts that search for the phone, and finished work. */
export const kernelPlaces: readonly PersonPlace[] = [
  exportFiles,
  personRows({ table: "list_views", columns: "query", where: "strpos(query, :phone) > 0" }),
  personRows({
    table: "bulk_acts",
    columns: "filter input",
    where: "ended_at is not null and strpos(filter::text || coalesce(input::text, ''), :phone) > 0",
    keep: "filter = '{}', input = null",
  }),
  personRows({
    table: "pgboss.job",
    columns: "data output",
    beside: "name created_on",
    unsaid: "data output",
    where:
      "state in ('completed', 'cancelled', 'failed') and strpos(data::text || coalesce(output::text, ''), :phone) > 0",
  }),
];
