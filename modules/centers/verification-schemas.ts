import { z } from "zod";
import { aadhaarSaying, id } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/* Identity papers and what operators decide on them (002 §2.9, §2.10). */

const key = (message: MessageKey) => message;

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

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());

/** The strings true and false (R403); a boolean is taken, too. */
const trueOrFalse = z
  .preprocess(
    (value) => (typeof value === "boolean" ? String(value) : value),
    z.enum(["true", "false"], key("form.choice")),
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
    centerId: optional(id),
    technicianId: optional(id),
    value: z.enum(documentValues, key("form.choice")),
    verified: trueOrFalse,
    reason: optional(z.enum(rejectReasons, key("document.reasonMissing"))),
    blobId: optional(id),
  })
  .refine(oneHolder, { path: ["centerId"], message: key("form.id") })
  .refine(({ verified, reason }) => !(verified && reason), { path: ["reason"], message: key("form.choice") })
  .refine(({ value, reason }) => !reason || reasonsFor(value).includes(reason), {
    path: ["reason"],
    message: key("form.choice"),
  });
export type CheckDocument = z.output<typeof CheckDocument>;

/** The same from the form that rejects, where the reason is required. */
export const RejectDocument = CheckDocument.safeExtend({
  verified: z.preprocess(() => "false", trueOrFalse),
  reason: z.enum(rejectReasons, key("document.reasonMissing")),
});

/** R402: exactly twelve characters; the first eight may be hidden, and are not stored. */
export const KeepAadhar = z.object({
  centerId: id,
  aadharNumber: aadhaarSaying("document.aadharLength", "document.aadharLength"),
});
export type KeepAadhar = z.output<typeof KeepAadhar>;

/** The papers a center sends: the ids of its uploads; a paper that is not sent is unchanged. */
export const SendDocuments = z
  .object({ aadharFrontBlobId: optional(id), aadharBackBlobId: optional(id), panBlobId: optional(id) })
  .refine((sent) => Object.values(sent).some(Boolean), { path: ["panBlobId"], message: key("document.noneSent") });
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
