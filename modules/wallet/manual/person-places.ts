import { type PersonPlace, personRows } from "#modules/kernel/person/person-places.server.ts";

/** Where this module stores customers: the words about what was moved by hand. The ledger holds nobody. */
export const walletPlaces: readonly PersonPlace[] = [
  personRows({
    table: "adjustments",
    columns: "remarks decision_remarks",
    beside: "kind amount_paise created_at",
    where: "consumer_id = :consumer",
    keep: "remarks = '-', decision_remarks = null",
  }),
];
