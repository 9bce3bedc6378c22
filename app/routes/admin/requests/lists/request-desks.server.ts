import { adminActions } from "#app/http/doors/page.server.ts";
import { serviceChoices } from "#app/parts/catalog/service-choices.server.ts";
import { optionsOf } from "#app/parts/clients/client-options.server.ts";
import { bulkIntent, listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { type Admin, type DeskFilter, type DeskList, filterOf } from "#app/parts/lists/desk-list.server.ts";
import { statusWord } from "#app/parts/tickets/words.ts";
import { searchTextOf } from "#app/ui/base/refused.ts";
import { centerName } from "#modules/centers/index.ts";
import { isClient } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { id } from "#modules/kernel/validation.ts";
import { type MessageKey, say } from "#modules/messages/index.ts";
import {
  type Analysis,
  allClientRequestsList,
  analyseTickets,
  centerRequestsList,
  clientRequestsList,
  closedList,
  noServiceList,
  pendingList,
  reachedNames,
  requestSources,
  requestsList,
  type TicketRow,
} from "#modules/tickets/index.ts";
import { actIntents } from "../acts/actions.server.ts";
import type { RequestList } from "../acts/acts.ts";
import { actsOf } from "../acts/acts-of.server.ts";
import { actNames, type RequestDialogData, requestDialog } from "../acts/dialog.server.ts";

/* The operators' lists of requests as screens: their filters, views and tables. */

const statuses = [
  "open",
  "Technician Not Assigned",
  "Technician Assigned",
  "PENDING",
  "ACCEPTED",
  "VERIFIED",
  "ON_HOLD",
  "CLOSED",
  "CANCEL",
  "REJECT",
];

const statusesIn =
  (offered: readonly string[]): NonNullable<DeskFilter["choices"]> =>
  (_admin, { locale }) => {
    const word = (key: MessageKey) => say(key, {}, locale);
    return offered.map((value) => ({
      value,
      label: value === "open" ? word("center.filter.open") : statusWord(value, word),
    }));
  };

const search: DeskFilter = { name: "search", label: "center.filter.search", maxLength: 60, find: true };
const status: DeskFilter = { name: "status", label: "common.status", choices: statusesIn(statuses) };
/** The displayed statuses a pending request can have (R198–R202). */
const pendingStatus: DeskFilter = {
  ...status,
  choices: statusesIn(["Technician Not Assigned", "Technician Assigned"]),
};
/** A request that nobody serves has no technician, and is not closed. */
const unservedStatus: DeskFilter = { ...status, choices: statusesIn(["open", "PENDING", "CANCEL"]) };
const service: DeskFilter = {
  name: "service",
  label: "common.service",
  choices: async (_admin, { locale }) => serviceChoices(locale),
};
const city: DeskFilter = { name: "city", label: "common.city", maxLength: 30, rare: true };
/** For staff; a client's admin has only one. */
const client: DeskFilter = {
  name: "client",
  label: "common.client",
  choices: async (admin, { url: { searchParams } }) => {
    const search = searchParams.get(searchTextOf("client")) ?? undefined;
    const chosen = searchParams.get("client") ?? undefined;
    return isClient(admin) ? [] : optionsOf(admin, { search, chosen });
  },
  rare: true,
};
/** What the numbers of the report page are counted by, so that each opens the requests it counts. */
const reported: readonly DeskFilter[] = [
  {
    name: "source",
    label: "report.bySource",
    choices: (_admin, { locale }) =>
      requestSources.map((value) => ({ value, label: say(`report.source.${value}`, {}, locale) })),
    rare: true,
  },
  {
    name: "reached",
    label: "report.reached",
    choices: (_admin, { locale }) =>
      reachedNames.map((value) => ({ value, label: say(`report.reached.${value}`, {}, locale) })),
    rare: true,
  },
  {
    name: "center",
    label: "common.center",
    // There are thousands of centers: only the one that is asked for is offered.
    choices: async (admin, { url }) => {
      const centerId = id.safeParse(url.searchParams.get("center"));
      const name = centerId.success ? await centerName(centerId.data) : undefined;
      return name ? [{ value: centerId.data!, label: nameFor(admin, name) }] : [];
    },
    rare: true,
  },
  { name: "pincode", label: "common.pincode", maxLength: 6, rare: true },
  { name: "hour", label: "report.hour", maxLength: 2, rare: true },
];
/** R258. */
const assigned: DeskFilter = {
  name: "assigned",
  label: "common.technician",
  choices: (_admin, { locale }) =>
    (["any", "no", "yes"] as const).map((value) => ({ value, label: say(`lists.assigned.${value}`, {}, locale) })),
  remembered: true,
};

/** What the screen needs of a request besides its cells. */
const requestExtra = (list: RequestList) => (admin: Admin, row: TicketRow) => ({
  ...actsOf(admin, row),
  number: row.number,
  status: list === "closed" || list === "b2b" || list === "client" ? row.status : row.displayedStatus,
  place: [row.address.locality, row.address.pincode].filter(Boolean).join(" "),
  wantsOtherTime: row.wantsOtherTime,
  noteAt: row.customerNoteAt,
  wanted: row.timePreference,
});
export type RequestExtra = ReturnType<ReturnType<typeof requestExtra>>;

/** An open dialog of a request, and the analysis: "tooMany" for more requests than are analysed. */
export type AlsoOfRequests = {
  list: RequestList;
  dialog: RequestDialogData | null;
  analysis: Analysis | "tooMany" | null;
};

type RequestDesk = DeskList<TicketRow, RequestExtra, AlsoOfRequests>;

/** A list of requests as a screen. */
function deskOf(kind: RequestList, desk: Omit<RequestDesk, "extras" | "dialogs" | "also">): RequestDesk {
  return {
    add: { to: "/admin-ticket", label: "common.addRequest", can: "add_ticket" },
    ...desk,
    dialogs: actNames,
    card: ["created", "service", "customer", "center", "closingPrice"],
    extras: requestExtra(kind),
    also: async (admin, query) => ({
      list: kind,
      // A `center` of a list is its filter.
      dialog: await requestDialog(admin, { act: query.act, of: query.of }),
      analysis:
        query.act === "analysis" && kind === "all"
          ? ((await analyseTickets(admin, filterOf(desk, query))) ?? "tooMany")
          : null,
    }),
  };
}

export const allDesk = deskOf("all", {
  list: requestsList,
  path: "/Tickets",
  filters: [search, status, service, city, client, ...reported],
  views: {
    notAssigned: { label: "requests.view.notAssigned", filter: () => ({ status: "Technician Not Assigned" }) },
    paidNoCenter: { label: "requests.view.paidNoCenter", filter: () => ({ paidWithoutCenter: true }) },
    dueToday: {
      label: "requests.view.dueToday",
      filter: () => ({ visitOn: istDate(), from: undefined, to: undefined }),
    },
    unstaffed: { label: "requests.view.unstaffed", filter: () => ({ visit: "unstaffed" as const }) },
    late: { label: "requests.view.late", filter: () => ({ visit: "late" as const }) },
    otherTime: { label: "requests.view.otherTime", filter: () => ({ otherTime: true }) },
  },
});

export const pendingDesk = deskOf("pending", {
  list: pendingList,
  path: "/pending-ticket",
  filters: [search, pendingStatus, service, city],
});

export const closedDesk = deskOf("closed", {
  list: closedList,
  path: "/close-ticket",
  filters: [search, service, city],
});

export const noServiceDesk = deskOf("noService", {
  list: noServiceList,
  path: "/noService-ticket",
  filters: [search, unservedStatus, service, city],
});

/** The three tables of the center requests. */
export const centerTables = [
  { path: "/center-ticket", label: "lists.byCenters" },
  { path: "/center-ticket/new-tickets", label: "center.menu.newTickets" },
  { path: "/center-ticket/not-assigned", label: "center.created.title" },
] as const;

export const centerDesk = deskOf("center", {
  list: centerRequestsList,
  path: "/center-ticket",
  siblings: centerTables,
  filters: [search, status, service, city],
});

export const clientDesk = deskOf("b2b", {
  list: clientRequestsList,
  path: "/b2b-ticket",
  filters: [search, status, service, city, client, ...reported],
  add: { to: "/add-client-ticket", label: "common.addRequest", can: "add_ticket" },
});

export const allClientDesk = deskOf("client", {
  list: allClientRequestsList,
  path: "/all-client-ticket",
  filters: [search, assigned, status, { ...service, rare: true }, client],
  add: { to: "/add-client-ticket", label: "common.addRequest", can: "add_ticket" },
});

/** The action of a list's page. */
export const requestActions = (desk: RequestDesk) =>
  adminActions({ ...actIntents, ...listIntents(desk), ...bulkIntent(desk) });
