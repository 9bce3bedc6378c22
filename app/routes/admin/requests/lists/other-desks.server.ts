import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import type { Admin, AnyDeskList, DeskFilter, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { statusWord } from "#app/parts/tickets/words.ts";
import { type CenterWithoutBroadcasts, centersWithoutBroadcasts } from "#modules/centers/index.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { say } from "#modules/messages/index.ts";
import {
  acceptForCenter,
  broadcastedList,
  type CreatedTicket,
  casesList,
  centersNewTicketsList,
  createdElsewhereList,
  may,
  newTicketsList,
  type OfferedRow,
  type OfferToAnswer,
  offerToAnswer,
  type ProposalForm,
  proposalForm,
  proposeForCenter,
  type RideRow,
  rejectForCenter,
  ridesList,
  withdrawForCenter,
} from "#modules/tickets/index.ts";
import { BroadcastRef, broadcastStates, ProposeWindows, rideStatuses } from "#modules/tickets/shared.ts";
import { adjustmentsList } from "#modules/wallet/index.ts";
import { walletActions } from "#modules/wallet/shared.ts";
import { centerTables } from "./request-desks.server.ts";

/* The operators' lists of broadcasts, of rides, of what centers created for others and of money by hand, as screens. */

const number: DeskFilter = { name: "number", label: "lists.number", maxLength: 40, find: true };

const offerStatus: DeskFilter = {
  name: "status",
  label: "lists.offerStatus",
  choices: (_admin, { locale }) =>
    broadcastStates.map((value) => ({ value, label: say(`lists.offer.${value}`, {}, locale) })),
};

const offerExtra = (_admin: Admin, row: OfferedRow) => ({
  state: row.status,
  paidForKit: row.paidForKit,
  number: row.number,
  ticketId: row.ticketId,
  wanted: row.timePreference,
  /** Since when it waits for this center's answer; null for one that does not. */
  waitsSince: row.open ? row.createdAt : null,
  /** Whether this admin may accept or reject it for the center. */
  mayAnswer: false,
});
export type OfferExtra = ReturnType<typeof offerExtra>;

/** R265: the red section. */
export type AlsoOfBroadcasts = { barred: { centers: CenterWithoutBroadcasts[]; count: number } };

/** The two lists of broadcasts, as tabs of each other. */
const broadcastTables = [
  { path: "/broad-casted-list", label: "lists.broadcasted" },
  { path: "/admin-broadcast-tickets", label: "center.menu.newTickets" },
] as const;

export const broadcastedDesk: DeskList<OfferedRow, OfferExtra, AlsoOfBroadcasts> = {
  list: broadcastedList,
  path: "/broad-casted-list",
  siblings: broadcastTables,
  filters: [number, offerStatus],
  card: ["service"],
  extras: offerExtra,
  also: async (admin) => ({ barred: await centersWithoutBroadcasts(admin) }),
};

export const newTicketsDesk: DeskList<OfferedRow, OfferExtra, object> = {
  list: newTicketsList,
  path: "/admin-broadcast-tickets",
  siblings: broadcastTables,
  filters: [number],
  extras: offerExtra,
};

/** The dialog over New Tickets: what is answered, and which offer; null for one that is gone. */
export type AlsoOfNewTickets = {
  answering: { act: Answer; offer: OfferToAnswer | null; times: ProposalForm | null } | null;
};
const answers = ["accept", "reject", "propose"] as const;
export type Answer = (typeof answers)[number];

/** Beside the center requests an admin may answer an offer for its center (R137). */
export const centersNewTicketsDesk: DeskList<OfferedRow, OfferExtra, AlsoOfNewTickets> = {
  ...newTicketsDesk,
  list: centersNewTicketsList,
  path: "/center-ticket/new-tickets",
  siblings: centerTables,
  dialogs: answers,
  extras: (admin, row) => ({ ...offerExtra(admin, row), mayAnswer: row.open && may(admin, "answerOffers") }),
  also: async (admin, { act: named, of }) => {
    const act = answers.find((answer) => answer === named);
    if (!act || !of || !may(admin, "answerOffers")) return { answering: null };
    const offer = await offerIfAny(admin, of);
    const times = act === "propose" && offer ? await proposalForm(admin, offer.id) : null;
    return { answering: { act, offer, times } };
  },
};

async function offerIfAny(admin: Admin, broadcastId: string) {
  const parsed = BroadcastRef.safeParse({ broadcastId });
  if (!parsed.success) return null;
  return offerToAnswer(admin, parsed.data.broadcastId).catch((error) => {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  });
}

const behind = (_input: unknown, { url }: Door) => addressWith(url, { act: null, of: null });
// The lead price is taken from the center's wallet; where nobody is left, the customer's fee goes back.
const answering = { can: "edit_ticket.full_access", fresh: "money", limit: formLimit, input: BroadcastRef } as const;

/** The action of New Tickets beside the center requests. */
export const newTicketsActions = adminActions({
  accept: { ...answering, once: "as often as asked", run: acceptForCenter, say: "broadcast.accepted", to: behind },
  reject: { ...answering, once: "in its transaction", run: rejectForCenter, say: "broadcast.rejected", to: behind },
  propose: {
    ...answering,
    input: ProposeWindows,
    once: "in its transaction",
    run: proposeForCenter,
    say: "center.propose.done",
    to: behind,
  },
  withdrawTimes: {
    ...answering,
    fresh: none("Takes back what was proposed, for no money"),
    unkeyed: "What is withdrawn already stays withdrawn",
    run: withdrawForCenter,
    say: "center.propose.withdrawn",
    to: behind,
  },
  ...listIntents(centersNewTicketsDesk),
});

const createdExtra = (_admin: Admin, { number, displayedStatus, timePreference }: CreatedTicket) => ({
  number,
  status: displayedStatus,
  wanted: timePreference,
});
export type CreatedExtra = ReturnType<typeof createdExtra>;

export const createdElsewhereDesk: DeskList<CreatedTicket, CreatedExtra, object> = {
  list: createdElsewhereList,
  path: "/center-ticket/not-assigned",
  siblings: centerTables,
  filters: [{ name: "search", label: "center.filter.search", maxLength: 60, find: true }],
  extras: createdExtra,
};

const rideExtra = (_admin: Admin, { phone, status, number }: RideRow) => ({ phone, status, number });
export type RideExtra = ReturnType<typeof rideExtra>;

export const ridesDesk: DeskList<RideRow, RideExtra, object> = {
  list: ridesList,
  path: "/erickshaw-ticket",
  filters: [
    number,
    {
      name: "status",
      label: "common.status",
      choices: (_admin, { locale }) =>
        rideStatuses.map((value) => ({ value, label: statusWord(value, (key) => say(key, {}, locale)) })),
    },
  ],
  extras: rideExtra,
};

/**
 * The list of refunds and penalties for the addresses that serve all lists: what is new in it, and its file. Its screen
 * begins with what is to be decided, which is never too old to be shown.
 */
export const approvalsDesk: AnyDeskList = {
  list: adjustmentsList,
  path: "/wallet-approvals",
  filters: [
    {
      name: "kind",
      label: "adjust.type",
      choices: (_admin, { locale }) =>
        walletActions.map((value) => ({ value, label: say(`adjust.kind.${value}`, {}, locale) })),
    },
  ],
  views: Object.fromEntries(
    adjustmentsList.filter.shape.shown
      .unwrap()
      .options.map((shown) => [shown, { label: `adjust.view.${shown}` as const, filter: () => ({ shown }) }]),
  ),
  usualView: "toDecide",
  allDays: true,
  extras: () => ({}),
};

/** The list of cases for the addresses that serve all lists: its file. */
export const casesDesk: AnyDeskList = {
  list: casesList,
  path: "/cases",
  filters: [],
  views: {
    waiting: { label: "case.view.waiting", filter: () => ({ view: "waiting" as const }) },
    decided: { label: "case.state.decided", filter: () => ({ view: "decided" as const }) },
  },
  usualView: "waiting",
  allDays: true,
  extras: () => ({}),
};

/** The action of a list whose rows are not selected. */
export const plainActions = (desk: AnyDeskList) => adminActions(listIntents(desk));
