import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { bulkTroubles } from "#modules/kernel/lists/bulk-result.server.ts";
import { id } from "#modules/kernel/validation.ts";

/** Download of the rows of a bulk act that were not done, for the admin who started it. */
export const loader = adminResource(
  { limit: fileLimit, can: "any admin", query: z.object({ id }) },
  async (admin, query, door) => sheetResponse(await bulkTroubles(admin, query, door.locale)),
);
