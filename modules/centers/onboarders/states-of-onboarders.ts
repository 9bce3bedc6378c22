import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";

/** An onboarder with the states it may register centers in. */
export type OnboarderStates = { onboarderId: string; phone: string; states: string[] };

/** All onboarders who may register centers somewhere, or one of them. */
export const statesOfOnboarders = (onboarderId: string | null = null): Promise<OnboarderStates[]> =>
  rows(
    sql<OnboarderStates>`
      select id as "onboarderId", phone, allowed_states as states from onboarders
       where cardinality(allowed_states) > 0 and (${onboarderId}::uuid is null or id = ${onboarderId}::uuid)
       order by id`,
  );
