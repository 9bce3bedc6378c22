import { sql } from "kysely";
import { type PersonPlace, runForPerson } from "#modules/kernel/person/person-places.server.ts";
import { foldErased } from "./fold.ts";

/** Where this module stores what customers typed: their cities, of which each is counted. All counts stay. */
export const reportPlaces: readonly PersonPlace[] = [
  {
    table: "report_facts",
    columns: ["city"],
    atOnce: false,
    held: async () => [],
    erase: async (person) => {
      await foldErased();
      const counted = await runForPerson(
        person,
        ({ tickets }) => sql`select 1 from report_facts where ticket_id = any(${tickets})`,
      );
      return counted.length;
    },
  },
];
