import type { Actor } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { needMay } from "../policy.ts";
import type { ServiceRow, SetSupplier } from "../shared.ts";
import { type Service, ServiceSchema } from "./service.entity.ts";
import { presentService } from "./services.ts";

/**
 * Set who supplies the work of a service; its requests that are closed from now on are billed so, bills that were issued
 * stay. For a SUPER_ADMIN. Refuses `operator_9_5` while the operator has no GSTIN, and a form that was opened before
 * another change.
 */
export async function setSupplier(actor: Actor, { serviceId, supplier, was }: SetSupplier): Promise<ServiceRow> {
  needMay(actor, "keepServices");
  return transaction(async () => {
    await oneChangeAtATime();
    const service = await em().findOne(ServiceSchema, { id: serviceId, deletedAt: null }, { refresh: true });
    if (!service) throw missing("service.notFound");
    if (was !== undefined && was !== service.supplier)
      throw invalid("service.supplierChanged", { supplier: "service.supplierChanged" });
    const from = service.supplier;
    if (await writeSupplier(service, supplier)) await noteSupplier(actor, service, from);
    return presentService(service);
  });
}

/** Set the supplier of a locked service; whether it is another one now. */
export async function writeSupplier(service: Service, supplier: Service["supplier"]): Promise<boolean> {
  if (service.supplier === supplier) return false;
  if (supplier === "operator_9_5" && env.operatorGstin === undefined)
    throw invalid("service.supplierGstin", { supplier: "service.supplierGstin" });
  service.supplier = supplier;
  await em().flush();
  return true;
}

const noteSupplier = (actor: Actor, { id, serviceName, supplier }: Service, from: Service["supplier"]) =>
  record(actor, {
    subject: "catalog",
    id,
    event: "service.supplierSet",
    from,
    to: supplier,
    data: { serviceName },
  });
