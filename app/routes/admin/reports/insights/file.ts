import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { filterFields, filterIn } from "#app/parts/lists/filter-fields.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { exportList } from "#modules/kernel/lists/export.server.ts";
import { listNamed } from "#modules/kernel/lists/list.server.ts";
import { reportList, reportPermission, unservedDemandList } from "#modules/reports/index.ts";
import { reportFiles, reportFormats } from "#modules/reports/shared.ts";

const ReportQuery = z.object({
  ...filterFields(reportList.filter),
  list: z.enum([...reportFiles, unservedDemandList.name], "error.notFound"),
  format: z.enum(reportFormats).catch("xlsx"),
});

/** The files of the report page (R317), and its unserved demand. A long one is prepared in the background, and waits on the page of files. */
export const loader = adminResource(
  { limit: fileLimit, can: reportPermission, query: ReportQuery },
  async (admin, { list: name, format, ...query }, door) => {
    const list = listNamed(name);
    const filter = filterIn(name === unservedDemandList.name ? unservedDemandList.filter : reportList.filter, query);
    const made = await exportList(list, { actor: admin, filter, format, locale: door.locale });
    return "preparing" in made ? door.go("/admin-exports") : sheetResponse(made.file);
  },
);
