import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { preparedFile } from "#modules/kernel/lists/prepared-export.server.ts";
import { id } from "#modules/kernel/validation.ts";

/** Downloads an export file prepared for this admin, as long as it is stored. */
export const loader = adminResource(
  { limit: reads.prepared, can: "any admin", query: z.object({ id }) },
  async (admin, wanted) => sheetResponse(await preparedFile(admin, wanted)),
);
