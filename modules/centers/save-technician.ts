import { randomInt } from "node:crypto";
import { LockMode, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { getService } from "../catalog/index.ts";
import type { Actor, ActorOf } from "../kernel/actor.ts";
import { hmac } from "../kernel/crypto.server.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
import { conflict, denied, invalid, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import {
  imageFields,
  type SaveTechnician,
  type TechnicianDetail,
  type TechnicianImage,
  technicianImages,
  type UpdateTechnician,
} from "./shared.ts";
import { type Technician, TechnicianSchema } from "./technician.entity.ts";
import { removeImages } from "./technician-images.ts";
import { getTechnician } from "./technicians.ts";

/**
 * Add a technician to the acting center (R135). Refuses a phone another technician has (`technician.phoneTaken`), a
 * service that is not offered any more, and a pan image the center did not upload.
 */
export function createTechnician(actor: Actor, input: SaveTechnician): Promise<TechnicianDetail> {
  const { centerId } = center(actor);
  return phoneIsUnique(() =>
    transaction(async () => {
      await checkReferences(centerId, input);
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
}

/** Change a technician of the acting center (R136); a foreign one is missing. */
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
      if (input.version !== undefined && input.version !== technician.version) throw conflict("error.changed");
      if (!(input.panBlobId ?? technician.panBlobId)) {
        throw invalid("technician.panImage", { panBlobId: "technician.panImage" });
      }
      await checkReferences(centerId, input, technician);
      const replaced = replacedImages(technician, input);
      em().assign(technician, {
        ...columns(input),
        ...imagesOf(input),
        ...(input.aadharNumber ? aadharTrace(input.aadharNumber) : {}),
      });
      await em().flush();
      await removeImages(replaced);
      await record(actor, { subject: "technician", id: technician.id, event: "technician.updated" });
      return getTechnician(actor, technician.id);
    }),
  );
}

/** Only a center has technicians of its own; which one is said by the session, never by the input (H13). */
function center(actor: Actor): ActorOf<"center"> {
  if (actor.kind !== "center") throw denied();
  return actor;
}

/** What the form's fields become; the country is always INDIA (R160) and is not stored. */
const columns = (input: SaveTechnician | UpdateTechnician) => ({
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
  panNumber: input.panNumber ?? null,
});

/** Of an Aadhaar number the last four digits stay, and a keyed hash when the whole of it was given (H22). */
const aadharTrace = (aadharNumber: string) => ({
  aadharLast4: aadharNumber.slice(-4),
  aadharHash: /^\d{12}$/.test(aadharNumber) ? hmac("aadhar", aadharNumber) : null,
});

type Sent = SaveTechnician | UpdateTechnician;

/** The pictures that were sent; one that was not stays as it is. */
const imagesOf = (input: Sent) =>
  Object.fromEntries(
    technicianImages
      .map((kind) => imageFields[kind].blob)
      .filter((field) => input[field])
      .map((field) => [field, input[field]]),
  );

/** What is already stored may stay even if it could not be chosen today. */
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

/** A center may attach only what it uploaded itself as such: ids of other people's documents are not keys to them. */
async function refuseForeignUpload(centerId: string, kind: TechnicianImage, blobId: string) {
  const own = await row("select from blobs where id = $1 and owner_kind = 'center' and owner_id = $2 and kind = $3", [
    blobId,
    centerId,
    kind,
  ]);
  const key = kind === "pan" ? "technician.panImage" : "technician.uploadFailed";
  if (!own) throw invalid(key, { [imageFields[kind].blob]: key });
}

const replacedImages = (stored: Technician, input: Sent) =>
  technicianImages
    .map((kind) => imageFields[kind].blob)
    .filter((field) => stored[field] && input[field] && input[field] !== stored[field])
    .map((field) => stored[field]!);

const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `TEC-` and six characters without look-alikes, not given to anybody yet. */
async function freeHumanId(): Promise<string> {
  const technicianId = `TEC-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("")}`;
  const taken = await row("select from technicians where technician_id = $1", [technicianId]);
  return taken ? freeHumanId() : technicianId;
}

/** One phone, one technician: two forms sent at once are told apart by the database's own index. */
async function phoneIsUnique<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException && error.message.includes("technicians_phone"))
      throw conflict("technician.phoneTaken");
    throw error;
  }
}
