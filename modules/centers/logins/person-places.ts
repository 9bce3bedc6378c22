import { sql } from "kysely";
import { endSessionsOfDesk } from "#modules/access/index.ts";
import { type PersonPlace, personRows, runForPerson } from "#modules/kernel/person/person-places.server.ts";

const people = personRows({
  table: "desk_logins",
  columns: "name phone",
  identifying: "created_at",
  where: ({ phone, before }) => sql`phone = ${phone} and created_at <= ${before}`,
  atOnce: true,
});

/** Where this module stores a person who may be a customer, too: at a center's desk. An erased one signs in no more. */
export const centerPlaces: readonly PersonPlace[] = [
  {
    ...people,
    erase: async (person) => {
      // The row stays: the history names it.
      const erased = await runForPerson<{ id: string }>(
        person,
        ({ phone, before }) => sql`
          update desk_logins set name = '', phone = null, ended_at = coalesce(ended_at, ${before})
           where phone = ${phone} and created_at <= ${before} returning id`,
      );
      await endSessionsOfDesk(erased.map(({ id }) => id));
      return erased.length;
    },
  },
];
