import { randomInt } from "node:crypto";
import { LockMode, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { changedMeanwhile, endSessionsOf } from "#modules/access/index.ts";
import { getService } from "#modules/catalog/index.ts";
import { type Actor, type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { hmac } from "#modules/kernel/crypto.server.ts";
import { changesBetween, only } from "#modules/kernel/db/changes.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, type FieldValues, invalid, missing } from "#modules/kernel/errors.ts";
import { centerNamed } from "../center/verify-center.ts";
import { needNoDeskPhone } from "../desk-phones/desk-phone.ts";
import { technicianFieldNames, technicianFields, technicianPapers } from "../labels.ts";
import { needMay } from "../policy.ts";
import {
  type ImportTechnician,
  imageFields,
  type SaveTechnician,
  type TechnicianDetail,
  type TechnicianImage,
  technicianImages,
  type UpdateTechnician,
} from "../shared.ts";
import { panTrace } from "./pan.ts";
import { type Technician, TechnicianSchema } from "./technician.entity.ts";
import { removeImages } from "./technician-images.ts";
import { getTechnician } from "./technicians.ts";

/**
 * Add a technician to the acting center (R135). Refuses a phone of another technician (`technician.phoneTaken`), an
 * inactive service, and a PAN image the center did not upload.
 */
export const createTechnician = (actor: Actor, input: SaveTechnician): Promise<TechnicianDetail> =>
  addTechnician(actor, center(actor).centerId, input);

/**
 * Add a technician to a center on the operator's word, without papers, which the center adds; needs add_technician.
 * Otherwise as `createTechnician`.
 */
export async function importTechnician(
  actor: Actor,
  { centerId, ...input }: ImportTechnician,
): Promise<TechnicianDetail> {
  needMay(actor, "addTechnician");
  const { id } = await centerNamed({ id: centerId });
  return addTechnician(actor, id, input);
}

const addTechnician = (actor: Actor, centerId: string, input: Added): Promise<TechnicianDetail> =>
  phoneIsUnique(() =>
    transaction(async () => {
      await checkReferences(centerId, input);
      await needNoDeskPhone(input.phone, "technician.phoneTaken");
      const technician = em().create(TechnicianSchema, {
        ...columns(input),
        centerId,
        technicianId: await freeHumanId(),
        ...imagesOf(input),
        ...(input.aadharNumber ? aadharTrace(input.aadharNumber) : {}),
      });
      await em().flush();
      await record(actor, { subject: "technician", id: technician.id, event: "technician.created" });
      return getTechnician(actor, technician.id);
    }),
  );

/**
 * Change a technician of the acting center (R136); another center's is not found. Refuses with `error.changed` when the
 * technician changed since the form was loaded, and says what changed and by whom.
 */
export function updateTechnician(actor: Actor, input: UpdateTechnician): Promise<TechnicianDetail> {
  const { centerId } = center(actor);
  return phoneIsUnique(() =>
    transaction(async () => {
      const technician = await em().findOne(
        TechnicianSchema,
        { id: input.technicianId, centerId, deletedAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!technician) throw missing("technician.notFound");
      if (input.version !== undefined && input.version !== technician.version)
        throw await changedSince(actor, technician, input.version);
      if (!(input.panBlobId ?? technician.panBlobId) && !(await panVerified(technician.id))) {
        throw invalid("technician.panImage", { panBlobId: "technician.panImage" });
      }
      await checkReferences(centerId, input, technician);
      const replaced = replacedImages(technician, input);
      const before = await getTechnician(actor, technician.id);
      // Another phone is another person: whoever is signed in with the old one is not.
      if (input.phone !== technician.phone) {
        await needNoDeskPhone(input.phone, "technician.phoneTaken");
        await endSessionsOf("technician", technician.id);
      }
      em().assign(technician, {
        ...columns(input),
        ...imagesOf(input),
        ...(input.aadharNumber ? aadharTrace(input.aadharNumber) : {}),
      });
      await em().flush();
      await removeImages(replaced);
      const after = await getTechnician(actor, technician.id);
      const changes = changesBetween(stateOf(before), stateOf(after), recordedFields);
      const data = { version: after.version, ...changes };
      await record(actor, { subject: "technician", id: technician.id, event: updated, data });
      return after;
    }),
  );
}

/** A verified card that was deleted since (H22) is not required again. */
const panVerified = (technicianId: string) =>
  row(
    sql`select from document_checks
      where holder_kind = 'technician' and holder_id = ${technicianId} and value = 'pan' and status = 'VERIFIED'`,
  );

const updated = "technician.updated";

const stateOf = (technician: TechnicianDetail) => ({
  ...technicianFields(technician),
  ...technicianPapers(technician),
});

/** The values stored in the history: how and where the technician works, no personal data. */
const recordedFields = (state: FieldValues) =>
  only(
    ["engagementType", "primaryServiceId", "secondaryServiceId", "mainPincode", "secondaryPincode", "showsFace"],
    state,
  );

/** The refusal of a form of an older version. Papers are not among the form's filled fields. */
const changedSince = async (actor: Actor, { id, version }: Technician, sent: number) =>
  changedMeanwhile(actor, {
    subject: "technician",
    id,
    event: updated,
    sent,
    version,
    now: technicianFields(await getTechnician(actor, id)),
    names: technicianFieldNames,
  });

/** Returns the acting center by the session, never by the input (H13); only centers have technicians. */
function center(actor: Actor): ActorOf<"center"> {
  needKind(actor, "center");
  return actor;
}

/** The columns for the form's fields; the country is always INDIA (R160) and not stored. */
const columns = (input: Sent) => ({
  name: input.name,
  email: input.email ?? null,
  phone: input.phone,
  emergencyPersonName: input.emergencyPersonName ?? null,
  emergencyPersonPhone: input.emergencyPersonPhone ?? null,
  referencePersonName: input.referencePersonName ?? null,
  referencePersonMobile: input.referencePersonMobile ?? null,
  permanentAddressLine: input.permanentAddressLine,
  permanentCity: input.permanentCity,
  permanentState: input.permanentState,
  currentAddressLine: input.currentAddressLine ?? null,
  currentCity: input.currentCity ?? null,
  currentState: input.currentState ?? null,
  mainPincode: input.mainPincode,
  secondaryPincode: input.secondaryPincode ?? null,
  engagementType: input.engagementType,
  primaryServiceId: input.primaryServiceId,
  secondaryServiceId: input.secondaryServiceId === input.primaryServiceId ? null : (input.secondaryServiceId ?? null),
  ...(input.showsFace && { showsFace: input.showsFace === "true" }),
  panNumber: null,
  ...(input.panNumber ? panTrace(input.panNumber) : { panSealed: null, panLast4: null, panHash: null }),
});

/**
 * Of an Aadhaar number only the last four digits are stored, and a keyed hash when the whole number was sent (H22).
 */
const aadharTrace = (aadharNumber: string) => ({
  aadharLast4: aadharNumber.slice(-4),
  aadharHash: /^\d{12}$/.test(aadharNumber) ? hmac("aadhar", aadharNumber) : null,
});

/** A new technician: of the center itself, or of an operator, who has no papers of it. */
type Added = SaveTechnician | Omit<ImportTechnician, "centerId">;
type Sent = Added | UpdateTechnician;

/** The pictures sent; a picture not sent is unchanged. */
const imagesOf = (input: Sent) =>
  Object.fromEntries(
    technicianImages
      .map((kind) => imageFields[kind].blob)
      .filter((field) => input[field])
      .map((field) => [field, input[field]]),
  );

/** Checks the references; a stored value is valid even if it could not be chosen today. */
async function checkReferences(centerId: string, input: Sent, stored?: Technician) {
  for (const field of ["primaryServiceId", "secondaryServiceId"] as const) {
    const serviceId = input[field];
    if (!serviceId || serviceId === stored?.[field]) continue;
    const service = await getService(serviceId);
    if (!service.isActive) throw invalid("service.notFound", { [field]: "service.notFound" });
  }
  for (const kind of technicianImages) {
    const { blob: field } = imageFields[kind];
    const blobId = input[field];
    if (blobId && blobId !== stored?.[field]) await refuseForeignUpload(centerId, kind, blobId);
  }
}

/**
 * Refuses an upload that is not the center's own of that kind, so that ids of other centers' documents give no access.
 */
async function refuseForeignUpload(centerId: string, kind: TechnicianImage, blobId: string) {
  const own = await row(
    sql`select from blobs where id = ${blobId} and owner_kind = 'center' and owner_id = ${centerId} and kind = ${kind}`,
  );
  const key = kind === "pan" ? "technician.panImage" : "technician.uploadFailed";
  if (!own) throw invalid(key, { [imageFields[kind].blob]: key });
}

const replacedImages = (stored: Technician, input: Sent) =>
  technicianImages
    .map((kind) => imageFields[kind].blob)
    .filter((field) => stored[field] && input[field] && input[field] !== stored[field])
    .map((field) => stored[field]!);

const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** An unused id: `TEC-` and six characters that are not easily confused. */
async function freeHumanId(): Promise<string> {
  const technicianId = `TEC-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("")}`;
  const taken = await row(sql`select from technicians where technician_id = ${technicianId}`);
  return taken ? freeHumanId() : technicianId;
}

/** One technician per phone: the unique index decides, also when two forms are sent at once. */
async function phoneIsUnique<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException && error.message.includes("technicians_phone"))
      throw conflict("technician.phoneTaken");
    throw error;
  }
}
