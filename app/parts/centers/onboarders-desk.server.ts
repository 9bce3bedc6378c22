import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { type DeskOnboarder, onboardersList } from "#modules/centers/index.ts";

/* The onboarders as a screen (002 §2.11). */

const onboarderExtra = (_admin: Admin, { name }: DeskOnboarder) => ({ name });
export type OnboarderExtra = ReturnType<typeof onboarderExtra>;

/** R412, R487. */
export const onboardersDesk: DeskList<DeskOnboarder, OnboarderExtra, object> = {
  list: onboardersList,
  path: "/admin-center-onboarders",
  allDays: true,
  filters: [{ name: "search", label: "onboarders.search", maxLength: 60, find: true }],
  add: { to: "/admin-add-center-onboarder", label: "onboarders.add", can: "view_admin_bar" },
  extras: onboarderExtra,
};
