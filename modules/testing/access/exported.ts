import type { Center } from "#modules/centers/center.entity.ts";
import { techniciansList } from "#modules/centers/index.ts";
import { unitOfWork } from "#modules/kernel/db.server.ts";
import { runJob } from "#modules/kernel/jobs.server.ts";
import { prepareExport, writeExport } from "#modules/kernel/prepared-export.server.ts";
import { asCenter } from "../factories.ts";

/** A prepared file of a center's technicians. */
export async function exported(center: Center): Promise<string> {
  const wish = { actor: asCenter(center), filter: {}, format: "csv", locale: "en" } as const;
  const exportId = await unitOfWork(() => prepareExport(techniciansList, wish));
  await runJob(writeExport, { exportId });
  return exportId;
}
