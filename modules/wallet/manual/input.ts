import { z } from "zod";
import {
  bankReference,
  exactRupees,
  id,
  idSaying,
  lines,
  optionalText,
  phone,
  publicId,
  reference,
  text,
} from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** What an admin does to a center's wallet for a request (R294). */
export const adjustmentKinds = ["Refund", "Penalty"] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** How a customer's balance is paid out of the product: by bank, or waived by the customer. */
export const balanceEnds = ["Payout", "Waiver"] as const;
export type BalanceEnd = (typeof balanceEnds)[number];

/**
 * What an admin does to a wallet by hand (R418, R421); a refund or penalty is for a request, a payout or waiver of a
 * customer's wallet.
 */
export const walletActions = ["Wallet Added", "BONUS", ...adjustmentKinds, ...balanceEnds] as const;
export type WalletAction = (typeof walletActions)[number];

/**
 * What an admin enters about money by hand: what moves a wallet, a subscription that was paid outside the product, and the
 * refund of one.
 */
export const adjustmentReasons = [...walletActions, "Subscription", "Subscription Refund"] as const;
export type AdjustmentReason = (typeof adjustmentReasons)[number];

/** Whose wallet: that of a technician's center (Q57), or a customer's. */
export const walletUserTypes = ["Technician", "Consumer"] as const;
export type WalletUserType = (typeof walletUserTypes)[number];

export const isForRequest = (kind: AdjustmentReason): kind is AdjustmentKind => kind === "Refund" || kind === "Penalty";

export const endsBalance = (kind: AdjustmentReason): kind is BalanceEnd => kind === "Payout" || kind === "Waiver";

/**
 * `WAITING` for a second admin; `DONE`: the money moved; `REFUSED` by the second admin; `WITHDRAWN` by its author while
 * it waited.
 */
export const adjustmentStates = ["WAITING", "DONE", "REFUSED", "WITHDRAWN"] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];

/** The state of a center's objection to a penalty: open, dismissed, or granted with the penalty returned. */
export const objectionStates = ["OPEN", "UPHELD", "RETURNED"] as const;
export type ObjectionState = (typeof objectionStates)[number];

/** How long a center may object to a penalty. */
export const objectionHours = 72;

const fields: MessageKey = "adjust.fields";
const isPresent = (input: unknown) => input !== undefined && input !== null && input !== "";

/** A request by its public id, sent as an id or as `{_id}` (fixed point 22). */
const ticket = z.preprocess(
  (value) => (value && typeof value === "object" && "_id" in value ? value._id : value),
  publicId,
);

/** A refund or penalty of a center for a request: type, amount in whole rupees and remarks, all required (R294, R297). */
export const NewAdjustment = z.object({
  ticketId: ticket,
  centerId: reference,
  kind: z.enum(adjustmentKinds, {
    error: ({ input }) => (isPresent(input) ? "adjust.kind" : fields) satisfies MessageKey,
  }),
  amount: exactRupees(1, 1_000_000, "adjust.amount", fields),
  remarks: text(300, fields),
});
export type NewAdjustment = z.output<typeof NewAdjustment>;

const required: MessageKey = "walletAct.fields";
const optional = (max: number) => z.preprocess((value) => (value === null ? undefined : value), optionalText(max));
const wholeRupees = (least: number) => exactRupees(least, 1_000_000, "adjust.amount", required);

/**
 * A wallet action (R421): amounts in whole rupees. A request is named by its number or public id, a technician by either
 * id, a customer by its mobile number or id. What a user type or action does not need is not read.
 */
export const NewWalletAction = z
  .object({
    userType: z.enum(walletUserTypes, required),
    technician: optional(60),
    phone: z.preprocess((value) => (isPresent(value) ? value : undefined), phone.optional()),
    consumer: id.optional(),
    kind: z.enum(walletActions, {
      error: ({ input }) => (isPresent(input) ? "walletAct.kind" : required) satisfies MessageKey,
    }),
    amount: wholeRupees(1),
    bonus: z.preprocess((value) => (isPresent(value) ? value : 0), wholeRupees(0)),
    remarks: text(300, required),
    ticket: optional(64),
    /** The bank's reference of a payout. */
    reference: bankReference,
  })
  .superRefine(({ userType, technician, phone: number, consumer, kind, bonus, ticket, reference }, context) => {
    const wrong = (path: string, message: MessageKey) => context.addIssue({ code: "custom", path: [path], message });
    if (userType === "Technician" && !technician) wrong("technician", required);
    if (userType === "Consumer" && !number && !consumer) wrong("phone", required);
    if (isForRequest(kind) && !ticket) wrong("ticket", required);
    if (bonus > 0 && kind !== "Wallet Added") wrong("bonus", "walletAct.noBonus");
    if (endsBalance(kind) && userType !== "Consumer") wrong("kind", "walletAct.ofCustomers");
    if (kind === "Payout" && !reference) wrong("reference", required);
  });
export type NewWalletAction = z.output<typeof NewWalletAction>;

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

/** The decision on an objection, with the remark shown to the center. */
export const SettleObjection = AdjustmentRef.extend({
  verdict: z.enum(["UPHELD", "RETURNED"], "form.choice" satisfies MessageKey),
  remarks: text(300, "adjust.why"),
});
export type SettleObjection = z.output<typeof SettleObjection>;
