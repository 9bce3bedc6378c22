import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { filterFields, filterShown } from "#app/parts/lists/filter-fields.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import type { ListRow } from "#app/ui/list/columns.tsx";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { lenient, publicId } from "#modules/kernel/validation.ts";
import { type CreatedTicket, createdTicketsList } from "#modules/tickets/index.ts";

/** The list's filter and page, and the request whose deletion or broadcast is being confirmed. */
export const CreatedPage = z.object({
  ...filterFields(createdTicketsList.filter),
  ...placeFields,
  delete: lenient(publicId),
  broadcast: lenient(publicId),
});

/** The requests a center created that are not assigned to it, and the open dialog. */
export async function createdView(center: ActorOf<"center">, query: z.output<typeof CreatedPage>, { locale }: Door) {
  const { rows, ...pages } = await createdTicketsList.page(center, query);
  const table = tableOf(createdTicketsList, rows, { actor: center, locale }, rowExtra);
  return {
    table,
    pages,
    filter: filterShown(createdTicketsList.filter, query),
    toDelete: table.rows.find(({ id }) => id === query.delete) ?? null,
    toBroadcast: table.rows.find(({ id, pending, assigned }) => id === query.broadcast && pending && !assigned) ?? null,
  };
}

/** What the list needs of a request besides its cells. */
const rowExtra = ({ status, displayedStatus, broadcastLabel, assignedCenter, timePreference }: CreatedTicket) => ({
  displayedStatus,
  label: broadcastLabel,
  pending: status === "PENDING",
  assigned: assignedCenter !== null,
  wanted: timePreference,
});
export type ListedCreated = ReturnType<typeof rowExtra> & ListRow;
