import { sql } from "kysely";
import { stateOfPincode } from "#modules/catalog/index.ts";
import { stateOf } from "#modules/catalog/shared.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { partnerSql } from "../center/partner-sql.ts";

/** The suggestions for a pincode; either may be unknown. */
export type PincodePlace = { city: string | null; state: string | null };

/** The forms' limit on a city's length (R162). */
const longestCity = 30;

/**
 * Suggest city and state of a pincode for an address form: the city most often named for it by the maps and our
 * centers, the state by the pincode's prefix. Input of customers is never shown to others.
 */
export async function placeOfPincode(pincode: string): Promise<PincodePlace> {
  const place = await row<{ city: string; state: string | null }>(
    sql`select max(city) as city, state from (
       select city, state, 2 as weight from geocodes where pincode = ${pincode} and city is not null
       union all
       select city, state, 1 from centers c where pincode = ${pincode} and ${partnerSql} and city is not null
     ) as told
     where length(trim(city)) between 1 and ${longestCity}
     group by lower(trim(city)), state order by sum(weight) desc, 1 limit 1`,
  );
  const byPrefix = stateOfPincode(pincode)?.name ?? null;
  const state = stateOf(place?.state)?.name ?? byPrefix;
  // A state that contradicts the pincode's prefix means that one of the two is wrong, so no city is suggested.
  if (byPrefix && state !== byPrefix) return { city: null, state: byPrefix };
  return { city: place?.city.trim() ?? null, state };
}
