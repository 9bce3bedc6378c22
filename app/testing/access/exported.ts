import type { Center } from "#modules/centers/center/center.entity.ts";
import { techniciansList } from "#modules/centers/index.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { prepareExport, writeExport } from "#modules/kernel/lists/prepared-export.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { asCenter } from "#modules/testing/factories.ts";

/** Makes an export file of a center's technicians. */
export async function exported(center: Center): Promise<string> {
  const exportInput = { actor: asCenter(center), filter: {}, format: "csv", locale: "en" } as const;
  const exportId = await unitOfWork(() => prepareExport(techniciansList, exportInput));
  await runJob(writeExport, { exportId });
  return exportId;
}
