import { atOnce, type Loading } from "./islands/island.ts";
import popover from "./ui/desk/popover-island.ts";
import addressDialog from "./ui/dialog/address-dialog-island.ts";

/**
 * The islands of consoles by name. Those that must answer at once, such as keys and the selection, are part of this file;
 * the others are files of their own, loaded when their element is on the page or touched.
 */
export const consoleIslands = {
  "address-dialog": atOnce(async () => ({ default: addressDialog })),
  popover: atOnce(async () => ({ default: popover })),
} satisfies Record<string, Loading>;
