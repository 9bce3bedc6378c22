import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { findLimit } from "#app/http/doors/use-limit.server.ts";
import { asOptions } from "#app/parts/clients/client-options.server.ts";
import type { OptionsAnswer } from "#app/ui/combobox/options.ts";
import { findClients } from "#modules/catalog/index.ts";
import { optionalText } from "#modules/kernel/validation.ts";

/** The clients that a select finds for what is typed, at most `clientsAtOnce`; the verb asks who may. */
export const loader = adminResource(
  { can: "any admin", limit: findLimit, query: z.object({ q: optionalText(60) }) },
  async (admin, { q }) => {
    const page = await findClients(admin, { search: q });
    return Response.json({ options: asOptions(page), more: page.isCut } satisfies OptionsAnswer);
  },
);
