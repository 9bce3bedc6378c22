import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { personExportFile } from "#modules/consumers/index.ts";
import { id } from "#modules/kernel/validation.ts";

/** Downloads the file with all that is held of a customer, for the admin who asked for it, as long as it is kept. */
export const loader = adminResource(
  { limit: reads.prepared, can: "view_Wallet", query: z.object({ id, exportId: id }) },
  async (admin, query) => sheetResponse(await personExportFile(admin, query)),
);
