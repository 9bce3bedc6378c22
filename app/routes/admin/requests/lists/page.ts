import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { tallyLimit } from "#app/http/doors/use-limit.server.ts";
import { filterOf } from "#app/parts/lists/desk-list.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import type { PageKeys } from "#app/ui/list/opened-list-island.ts";
import { missing } from "#modules/kernel/errors.ts";
import { pageSizes } from "#modules/kernel/lists/keyset.server.ts";
import { needList } from "#modules/kernel/lists/list.server.ts";
import { lenient, text } from "#modules/kernel/validation.ts";
import { anyNarrowed, deskNamed } from "./desks.server.ts";

const PageQuery = z.object({
  ...anyNarrowed,
  ...placeFields,
  list: text(40, "error.notFound"),
  take: lenient(z.enum(pageSizes.map(String) as [string, ...string[]])),
});

/** The ids of one page of a list, by which a row's page steps into the next and the previous page. */
export const loader = adminResource(
  { can: "any admin", limit: tallyLimit, query: PageQuery },
  async (admin, { list: name, after, before, take, ...query }) => {
    const desk = deskNamed(name);
    if (!desk) throw missing("error.notFound");
    const { list } = desk;
    needList(admin, list);
    const filter = filterOf(desk, query);
    const { rows, next, previous } = await list.page(admin, { ...filter, after, before, take: take && Number(take) });
    return Response.json({ ids: rows.map((row) => list.key(row)), next, previous } satisfies PageKeys);
  },
);
