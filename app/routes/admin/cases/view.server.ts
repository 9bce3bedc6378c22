import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { settingsFields, settingsOf } from "#app/parts/lists/desk-settings.server.ts";
import { listView } from "#app/parts/lists/list-view.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { nullIfMissing } from "#modules/kernel/errors.ts";
import { id, lenient, wholeNumber } from "#modules/kernel/validation.ts";
import { type CaseLine, casesList, caseViews, countCases, getCase, may } from "#modules/tickets/index.ts";

/** The list's view, position and settings, and the case a dialog is about. */
export const CasesQuery = z.object({
  view: z.enum(caseViews).catch("waiting"),
  ...placeFields,
  ...settingsFields(["none"]),
  row: lenient(wholeNumber(1, 10_000_000)),
  did: lenient(id),
  of: lenient(id),
});
type Query = z.output<typeof CasesQuery>;

/** A page of cases with the counts of the two views, and an open dialog. */
export async function casesPage(admin: ActorOf<"admin">, query: Query, door: Door) {
  const { take, compact } = settingsOf(casesList.name, [], query, door);
  const { view, after, before, row, did } = query;
  return {
    ...(await listView(casesList, { view }, { after, before, row, take }, { admin, door }, rowFacts)),
    compact,
    view,
    views: await Promise.all(caseViews.map(async (name) => ({ name, count: await countCases(admin, { view: name }) }))),
    did,
    mayOpen: may(admin, "openRequests"),
    dialog: query.of ? await nullIfMissing(() => getCase(admin, { caseId: query.of! })) : null,
  };
}
export type CasesPage = Awaited<ReturnType<typeof casesPage>>;
export type CaseDialog = NonNullable<CasesPage["dialog"]>;

/** What the screen needs of a row besides its cells. */
const rowFacts = ({ ticketId, late, state, dueAt }: CaseLine) => ({ ticketId, late, state, dueAt });
