import { z } from "zod";
import { exactRupees, id, idSaying, lines, publicId, reference, text } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** What an admin does to a center's wallet for a request (R294). */
export const adjustmentKinds = ["Refund", "Penalty"] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/**
 * `WAITING` for a second admin; `DONE`: the money moved; `REFUSED` by the second admin; `WITHDRAWN` by its author while
 * it waited.
 */
export const adjustmentStates = ["WAITING", "DONE", "REFUSED", "WITHDRAWN"] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];

/** A center's objection to a penalty: to be decided, the penalty stands, or it went back. */
export const objectionStates = ["OPEN", "UPHELD", "RETURNED"] as const;
export type ObjectionState = (typeof objectionStates)[number];

/** How long a center may object to a penalty. */
export const objectionHours = 72;

const fields: MessageKey = "adjust.fields";
const isGiven = (input: unknown) => input !== undefined && input !== null && input !== "";

/** A request by its public id, sent as an id or as `{_id}` (fixed point 22). */
const ticket = z.preprocess(
  (value) => (value && typeof value === "object" && "_id" in value ? value._id : value),
  publicId,
);

/** A refund or penalty of a center for a request: type, amount in whole rupees and remarks, all required (R294). */
export const NewAdjustment = z.object({
  ticketId: ticket,
  centerId: reference,
  kind: z.enum(adjustmentKinds, {
    error: ({ input }) => (isGiven(input) ? "adjust.kind" : fields) satisfies MessageKey,
  }),
  amount: exactRupees(1, 1_000_000, "adjust.amount", fields),
  remarks: text(300, fields),
});
export type NewAdjustment = z.output<typeof NewAdjustment>;

const missing: MessageKey = "adjust.missing";

/** A refund or penalty by its id. */
export const AdjustmentRef = z.object({ adjustmentId: idSaying(missing) });
export type AdjustmentRef = z.output<typeof AdjustmentRef>;

/** A second admin's refusal, with its reason. */
export const RefuseAdjustment = AdjustmentRef.extend({ remarks: text(300, "adjust.why") });
export type RefuseAdjustment = z.output<typeof RefuseAdjustment>;

/** A center's objection to a penalty: its words, and the id of one uploaded picture. */
export const ObjectToPenalty = AdjustmentRef.extend({
  text: lines(1_000, "objection.textMissing"),
  pictureId: id.optional(),
});
export type ObjectToPenalty = z.output<typeof ObjectToPenalty>;

/** The decision on an objection, with what the center is told. */
export const SettleObjection = AdjustmentRef.extend({
  verdict: z.enum(["UPHELD", "RETURNED"], "form.choice" satisfies MessageKey),
  remarks: text(300, "adjust.why"),
});
export type SettleObjection = z.output<typeof SettleObjection>;
