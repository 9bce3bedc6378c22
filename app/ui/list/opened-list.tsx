import type { ListPage } from "./opened-list-island.ts";

/** What a row opened from a list needs of it: its neighbours, and the way back. */
export const OpenedList = (page: ListPage) => (
  <span hidden data-enhance="opened-list" data-page={JSON.stringify(page)} />
);
