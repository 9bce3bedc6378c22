import { z } from "zod";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { ticketsCreatedNotAssigned } from "#modules/tickets/index.ts";
import { cursor, istDay, lenient, timeOf } from "./list-query.ts";

/** What 'Ticket created by you, not assigned to you' is narrowed to. */
export const CreatedQuery = z.object({
  status: lenient(z.string().trim().max(40)),
  search: lenient(z.string().trim().max(60)),
  from: lenient(istDay),
  to: lenient(istDay),
});

/** The list's filter and page, and the request that is asked about before it is deleted. */
export const CreatedPage = CreatedQuery.extend({ after: cursor, delete: lenient(z.string().max(64)) });

/** The requests a center wrote down that are not its own, and the dialog over them. */
export async function createdView(center: ActorOf<"center">, query: z.output<typeof CreatedPage>) {
  const { status, search, from, to, after, delete: asked } = query;
  const page = await ticketsCreatedNotAssigned(center, { status, search, ...timeOf(query), after });
  return {
    ...page,
    filter: { status: status ?? "", search: search ?? "", from: from ?? "", to: to ?? "" },
    toDelete: page.rows.find(({ id }) => id === asked) ?? null,
  };
}
