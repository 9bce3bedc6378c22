import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { type ConsumerRow, consumersList, may } from "#modules/consumers/index.ts";

/* The customers as a screen (002 §2.13). */

const consumerExtra = (_admin: Admin, { name, fromApp }: ConsumerRow) => ({ name, fromApp });
export type ConsumerExtra = ReturnType<typeof consumerExtra>;

/** The dialog that opens a person by the mobile number, for who may erase. */
const acts = ["byPhone"] as const;

/** R427. */
export const consumersDesk: DeskList<ConsumerRow, ConsumerExtra, { mayOpen: boolean; opens: boolean }> = {
  list: consumersList,
  path: "/usersdetails",
  allDays: true,
  filters: [{ name: "search", label: "consumers.search", maxLength: 60, find: true }],
  dialogs: acts,
  extras: consumerExtra,
  also: async (admin, { act }) => ({ mayOpen: may(admin, "erase"), opens: act === "byPhone" && may(admin, "erase") }),
};
