import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { uploadResult } from "#modules/tickets/index.ts";

const Wanted = z.object({ id, format: lenient(z.enum(["xlsx", "csv"])) });

/** Downloads what became of each row of an upload, for the admin whose it is. */
export const loader = adminResource(
  { limit: fileLimit, can: "add_ticket", query: Wanted },
  async (admin, wanted, { locale }) =>
    sheetResponse(await uploadResult(admin, { id: wanted.id, format: wanted.format ?? "xlsx" }, locale)),
);
