import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { lenient } from "#modules/kernel/validation.ts";
import { uploadTemplate, uploadTemplateCsv } from "#modules/tickets/index.ts";

const Wanted = z.object({ format: lenient(z.enum(["xlsx", "csv"])) });

/** Downloads the template of uploads as a workbook, or as CSV. */
export const loader = adminResource(
  { limit: fileLimit, can: "add_ticket", query: Wanted },
  async (admin, { format }) => {
    const { bytes, name, mime } = await (format === "csv" ? uploadTemplateCsv : uploadTemplate)(admin);
    return new Response(bytes, {
      headers: {
        "content-type": mime,
        "content-disposition": `attachment; filename="${name}"`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  },
);
