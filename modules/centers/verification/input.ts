import { z } from "zod";
import { aadhaarSaying, id, messageKey, optionalField } from "#modules/kernel/validation.ts";

/* Identity papers and what operators decide on them (002 §2.9, §2.10). */

/** The pictures that are decided on, by their names on the wire (R405). */
export const documentValues = ["aadhar_front", "aadhar_back", "pan", "profile", "certificate"] as const;
export type DocumentValue = (typeof documentValues)[number];

/** Those a center sends of itself (R401). */
export const centerDocuments = ["aadhar_front", "aadhar_back", "pan"] as const satisfies readonly DocumentValue[];
export type CenterDocument = (typeof centerDocuments)[number];

/** Why a picture is rejected. An unmasked Aadhaar card shows its first eight digits, which may not be stored (H22). */
export const rejectReasons = ["UNMASKED", "UNREADABLE", "WRONG_PAPER", "NOT_MATCHING"] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** What a picture may be rejected for. */
export const reasonsFor = (value: DocumentValue): readonly RejectReason[] =>
  value === "aadhar_front" || value === "aadhar_back"
    ? rejectReasons
    : rejectReasons.filter((reason) => reason !== "UNMASKED");

/** The strings true and false (R403); a boolean is taken, too. */
const trueOrFalse = z
  .preprocess(
    (value) => (typeof value === "boolean" ? String(value) : value),
    z.enum(["true", "false"], messageKey("form.choice")),
  )
  .transform((value) => value === "true");

type Named = { centerId?: string | undefined; technicianId?: string | undefined };
const oneHolder = ({ centerId, technicianId }: Named) => (centerId === undefined) !== (technicianId === undefined);

/**
 * A decision on one picture of a center or technician: `verified`, rejected with a `reason`, or with neither a decision
 * taken back. `blobId` is the picture that was looked at, so that one sent meanwhile is not decided on unseen.
 */
export const CheckDocument = z
  .object({
    centerId: optionalField(id),
    technicianId: optionalField(id),
    value: z.enum(documentValues, messageKey("form.choice")),
    verified: trueOrFalse,
    reason: optionalField(z.enum(rejectReasons, messageKey("document.reasonMissing"))),
    blobId: optionalField(id),
  })
  .refine(oneHolder, { path: ["centerId"], message: messageKey("form.id") })
  .refine(({ verified, reason }) => !(verified && reason), { path: ["reason"], message: messageKey("form.choice") })
  .refine(({ value, reason }) => !reason || reasonsFor(value).includes(reason), {
    path: ["reason"],
    message: messageKey("form.choice"),
  });
export type CheckDocument = z.output<typeof CheckDocument>;

/** The same from the form that rejects, where the reason is required. */
export const RejectDocument = CheckDocument.safeExtend({
  verified: z.preprocess(() => "false", trueOrFalse),
  reason: z.enum(rejectReasons, messageKey("document.reasonMissing")),
});

/** R402: exactly twelve characters; the first eight may be hidden, and are not stored. */
export const KeepAadhar = z.object({
  centerId: id,
  aadharNumber: aadhaarSaying("document.aadharLength", "document.aadharLength"),
});
export type KeepAadhar = z.output<typeof KeepAadhar>;

/** The papers a center sends: the ids of its uploads; a paper that is not sent is unchanged. */
export const SendDocuments = z
  .object({ aadharFrontBlobId: optionalField(id), aadharBackBlobId: optionalField(id), panBlobId: optionalField(id) })
  .refine((sent) => Object.values(sent).some(Boolean), {
    path: ["panBlobId"],
    message: messageKey("document.noneSent"),
  });
export type SendDocuments = z.output<typeof SendDocuments>;

/** The field that carries each paper of a center. */
export const documentFields = {
  aadhar_front: "aadharFrontBlobId",
  aadhar_back: "aadharBackBlobId",
  pan: "panBlobId",
} as const satisfies Record<CenterDocument, keyof SendDocuments>;

/** A picture and what was decided on it. */
export type DocumentState = {
  value: DocumentValue;
  /** The stored picture; null where none was sent, or after it was deleted. */
  blobId: string | null;
  /** `NONE` without a picture, `PENDING` until the present one is decided on. */
  status: "NONE" | "PENDING" | "VERIFIED" | "REJECTED";
  reason: RejectReason | null;
  decidedAt: Date | null;
  /** When the picture is deleted; null without a decision, and for a portrait. */
  goesAt: Date | null;
};
