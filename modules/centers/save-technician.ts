import { randomInt } from "node:crypto";
import { LockMode, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { getService } from "../catalog/index.ts";
import type { Actor, ActorOf } from "../kernel/actor.ts";
import { hmac } from "../kernel/crypto.server.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
import { conflict, denied, invalid, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import type { SaveTechnician, TechnicianDetail, UpdateTechnician } from "./shared.ts";
import { TechnicianSchema } from "./technician.entity.ts";
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
        panBlobId: input.panBlobId,
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
      const panBlobId = input.panBlobId ?? technician.panBlobId;
      if (!panBlobId) throw invalid("technician.panImage", { panBlobId: "technician.panImage" });
      await checkReferences(centerId, { ...input, panBlobId }, technician);
      em().assign(technician, {
        ...columns(input),
        panBlobId,
        ...(input.aadharNumber ? aadharTrace(input.aadharNumber) : {}),
      });
      await em().flush();
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

type Referring = { primaryServiceId: string; secondaryServiceId?: string | undefined; panBlobId: string };
type Stored = { id: string; primaryServiceId: string; secondaryServiceId?: string | null; panBlobId?: string | null };

/** What is already stored may stay even if it could not be chosen today. */
async function checkReferences(centerId: string, input: Referring, stored?: Stored) {
  for (const field of ["primaryServiceId", "secondaryServiceId"] as const) {
    const serviceId = input[field];
    if (!serviceId || serviceId === stored?.[field]) continue;
    const service = await getService(serviceId);
    if (!service.isActive) throw invalid("service.notFound", { [field]: "service.notFound" });
  }
  if (input.panBlobId !== stored?.panBlobId) await refuseForeignUpload(centerId, input.panBlobId);
}

/** A center may attach only what it uploaded itself: ids of other people's documents are not keys to them. */
async function refuseForeignUpload(centerId: string, blobId: string) {
  const own = await row("select from blobs where id = $1 and owner_kind = 'center' and owner_id = $2", [
    blobId,
    centerId,
  ]);
  if (!own) throw invalid("technician.panImage", { panBlobId: "technician.panImage" });
}

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
