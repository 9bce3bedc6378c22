import { sql } from "kysely";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import {
  type PersonPlace,
  type PersonSql,
  personRows,
  runForPerson,
} from "#modules/kernel/person/person-places.server.ts";

const where = ({ consumer, tickets, before }: PersonSql) =>
  sql`(consumer_id = ${consumer} or ticket_id = any(${tickets})) and created_at <= ${before}`;

const words = personRows({
  table: "adjustments",
  columns: "remarks decision_remarks objection_text settlement_remarks",
  identifying: "kind amount_paise created_at",
  where,
  keep: () => sql`remarks = '-', decision_remarks = null, objection_text = case when objection is not null then '-' end,
    settlement_remarks = null`,
});

/**
 * Where this module stores customers: the remarks of adjustments for them or for their requests, also between
 * the operator and a center, and the picture of an objection. The ledger holds no personal data.
 */
export const walletPlaces: readonly PersonPlace[] = [
  {
    ...words,
    columns: [...words.columns, "objection_picture_id"],
    erase: async (person) => {
      const pictures = await runForPerson<{ picture: string }>(
        person,
        (values) => sql`update adjustments a set objection_picture_id = null
          from (select id, objection_picture_id as picture from adjustments
                 where ${where(values)} and objection_picture_id is not null for update) old
          where a.id = old.id returning old.picture`,
      );
      for (const { picture } of pictures) await removeBlob(picture);
      return words.erase(person);
    },
  },
];
