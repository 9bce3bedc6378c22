import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { settingsFields, settingsOf } from "#app/parts/lists/desk-settings.server.ts";
import { filterFields, filterShown } from "#app/parts/lists/filter-fields.ts";
import { listView } from "#app/parts/lists/list-view.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import type { ListRow } from "#app/ui/list/columns.tsx";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { nullIfMissing } from "#modules/kernel/errors.ts";
import { id, lenient, publicId, wholeNumber } from "#modules/kernel/validation.ts";
import { countHeldFees, heldFeeOf, heldFeesList } from "#modules/tickets/index.ts";
import {
  type AdjustmentRow,
  adjustmentsList,
  countAdjustments,
  getAdjustment,
  may,
  stateOf,
} from "#modules/wallet/index.ts";
import { approvalActs, approvalViews, heldFeesView } from "./words.ts";

const { shown: _, ...narrowing } = adjustmentsList.filter.shape;
const narrowed = z.object(narrowing);

/** The list's view, filter, position and settings, and the row a dialog is about. */
export const ApprovalsQuery = z.object({
  view: z.enum([...approvalViews, heldFeesView]).catch("toDecide"),
  ...filterFields(narrowed),
  ...placeFields,
  ...settingsFields(["none"]),
  row: lenient(wholeNumber(1, 10_000_000)),
  did: lenient(id),
  act: lenient(z.enum(approvalActs)),
  of: lenient(z.union([id, publicId])),
});
type Query = z.output<typeof ApprovalsQuery>;
type ApprovalQuery = Query & { view: (typeof approvalViews)[number] };

/** The list's view, or that of the held fees. */
export async function approvalsPage(admin: ActorOf<"admin">, query: Query, door: Door) {
  return query.view === heldFeesView
    ? { held: await heldFeesPage(admin, query, door), approvals: null }
    : { held: null, approvals: await approvalsView(admin, { ...query, view: query.view }, door) };
}

const shownIn = (view: ApprovalQuery["view"]) => (view === "all" ? {} : { shown: view });

/** A page of refunds and penalties with the counts of its views, and an open dialog. */
async function approvalsView(admin: ActorOf<"admin">, query: ApprovalQuery, door: Door) {
  const { take, compact } = settingsOf(adjustmentsList.name, [], query, door);
  const { kind, from, to, view, after, before, row } = query;
  const filter = { kind, from, to, ...shownIn(view) };
  return {
    ...(await listView(adjustmentsList, filter, { after, before, row, take }, { admin, door }, rowFacts)),
    compact,
    view,
    views: await viewsOf(admin),
    filter: filterShown(narrowed, query),
    did: query.did,
    mayOpen: may(admin, "openRequests"),
    dialog: query.act && query.of && id.safeParse(query.of).success ? await dialogOf(admin, query.act, query.of) : null,
  };
}
/** The views of the page with their counts. */
async function viewsOf(admin: ActorOf<"admin">) {
  const counts = await Promise.all([
    ...approvalViews.map((each) => countAdjustments(admin, shownIn(each))),
    countHeldFees(admin, {}),
  ]);
  return ([...approvalViews, heldFeesView] as const).map((name, at) => ({ name, count: counts[at]! }));
}

/** A page of held fees, oldest first, and an open dialog. */
async function heldFeesPage(admin: ActorOf<"admin">, query: Query, door: Door) {
  const { take, compact } = settingsOf(adjustmentsList.name, [], query, door);
  const { after, before, row } = query;
  return {
    ...(await listView(heldFeesList, {}, { after, before, row, take }, { admin, door }, () => ({}))),
    compact,
    views: await viewsOf(admin),
    mayOpen: may(admin, "openRequests"),
    dialog: query.of ? await nullIfMissing(() => heldFeeOf(admin, query.of!)) : null,
  };
}
export type HeldFeesPage = Awaited<ReturnType<typeof heldFeesPage>>;

export type ApprovalsView = Awaited<ReturnType<typeof approvalsView>>;

/** What the screen needs of a row besides its cells. */
const rowFacts = (row: AdjustmentRow) => ({ state: stateOf(row), may: row.may, request: row.ticket?.id ?? null });
export type ApprovalRow = ReturnType<typeof rowFacts> & ListRow;

/** An open dialog; none for a row that is gone, or for an act that nobody may take on it any more. */
const dialogOf = (admin: ActorOf<"admin">, act: (typeof approvalActs)[number], of: string) =>
  nullIfMissing(async () => {
    const row = await getAdjustment(admin, of);
    return { act, ...row, state: stateOf(row) };
  });
