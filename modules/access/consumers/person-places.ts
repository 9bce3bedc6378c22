import { sql } from "kysely";
import { type PersonPlace, type PersonSql, personRows } from "#modules/kernel/person/person-places.server.ts";

/** What is said in place of the name of whoever was erased. */
export const erasedName = "Erased customer";

const ofPhone = ({ phone, before }: PersonSql) => sql`phone = ${phone} and created_at <= ${before}`;

/** Where this module stores customers: who they are, the browsers they proved, and their codes. */
export const accessPlaces: readonly PersonPlace[] = [
  personRows({
    table: "sessions",
    columns: "address device",
    identifying: "created_at",
    // A browser that proved other phones, too, stays theirs.
    where: ({ phone, before }) => sql`kind = 'visitor' and created_at <= ${before}
      and exists (select from visitor_phones p where p.session_id = sessions.id and p.phone = ${phone})
      and not exists (select from visitor_phones p where p.session_id = sessions.id and p.phone <> ${phone})`,
    atOnce: true,
  }),
  personRows({
    table: "visitor_phones",
    columns: "phone",
    identifying: "proved_at",
    where: ({ phone, before }) => sql`phone = ${phone} and proved_at <= ${before}`,
    atOnce: true,
  }),
  personRows({
    table: "otps",
    columns: "phone address",
    identifying: "purpose created_at",
    where: ofPhone,
    atOnce: true,
  }),
  personRows({
    table: "otp_proofs",
    columns: "phone",
    identifying: "purpose created_at",
    where: ofPhone,
    atOnce: true,
  }),
  personRows({
    table: "consumers",
    columns: "name phone pincode locale",
    identifying: "id created_at",
    // The row stays: a wallet may be its. Who registers again with the phone gets another.
    where: ({ phone, consumer }) => sql`id = ${consumer} and phone = ${phone}`,
    keep: (person) =>
      sql`name = ${sql.lit(erasedName)}, phone = null, pincode = null, locale = null, erased_at = ${person.before}, updated_at = ${person.before}`,
    atOnce: true,
  }),
];
