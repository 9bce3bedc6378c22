import { z } from "zod";
import { id, lines, optionalLines, pincode, reference, text, version } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { ticketReference } from "./booking-schemas.ts";

/** Input schemas for what operators do with a request, one act at a time. */

const key = (message: MessageKey) => message;

const emptyAsUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);

/** The request, and the version of it the dialog was opened with: refused if it changed since. */
export const of = { ticketId: ticketReference, version: z.preprocess(emptyAsUndefined, version.optional()) };

export const BroadcastTicket = z.object(of);
export const DeleteTicket = z.object(of);

/** A cancellation by a caller that saved the reason before (R293). */
export const CancelTicket = z.object({ ...of, reason: optionalLines(300) });
/** The cancel dialog asks for a reason (R293). */
export const CancelWithReason = z.object({ ...of, reason: lines(300, "cancel.reasonMissing") });
export type CancelTicket = z.output<typeof CancelTicket>;

/** Assigns a request to a center, which chooses the technician itself. */
export const AssignCenter = z.object({ ...of, centerId: reference });
export type AssignCenter = z.output<typeof AssignCenter>;

/** R291: a pincode must be given. */
export const UpdatePincode = z.object({ ...of, pincode });
export type UpdatePincode = z.output<typeof UpdatePincode>;

/** R292. */
export const UpdateRequirement = z.object({ ...of, requirement: lines(300, "requirement.empty") });
export type UpdateRequirement = z.output<typeof UpdateRequirement>;

/** R176: remarks need non-empty text. */
export const OnboardingRemarks = z.object({ ...of, text: lines(500, "remarks.empty") });
export type OnboardingRemarks = z.output<typeof OnboardingRemarks>;

export const BroadcastRemarks = z.object({ ...of, centerId: reference, text: lines(500, "remarks.empty") });
export type BroadcastRemarks = z.output<typeof BroadcastRemarks>;

/** Why an operator needs a customer's number; the history stores one of these, never a free text. */
export const revealReasons = ["visit", "complaint", "payment", "feedback"] as const;
export const RevealPhone = z.object({
  ticketId: ticketReference,
  reason: z.enum(revealReasons, key("reveal.reasonMissing")),
});
export type RevealPhone = z.output<typeof RevealPhone>;

/** Why an operator needs the number of a center or technician; as `revealReasons`, with their words. */
export const partnerReasons = ["visit", "complaint", "payment", "offer"] as const;
export const RevealPartnerPhone = z.object({
  ticketId: ticketReference,
  whose: z.enum(["center", "technician"]),
  /** The center it is about; without it the one that has the request. */
  centerId: id.optional(),
  reason: z.enum(partnerReasons, key("reveal.reasonMissing")),
});
export type RevealPartnerPhone = z.output<typeof RevealPartnerPhone>;

/** The decision about a held fee, with its reason. */
export const DecideHeldFee = z.object({
  ticketId: ticketReference,
  verdict: z.enum(["EARNED", "RETURNED"], key("form.choice")),
  remarks: lines(300, "adjust.why"),
});
export type DecideHeldFee = z.output<typeof DecideHeldFee>;

export const punchStatuses = ["VERIFIED", "ON_HOLD", "REJECT"] as const;
export type PunchStatus = (typeof punchStatuses)[number];

/** R299, R302, Q25: a remark is required, and stored, only for what is not verified. */
export const punchNeedsRemark = (status: unknown) => status === "ON_HOLD" || status === "REJECT";

/** Q24: the option's text is understood like its value. */
const punchStatus = z.preprocess(
  (value) => (value === "ON HOLD" ? "ON_HOLD" : value),
  z.enum(punchStatuses, key("punch.statusMissing")),
);

/** The review of a punch (R298–R300, R217). */
export const ReviewPunch = z
  .object({
    ...of,
    serialNumber: text(60, "punch.serialMissing"),
    status: punchStatus,
    remarks: optionalLines(500),
  })
  .refine(({ status, remarks }) => !punchNeedsRemark(status) || Boolean(remarks), {
    path: ["remarks"],
    error: key("punch.remarkMissing"),
    // Checked together with the other fields, so that one answer names all that is missing.
    when: ({ value }) => punchNeedsRemark((value as { status?: unknown } | undefined)?.status),
  });
export type ReviewPunch = z.output<typeof ReviewPunch>;
