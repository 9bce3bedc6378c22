import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import type { Week } from "../hours/input.ts";
import { ratingsOf } from "../ratings.ts";
import { usualWeek } from "../windows/windows.ts";

/** What everybody may read of a center: how customers rate it, how far it comes and since when its papers are checked. */
export type PartnerFace = {
  /** Stars of 1 to 5 and of how many answers; null while there are too few. */
  rating: { stars: number; count: number } | null;
  /** How many pincodes it serves besides its own. */
  pincodes: number;
  verifiedAt: Date | null;
  /** When somebody is there; its phone is nobody's to read here. */
  week: Week;
};

/** Of fewer answers nothing is said. */
const fewestAnswers = 3;

/** The face of a center on its own page, by its id. */
export async function partnerFace(centerId: string): Promise<PartnerFace | undefined> {
  const center = await row<{ pincodes: number; verifiedAt: string | null; week: Week | null }>(
    sql`select (select count(*)::int from center_pincodes p where p.center_id = c.id and p.pincode <> c.pincode) as pincodes,
            c.verified_at as "verifiedAt",
            (select json_agg(json_build_object('weekday', weekday, 'opens', opens, 'closes', closes) order by weekday)
               from center_hours h where h.center_id = c.id) as week
       from centers c where c.id = ${centerId}::uuid`,
  );
  if (!center) return undefined;
  const rating = (await ratingsOf("center", [centerId])).get(centerId);
  return {
    rating:
      rating && rating.count >= fewestAnswers ? { stars: Math.round(rating.mean * 5) / 10, count: rating.count } : null,
    pincodes: center.pincodes,
    verifiedAt: center.verifiedAt ? new Date(center.verifiedAt) : null,
    week: center.week ?? usualWeek,
  };
}

/** The same for pages: it is equal for everybody, and repeated for a moment. */
export const partnerFaceCached = cachedBriefly("partner face", partnerFace);
