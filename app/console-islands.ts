import { atOnce, type Loading } from "./islands/island.ts";
import popover from "./ui/desk/popover-island.ts";
import addressDialog from "./ui/dialog/address-dialog-island.ts";
import toasts from "./ui/feedback/toasts-island.ts";

/**
 * The islands of consoles by name. Those that must answer at once, such as keys and the selection, are part of this file;
 * the others are files of their own, loaded when their element is on the page or touched.
 */
export const consoleIslands = {
  "address-dialog": atOnce(async () => ({ default: addressDialog })),
  back: atOnce(() => import("./routes/admin/requests/punch/back-island.ts")),
  complete: atOnce(() => import("./ui/typed/complete-island.ts")),
  countdown: atOnce(() => import("./ui/base/countdown-island.ts")),
  "new-offers": atOnce(() => import("./routes/center/frame/new-offers-island.ts")),
  offers: atOnce(() => import("./routes/center/broadcasts/offers-island.ts")),
  popover: atOnce(async () => ({ default: popover })),
  print: atOnce(() => import("./ui/detail/print-island.ts")),
  "push-switch": atOnce(() => import("./routes/center/broadcasts/push-switch-island.ts")),
  reread: atOnce(() => import("./ui/shell/reread-island.ts")),
  sheet: atOnce(() => import("./routes/admin/uploads/new/sheet-island.ts")),
  "sound-switch": atOnce(() => import("./routes/center/broadcasts/sound-switch-island.ts")),
  toasts: atOnce(async () => ({ default: toasts })),
} satisfies Record<string, Loading>;
