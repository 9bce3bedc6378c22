import { type PersonPlace, personRows } from "#modules/kernel/person/person-places.server.ts";

/** What is said in place of the name of whoever was erased. */
export const erasedName = "Erased customer";

const ofPhone = "phone = :phone and created_at <= :before";

/** Where this module stores customers: who they are, the browsers they proved, and their codes. */
export const accessPlaces: readonly PersonPlace[] = [
  personRows({
    table: "sessions",
    columns: "address device",
    beside: "created_at",
    // A browser that proved other phones, too, stays theirs.
    where: `kind = 'visitor' and created_at <= :before
      and exists (select from visitor_phones p where p.session_id = sessions.id and p.phone = :phone)
      and not exists (select from visitor_phones p where p.session_id = sessions.id and p.phone <> :phone)`,
    atOnce: true,
  }),
  personRows({
    table: "visitor_phones",
    columns: "phone",
    beside: "proved_at",
    where: "phone = :phone and proved_at <= :before",
    atOnce: true,
  }),
  personRows({ table: "otps", columns: "phone address", beside: "purpose created_at", where: ofPhone, atOnce: true }),
  personRows({ table: "otp_proofs", columns: "phone", beside: "purpose created_at", where: ofPhone, atOnce: true }),
  personRows({
    table: "consumers",
    columns: "name phone pincode locale",
    beside: "id created_at",
    // The row stays: a wallet may be its. Who registers again with the phone gets another.
    where: "id = :consumer and phone = :phone",
    keep: `name = '${erasedName}', phone = null, pincode = null, locale = null, erased_at = :before, updated_at = :before`,
    atOnce: true,
  }),
];
