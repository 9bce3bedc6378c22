import { z } from "zod";
import {
  emptyAsUndefined,
  istDay,
  lines,
  messageKey,
  optionalField,
  optionalLines,
  optionalText,
  pincode,
  reference,
  shaped,
  text,
  trueOrFalse,
  version,
  wholeRupees,
} from "#modules/kernel/validation.ts";
import { closureRemarks, paymentTypes, ratingChoices } from "../labels.ts";
import { requestAsOpened, ticketReference } from "../reference.ts";

/** R175: a technician must be chosen. */
export const AssignTechnician = z.object({
  ticketId: ticketReference,
  technicianId: z.preprocess(
    emptyAsUndefined,
    z.preprocess((value) => value ?? "", reference),
  ),
  version: optionalField(version),
});
export type AssignTechnician = z.output<typeof AssignTechnician>;

/** R176: remarks need non-empty text. */
export const AddRemarks = z.object({
  ticketId: ticketReference,
  text: lines(500, "remarks.empty"),
  version: optionalField(version),
});
export type AddRemarks = z.output<typeof AddRemarks>;

const closing = {
  ticketId: ticketReference,
  code: optionalText(10),
  technicianRemarks: optionalLines(500),
  centerMessage: optionalLines(500),
  takeTime: optionalText(100),
  dateOfPurchase: optionalField(istDay),
  /** The version the dialog was opened with; refused if the ticket changed since. */
  version: optionalField(version),
};

const paymentType = z.preprocess(emptyAsUndefined, z.enum(paymentTypes, messageKey("form.choice")).default("Online"));

/** Letters and digits without spaces, in capitals: 12 digits of UPI (RRN), 16 or 22 characters of a bank (UTR). */
const paymentReference = z.preprocess(
  (value) => (typeof value === "string" ? value.replaceAll(/\s/g, "").toUpperCase() : value),
  shaped(/^[A-Z0-9]{12,22}$/, 40, "jobPayment.reference"),
);

/** How the closing price was paid, and whether it was. */
const payment = {
  paymentType,
  paymentReference: z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? undefined : emptyAsUndefined(value)),
    paymentReference.optional(),
  ),
  notYetPaid: optionalField(trueOrFalse),
  /** Whether its sender was offered both: then an online payment without one of them is refused. */
  needsReference: optionalField(trueOrFalse),
};

/** The status in a closing payload can only be CLOSED: putting a request on hold has its own dialog (Q23). */
const status = optionalField(z.literal("CLOSED", messageKey("form.choice")));

/** Closing with a closure remark (fixed point 3, R166, R174); the amount is the closing price in whole rupees. */
export const CloseTicket = z.object({
  ...closing,
  status,
  amount: wholeRupees,
  closeRemarks: z.enum(closureRemarks, messageKey("form.choice")),
  ...payment,
  overAllRating: optionalField(z.enum(ratingChoices, messageKey("form.choice"))),
});
export type CloseTicket = z.output<typeof CloseTicket>;

/** The job completion dialog: closing plus labour and material charges, payment method and rating (R167–R169). */
export const CompleteJob = z.object({
  ...closing,
  labour: z.preprocess((value) => emptyAsUndefined(value) ?? 0, wholeRupees),
  material: wholeRupees,
  closeRemarks: z.enum(closureRemarks, messageKey("form.choice")),
  ...payment,
  overAllRating: z.preprocess(emptyAsUndefined, z.enum(ratingChoices, messageKey("form.choice")).default("Good")),
});
export type CompleteJob = z.output<typeof CompleteJob>;

/**
 * An admin's closing (Q35, Q77, R288): the amount in whole rupees, and free-text remarks. A repeated visit is closed with
 * what was found, and the part of the amount that is for coming again. `centerId`, where it is sent, must be the center that has the request.
 */
export const AdminCloseTicket = z.object({
  ...closing,
  centerId: optionalField(reference),
  amount: wholeRupees,
  closeRemarks: optionalLines(500),
  revisitRemarks: optionalLines(500),
  revisitPrice: optionalField(wholeRupees),
  ...payment,
});
export type AdminCloseTicket = z.output<typeof AdminCloseTicket>;

/** The online payment of a request that was closed as not yet paid. */
export const RecordPayment = z.object({
  ticketId: ticketReference,
  paymentReference: z.preprocess((value) => value ?? "", paymentReference),
  version: optionalField(version),
});
export type RecordPayment = z.output<typeof RecordPayment>;

export const BroadcastTicket = z.object(requestAsOpened);
export const DeleteTicket = z.object(requestAsOpened);

/** A cancellation by a caller that saved the reason before (R293). */
export const CancelTicket = z.object({ ...requestAsOpened, reason: optionalLines(300) });
/** The cancel dialog asks for a reason (R293). */
export const CancelWithReason = z.object({ ...requestAsOpened, reason: lines(300, "cancel.reasonMissing") });
export type CancelTicket = z.output<typeof CancelTicket>;

/** Assigns a request to a center, which chooses the technician itself. */
export const AssignCenter = z.object({ ...requestAsOpened, centerId: reference });
export type AssignCenter = z.output<typeof AssignCenter>;

/** R291: a pincode must be given. */
export const UpdatePincode = z.object({ ...requestAsOpened, pincode });
export type UpdatePincode = z.output<typeof UpdatePincode>;

/** R292. */
export const UpdateRequirement = z.object({ ...requestAsOpened, requirement: lines(300, "requirement.empty") });
export type UpdateRequirement = z.output<typeof UpdateRequirement>;

/** R176: remarks need non-empty text. */
export const OnboardingRemarks = z.object({ ...requestAsOpened, text: lines(500, "remarks.empty") });
export type OnboardingRemarks = z.output<typeof OnboardingRemarks>;

export const BroadcastRemarks = z.object({
  ...requestAsOpened,
  centerId: reference,
  text: lines(500, "remarks.empty"),
});
export type BroadcastRemarks = z.output<typeof BroadcastRemarks>;

export const punchStatuses = ["VERIFIED", "ON_HOLD", "REJECT"] as const;
export type PunchStatus = (typeof punchStatuses)[number];

/** R299, R302, Q25: a remark is required, and stored, only for what is not verified. */
export const punchNeedsRemark = (status: unknown) => status === "ON_HOLD" || status === "REJECT";

/** Q24: the option's text is understood like its value. */
const punchStatus = z.preprocess(
  (value) => (value === "ON HOLD" ? "ON_HOLD" : value),
  z.enum(punchStatuses, messageKey("punch.statusMissing")),
);

/** The review of a punch (R298–R300, R217). */
export const ReviewPunch = z
  .object({
    ...requestAsOpened,
    serialNumber: text(60, "punch.serialMissing"),
    status: punchStatus,
    remarks: optionalLines(500),
  })
  .refine(({ status, remarks }) => !punchNeedsRemark(status) || Boolean(remarks), {
    path: ["remarks"],
    error: messageKey("punch.remarkMissing"),
    // Checked together with the other fields, so that one answer names all that is missing.
    when: ({ value }) => punchNeedsRemark((value as { status?: unknown } | undefined)?.status),
  });
export type ReviewPunch = z.output<typeof ReviewPunch>;
