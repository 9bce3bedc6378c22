import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { tallyLimit } from "#app/http/doors/use-limit.server.ts";
import { filterOf } from "#app/parts/lists/desk-list.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { mostPicked, needList } from "#modules/kernel/lists/list.server.ts";
import { cursor, lenient, publicId, text, wholeNumber } from "#modules/kernel/validation.ts";
import { anyNarrowed, deskNamed } from "./desks.server.ts";

/** A moment in milliseconds, of this century. */
const moment = wholeNumber(1_000_000_000_000, 4_000_000_000_000).transform((ms) => new Date(ms));

const Tally = z.object({
  ...anyNarrowed,
  list: text(40, "error.notFound"),
  /** The selected rows; without them the sum is over all that match the filter. */
  ids: lenient(z.array(publicId).max(mostPicked)),
  sum: lenient(z.literal("1")),
  /** What is on the screen: the first row's cursor, the rows, and when they were read. */
  head: lenient(cursor),
  seen: lenient(z.array(publicId).max(100)),
  at: lenient(moment),
});

/**
 * Figures for an open list: the sum of the selected closing prices (R224; null for more than 10,000 rows), and how many
 * rows came or changed since it was read.
 */
export const loader = adminResource(
  { can: "any admin", limit: tallyLimit, query: Tally },
  async (admin, { list: name, ids, sum, head, seen, at, ...query }) => {
    const desk = deskNamed(name);
    if (!desk) throw missing("error.notFound");
    const { list } = desk;
    needList(admin, list);
    const filter = filterOf(desk, query);
    return Response.json({
      sumPaise: sum ? ((await list.sum?.(admin, ids ? { ids } : filter)) ?? null) : null,
      news: at ? ((await list.since?.(admin, filter, { head, ids: seen ?? [], at })) ?? null) : null,
    });
  },
);
