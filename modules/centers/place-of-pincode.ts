import { stateOfPincode } from "../catalog/index.ts";
import { stateOf } from "../catalog/shared.ts";
import { row } from "../kernel/db.server.ts";

/** What a pincode lets us suggest; either may be unknown. */
export type PincodePlace = { city: string | null; state: string | null };

/** As long as the forms take it (R162). */
const longestCity = 30;

/**
 * City and state of a pincode, to be suggested where an address is asked for: the city most told by the maps and by
 * our centers there, the state by the pincode's prefix. What customers typed is not passed on to others.
 */
export async function placeOfPincode(pincode: string): Promise<PincodePlace> {
  const told = await row<{ city: string; state: string | null }>(
    `select max(city) as city, state from (
       select city, state, 2 as weight from geocodes where pincode = $1 and city is not null
       union all
       select city, state, 1 from centers where pincode = $1 and is_active in (1, 2) and city is not null
     ) as told
     where length(trim(city)) between 1 and $2
     group by lower(trim(city)), state order by sum(weight) desc, 1 limit 1`,
    [pincode, longestCity],
  );
  const byPrefix = stateOfPincode(pincode)?.name ?? null;
  const state = stateOf(told?.state)?.name ?? byPrefix;
  // Whoever told another state than the pincode itself has mistaken one of the two.
  if (byPrefix && state !== byPrefix) return { city: null, state: byPrefix };
  return { city: told?.city.trim() ?? null, state };
}
