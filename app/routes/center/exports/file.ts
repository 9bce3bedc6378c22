import { z } from "zod";
import { centerResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { preparedFile } from "#modules/kernel/lists/prepared-export.server.ts";
import { id } from "#modules/kernel/validation.ts";

/** Downloads an export file prepared for this center, as long as it is stored. */
export const loader = centerResource(
  { can: "desk", limit: reads.prepared, query: z.object({ id }) },
  async (center, wanted) => sheetResponse(await preparedFile(center, wanted)),
);
