import { em } from "../kernel/db.server.ts";
import { missing } from "../kernel/errors.ts";
import { type Service, ServiceSchema } from "./service.entity.ts";
import type { ServiceRow } from "./shared.ts";

const present = ({ id, serviceName, imageBlobId, isActive, pickDrop, sac }: Service): ServiceRow => ({
  id,
  serviceName,
  imageBlobId: imageBlobId ?? null,
  isActive,
  pickDrop,
  sac: sac ?? null,
});

/** The services people can book, by name. */
export async function activeServices(): Promise<ServiceRow[]> {
  return (await em().find(ServiceSchema, { isActive: true }, { orderBy: { serviceName: "asc" } })).map(present);
}

/** Every service, the inactive ones too, by name. */
export async function allServices(): Promise<ServiceRow[]> {
  return (await em().findAll(ServiceSchema, { orderBy: { serviceName: "asc" } })).map(present);
}

/** One service; refuses with `service.notFound`. */
export async function getService(id: string): Promise<ServiceRow> {
  const service = await em().findOne(ServiceSchema, { id });
  if (!service) throw missing("service.notFound");
  return present(service);
}
