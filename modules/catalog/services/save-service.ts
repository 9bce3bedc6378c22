import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import type { Switched } from "#modules/kernel/lists/switched.ts";
import { usualChips } from "#modules/messages/usual-chips.ts";
import { usualNames } from "#modules/messages/usual-names.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { type ChosenPicture, chosenPicture, keepPicture, storePicture } from "../pictures.ts";
import { needMay } from "../policy.ts";
import type {
  AddService,
  Change,
  ChangeService,
  Chips,
  MoveService,
  NewNames,
  SaveService,
  ServiceRef,
  ServiceRow,
  SwitchService,
} from "../shared.ts";
import { plannedNames, renamed, sameNames } from "../translated-names.ts";
import { type Service, ServiceSchema } from "./service.entity.ts";
import { presentService } from "./services.ts";
import { writeSupplier } from "./set-supplier.ts";

/** A picture's file: its path, or its bytes. */
type Picture = string | Buffer | undefined;

/** Store a picture for a service, re-encoded, until a service is saved with it; for a SUPER_ADMIN. */
export async function storeServicePicture(
  actor: Actor,
  { upload }: { upload: { path: string } | undefined },
): Promise<{ pictureId: string }> {
  needMay(actor, "keepServices");
  return storePicture(actor, "service", upload);
}

/**
 * Add a service people can book, last in the order; it needs a name nobody else has and a picture, uploaded before or as
 * a file (R370, R371). In a language it is given no name in, it begins with its usual one. For a SUPER_ADMIN.
 */
export async function addService(
  actor: Actor,
  { serviceName, names, chips, place, sac, duration, pictureId }: AddService,
  file?: Picture,
): Promise<ServiceRow> {
  needMay(actor, "keepServices");
  const picture = await chosenPicture("service", pictureId, file);
  if (!picture) throw invalid("form.incomplete", { pictureId: "service.picture" });
  return transaction(async () => {
    await oneChangeAtATime();
    await needFreeName(serviceName);
    const service = await anotherService(serviceName);
    const named = renamed({}, names ?? {});
    await write(service, { names: named, chips, pickDrop: place === "PICK_DROP", sac: sac ?? null, duration, picture });
    await note(actor, "service.added", service, []);
    return presentService(service);
  });
}

/** Change a service; without a new picture it keeps its own, and it needs one (R371). For a SUPER_ADMIN. */
export async function changeService(
  actor: Actor,
  { serviceId, serviceName, names, chips, place, sac, duration, pictureId }: ChangeService,
  file?: Picture,
): Promise<ServiceRow> {
  needMay(actor, "keepServices");
  const picture = await chosenPicture("service", pictureId, file);
  return transaction(async () => {
    await oneChangeAtATime();
    const service = await existing(serviceId);
    if (!picture && !service.imageBlobId) throw invalid("form.incomplete", { pictureId: "service.picture" });
    const from = service.serviceName;
    if (from !== serviceName) await needFreeName(serviceName);
    service.serviceName = serviceName;
    const changed = await write(service, {
      names,
      chips,
      pickDrop: place && place === "PICK_DROP",
      sac,
      duration,
      picture,
    });
    if (from !== serviceName) changed.push("serviceName");
    if (changed.length > 0) await note(actor, "service.changed", service, changed, { from, to: serviceName });
    return presentService(service);
  });
}

/** Let a service be booked, or no more; requests made with it stay (R372). For a SUPER_ADMIN. */
export async function switchService(
  actor: Actor,
  { serviceId, active }: SwitchService,
): Promise<ServiceRow & Switched> {
  needMay(actor, "keepServices");
  return transaction(async () => {
    await oneChangeAtATime();
    const service = await existing(serviceId);
    const isActive = active === 1;
    if (service.isActive === isActive) return { ...presentService(service), changed: false };
    service.isActive = isActive;
    await note(actor, isActive ? "service.switchedOn" : "service.switchedOff", service, []);
    return { ...presentService(service), changed: true };
  });
}

/** Delete a service: nobody books it or finds it any more; requests made with it keep its name (Q115). */
export async function deleteService(actor: Actor, { serviceId }: ServiceRef): Promise<ServiceRow> {
  needMay(actor, "keepServices");
  return transaction(async () => {
    await oneChangeAtATime();
    const service = await existing(serviceId);
    service.isActive = false;
    service.deletedAt = now();
    await note(actor, "service.deleted", service, []);
    return presentService(service);
  });
}

