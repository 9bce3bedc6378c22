import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { filterOf } from "#app/parts/lists/desk-list.server.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { exportList } from "#modules/kernel/lists/export.server.ts";
import { mostPicked } from "#modules/kernel/lists/list.server.ts";
import { lenient, publicId, text } from "#modules/kernel/validation.ts";
import { anyNarrowed, deskNamed } from "./desks.server.ts";

const ExportQuery = z.object({
  ...anyNarrowed,
  list: text(40, "error.notFound"),
  ids: lenient(z.array(publicId).max(mostPicked)),
  format: z.enum(["csv", "xlsx"]).catch("csv"),
});

/** A list as a file (Q58): as it is filtered or only the selected rows, masked as on the screen. */
export const loader = adminResource(
  { limit: fileLimit, can: "any admin", query: ExportQuery },
  async (admin, { list, ids, format, ...query }, door) => {
    const desk = deskNamed(list);
    if (!desk) throw missing("error.notFound");
    const filter = ids && desk.list.pick ? { ids } : filterOf(desk, query);
    const made = await exportList(desk.list, { actor: admin, filter, format, locale: door.locale });
    return "preparing" in made ? door.go("/admin-exports") : sheetResponse(made.file);
  },
);
