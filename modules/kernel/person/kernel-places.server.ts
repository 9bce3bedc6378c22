import { sql } from "kysely";
import { removeBlob } from "../files/blobs.server.ts";
import { hasPhone, type PersonPlace, personRows, runForPerson } from "./person-places.server.ts";
import { viewPlaces } from "./view-places.server.ts";

/**
 * Prepared files of lists: which rows they hold is not known, so all that were made before are removed; whoever needs one
 * asks for it again.
 */
const exportFiles: PersonPlace = {
  table: "exports",
  byTime: true,
  columns: ["filter", "blob_id"],
  atOnce: false,
  held: async () => [],
  erase: async (person) => {
    const gone = await runForPerson<{ blob_id: string | null }>(
      person,
      ({ before }) => sql`delete from exports where created_at <= ${before} returning blob_id`,
    );
    for (const { blob_id } of gone) if (blob_id) await removeBlob(blob_id);
    return gone.length;
  },
};

/** Counters of how often a phone did something: their keys name it. They say nothing that could be handed out. */
const phoneCounters: PersonPlace = {
  ...personRows({
    table: "rate_limits",
    columns: "key",
    unsaid: "key",
    where: ({ phone }) => sql`${phone} <> '' and strpos(key, ${phone}) > 0`,
    atOnce: true,
  }),
  held: async () => [],
};

/** The kernel's own places: counters, files of lists, searches that were saved or worked on, and finished work. */
export const kernelPlaces: readonly PersonPlace[] = [
  phoneCounters,
  exportFiles,
  ...viewPlaces,
  // Where an act leads back to may be a search. What was typed for an act goes with its end.
  personRows({
    table: "bulk_acts",
    byTime: true,
    columns: "back filter input",
    where: ({ before }) => sql`created_at <= ${before} and (strpos(back, '?') > 0 or filter <> '{}')`,
    keep: () => sql`back = split_part(back, '?', 1), filter = '{}'`,
  }),
  personRows({
    table: "pgboss.job",
    columns: "data output",
    identifying: "name created_on",
    unsaid: "data output",
    where: (person) => sql`state in ('completed', 'cancelled', 'failed')
      and ${hasPhone(sql`data::text || coalesce(output::text, '')`, person)}`,
  }),
];
