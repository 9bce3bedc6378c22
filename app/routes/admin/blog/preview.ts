import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { fieldsOf } from "#app/http/request/bounds.ts";
import { parseFields } from "#app/http/request/form.server.ts";
import { blogPermission, previewOf } from "#modules/catalog/index.ts";
import { mostContentBytes } from "#modules/catalog/shared.ts";
import { optionalLines } from "#modules/kernel/validation.ts";

const Written = z.object({ content: optionalLines(mostContentBytes) });

/** What is being written as its readers would see it; nothing is stored. */
export const action = adminResource({ can: blogPermission, limit: formLimit }, async (admin, _input, { text }) => {
  const { content = "" } = parseFields(Written, fieldsOf(await text()));
  return Response.json({ html: previewOf(admin, content) });
});
