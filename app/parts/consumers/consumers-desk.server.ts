import type { Admin, DeskList } from "#app/parts/desk-list/desk-list.server.ts";
import { type ConsumerRow, consumersList } from "#modules/consumers/index.ts";

/* The customers as a screen (002 §2.13). */

const besideConsumer = (_admin: Admin, { name, fromApp }: ConsumerRow) => ({ name, fromApp });
export type BesideConsumer = ReturnType<typeof besideConsumer>;

/** R427. */
export const consumersDesk: DeskList<ConsumerRow, BesideConsumer, object> = {
  list: consumersList,
  path: "/usersdetails",
  allDays: true,
  filters: [{ name: "search", label: "consumers.search", maxLength: 60, find: true }],
  beside: besideConsumer,
};
