import type { ChipTone } from "#app/ui/base/chip.tsx";

/** The views of the list of refunds and penalties. */
export const approvalViews = ["toDecide", "waiting", "objected", "all"] as const;

/** The view of the booking fees that wait for a decision; its rows are requests. */
export const heldFeesView = "heldFees" as const;

/** The dialogs of a row. */
export const approvalActs = ["approve", "refuse", "withdraw", "settle", "see"] as const;

/** The colour of each state. */
export const stateTones = {
  WAITING: "warm",
  DONE: "good",
  REFUSED: "plain",
  WITHDRAWN: "plain",
  "objection.OPEN": "warm",
  "objection.UPHELD": "info",
  "objection.RETURNED": "good",
} as const satisfies Record<string, ChipTone>;
