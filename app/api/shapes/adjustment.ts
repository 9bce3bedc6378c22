import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type { CenterAdjusted } from "#modules/wallet/index.ts";
import { rupees } from "../line/answer.ts";

/** A refund or penalty; `WAITING` until a second admin approves it, and then nothing has been moved. */
export const AdjustmentShape = z.strictObject({
  _id: z.string(),
  state: z.enum(["WAITING", "DONE", "REFUSED", "WITHDRAWN"]),
  refundType: z.enum(["Refund", "Penalty"]),
  refundAmount: rupees,
  ticket_obj_id: z.string(),
  center_obj_id: z.string(),
});

export const adjustment = (made: CenterAdjusted): z.input<typeof AdjustmentShape> => ({
  _id: made.id,
  state: made.state,
  refundType: made.kind,
  refundAmount: toRupees(made.amountPaise),
  ticket_obj_id: made.ticketId,
  center_obj_id: made.centerId,
});
