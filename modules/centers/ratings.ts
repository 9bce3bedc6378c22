import { sql } from "kysely";
import { row, rows } from "#modules/kernel/db/db.server.ts";

/*
 * The rating of a center or a technician: the mean of its customers' feedback, drawn towards the mean of all while
 * there is little of it, so that a single answer does not make the worst or the best one.
 */

export type RatingOwner = "center" | "technician";
/** A mean of 1 to 10, to one decimal, and how many feedbacks it is made of. */
export type Rating = { mean: number; count: number };

/** The weight of the mean of all, in feedbacks of one's own. */
const weight = 5;

type Workers = { centerId?: string | null | undefined; technicianId?: string | null | undefined };

/** Add a feedback to the ratings of the center and the technician who did the work; part of its transaction. */
export async function addRating({ centerId, technicianId }: Workers, rating: number) {
  const owners = { center: centerId, technician: technicianId };
  for (const [owner, ownerId] of Object.entries(owners)) {
    if (ownerId == null) continue;
    await rows(
      sql`insert into feedback_ratings as r (owner, owner_id, given, total) values (${owner}, ${ownerId}, 1, ${rating})
       on conflict (owner, owner_id) do update set given = r.given + 1, total = r.total + excluded.total`,
    );
  }
}

/** Returns a rating as text for files; null where there is none. */
export const ratedText = (rating: Rating | null) => rating && `${rating.mean.toFixed(1)} (${rating.count})`;

/** The ratings of some centers or technicians, by their ids; those without feedback have none. */
export async function ratingsOf(owner: RatingOwner, ids: readonly string[]): Promise<Map<string, Rating>> {
  if (ids.length === 0) return new Map();
  const ratings = await rows<{ id: string; count: number; total: string }>(
    sql`select owner_id as id, given as count, total from feedback_ratings where owner = ${owner} and owner_id = any(${ids}::uuid[])`,
  );
  if (ratings.length === 0) return new Map();
  const all = await row<{ mean: string }>(
    sql`select sum(total) / sum(given) as mean from feedback_ratings where owner = ${owner}`,
  );
  const everybodys = Number(all!.mean);
  return new Map(
    ratings.map(({ id, count, total }) => {
      const mean = (weight * everybodys + Number(total)) / (weight + count);
      return [id, { mean: Math.round(mean * 10) / 10, count: count }];
    }),
  );
}