/** Move a service one place up or down in the order people see. For a SUPER_ADMIN. */
export async function moveService(actor: Actor, { serviceId, way }: MoveService): Promise<ServiceRow> {
  needMay(actor, "keepServices");
  return transaction(async () => {
    await oneChangeAtATime();
    const all = await em().find(
      ServiceSchema,
      { deletedAt: null },
      { orderBy: { position: "asc", serviceName: "asc" }, refresh: true },
    );
    const at = all.findIndex(({ id }) => id === serviceId);
    const [service] = at < 0 ? [] : all.splice(at, 1);
    if (!service) throw missing("service.notFound");
    all.splice(Math.max(0, way === "up" ? at - 1 : at + 1), 0, service);
    all.forEach((each, place) => {
      each.position = place + 1;
    });
    await note(actor, "service.moved", service, [], { from: String(at + 1), to: String(service.position) });
    return presentService(service);
  });
}

/**
 * Add a service people can book, or change the one with that name; what is not given stays. `file` is a picture's path
 * or bytes. Nothing changes when everything is as asked. For the plan of an installation.
 */
export async function saveService(
  actor: Actor,
  { serviceName, hindiName, names, pickDrop, sac, supplier }: SaveService,
  file?: Picture,
): Promise<Change & { id: string }> {
  needMay(actor, "keepServices");
  const picture = await chosenPicture("service", undefined, file);
  return transaction(async () => {
    await oneChangeAtATime();
    const known = await em().findOne(ServiceSchema, { serviceName, deletedAt: null }, { refresh: true });
    const service = known ?? (await anotherService(serviceName));
    const changed = await write(service, { names: plannedNames({ hindiName, names }), pickDrop, sac, picture });
    if (supplier && (await writeSupplier(service, supplier))) changed.push("supplier");
    if (!known || changed.length > 0) await note(actor, known ? "service.changed" : "service.added", service, changed);
    return { id: service.id, change: known ? (changed.length > 0 ? "changed" : "same") : "added" };
  });
}

async function existing(serviceId: string): Promise<Service> {
  const service = await em().findOne(ServiceSchema, { id: serviceId, deletedAt: null }, { refresh: true });
  if (!service) throw missing("service.notFound");
  return service;
}

async function needFreeName(serviceName: string) {
  if ((await em().count(ServiceSchema, { serviceName, deletedAt: null })) > 0)
    throw invalid("service.taken", { serviceName: "service.taken" });
}

/** A new service, last in the order, with its usual names. */
async function anotherService(serviceName: string): Promise<Service> {
  const position = (await em().count(ServiceSchema, { deletedAt: null })) + 1;
  const service = em().create(ServiceSchema, { serviceName, names: usualNames(serviceName), position });
  await em().flush();
  return service;
}

type Facts = {
  names?: NewNames | undefined;
  chips?: Record<string, string[] | undefined> | undefined;
  pickDrop?: boolean | undefined;
  sac?: string | null | undefined;
  duration?: number | undefined;
  picture?: ChosenPicture | undefined;
};

/** Writes what is given and says what of it is new. */
async function write(
  service: Service,
  { names = {}, chips, pickDrop, sac, duration, picture }: Facts,
): Promise<string[]> {
  const changed = [];
  const named = renamed(service.names, names);
  if (!sameNames(named, service.names)) {
    service.names = named;
    changed.push("names");
  }
  const words = chipsAfter(service, chips);
  if (words && JSON.stringify(words) !== JSON.stringify(service.chips)) {
    service.chips = words;
    changed.push("chips");
  }
  if (pickDrop !== undefined && service.pickDrop !== pickDrop) {
    service.pickDrop = pickDrop;
    changed.push("pickDrop");
  }
  if (sac !== undefined && (service.sac ?? null) !== sac) {
    service.sac = sac;
    changed.push("sac");
  }
  if (duration !== undefined && service.duration !== duration) {
    service.duration = duration;
    changed.push("duration");
  }
  if (picture && (await keepPicture("service", service, picture))) changed.push("picture");
  await em().flush();
  return changed;
}

/** The chips after those of some languages were written; nothing where they are the usual ones, or none were sent. */
function chipsAfter(service: Service, written: Facts["chips"]): Chips | undefined {
  if (!written) return undefined;
  const before = service.chips ?? usualChips(service.serviceName);
  const after = Object.fromEntries(
    Object.entries({ ...before, ...written }).map(([locale, chips]) => [locale, chips ?? before[locale] ?? []]),
  );
  return service.chips || JSON.stringify(after) !== JSON.stringify(before) ? after : undefined;
}

const note = (
  actor: Actor,
  event: string,
  { id, serviceName }: Service,
  changed: readonly string[],
  between: { from?: string; to?: string } = {},
) => record(actor, { subject: "catalog", id, event, ...between, data: { serviceName, changed } });
