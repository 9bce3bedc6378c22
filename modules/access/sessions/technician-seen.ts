import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";

/** When each of these technicians was last signed in; who never was is missing. */
export async function technicianSeen(technicianIds: readonly string[]): Promise<Map<string, Date>> {
  if (technicianIds.length === 0) return new Map();
  const sightings = await rows<{ id: string; at: Date }>(
    sql`select subject_id as id, max(coalesce(last_seen_at, created_at)) as at from sessions
      where kind = 'technician' and subject_id = any (${technicianIds}) group by subject_id`,
  );
  return new Map(sightings.map(({ id, at }) => [id, new Date(at)]));
}
