import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { termView } from "#app/parts/centers/term-view.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { checkoutView } from "#app/parts/payment/checkout-view.server.ts";
import type { ListRow } from "#app/ui/list/columns.tsx";
import { type ActorOf, isDesk } from "#modules/kernel/actor.ts";
import { now, second } from "#modules/kernel/clock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { usualTake } from "#modules/kernel/lists/keyset.server.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { id, lenient, publicId } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import {
  type Accepting,
  acceptingOf,
  type BroadcastRow,
  centerFrame,
  freeTechnicians,
  listBroadcasts,
  offersList,
  proposalForm,
  ticketDetail,
} from "#modules/tickets/index.ts";
import { unpaidAtOnce } from "#modules/tickets/shared.ts";
import { orderOfBroadcast } from "#modules/wallet/index.ts";

type Center = ActorOf<"center">;

/** The page's query; invalid fields are ignored instead of refused. */
export const BroadcastQuery = z.object({
  ...placeFields,
  show: lenient(z.literal("all")),
  /** The offer whose acceptance from the wallet is being confirmed. */
  accept: lenient(id),
  /** The offer whose rejection is being confirmed. */
  reject: lenient(id),
  /** The offer for which other times are being proposed. */
  propose: lenient(id),
  /** The reserved offer whose payment is shown. */
  pay: lenient(id),
  /** Set when the reader came back from the hosted checkout without paying. */
  closed: lenient(z.literal("1")),
  /** The checkout's result. */
  payment: lenient(z.enum(["paid", "pending", "failed"])),
  /** The ticket that was just accepted, or whose checkout it was. */
  ticket: lenient(publicId),
});
type Query = z.output<typeof BroadcastQuery>;

/** How many answered offers are shown below the pending ones, if the page has room. */
const recent = 10;

/** Pending offers, recently answered ones, and a payment in progress or just finished. */
export async function broadcastsView(center: Center, query: Query, door: Door) {
  const all = query.show === "all";
  const { after, before } = query;
  const { rows, ...pages } = await offersList.page(center, { after, before, status: all ? undefined : "OPEN" });
  const take = all || after || before ? 0 : Math.min(recent, usualTake(center) - rows.length);
  const done = query.ticket ? await wonOf(center, query.ticket) : undefined;
  const answered = take > 0 ? (await offersList.page(center, { status: "ANSWERED", take })).rows : [];
  const accepting = await acceptingOf(center);
  const { balancePaise, notice } = await door.once("frame", () => centerFrame(center));
  const free = await freeTechnicians(center, [...rows, ...answered].flatMap(wantedAt));
  const shown = (offers: BroadcastRow[]) =>
    tableOf(offersList, offers, { actor: center, locale: door.locale }, (offer) => ({
      ...rowFacts(offer, barOf(offer, accepting, balancePaise), balancePaise),
      free: wantedAt(offer).flatMap((at) => free.get(at.getTime()) ?? []),
    }));
  const table = shown(done ? inItsPlace(rows, done) : rows);
  return {
    all,
    table,
    pages,
    answered: shown(answered.filter(({ id }) => id !== done?.id)),
    done: done?.id ?? null,
    owner: !isDesk(center),
    accepting,
    term: await termView(center),
    disabled: notice !== null,
    confirming: table.rows.find(({ id, walletPays }) => walletPays && id === query.accept)?.id ?? null,
    rejecting: table.rows.find(({ id, mayAnswer }) => mayAnswer && id === query.reject) ?? null,
    proposing: await proposingView(center, table.rows, query.propose),
    pay: query.pay ? { ...(await payView(center, query.pay, door)), closed: query.closed === "1" } : null,
    outcome: query.payment ? await outcomeView(center, query.payment, query.ticket) : null,
  };
}
export type BroadcastsView = Awaited<ReturnType<typeof broadcastsView>>;

/** The windows to propose for an offer of the page that other times can be proposed for. */
async function proposingView(center: Center, offers: readonly ListedOffer[], propose: string | undefined) {
  const row = offers.find(({ id, mayPropose }) => mayPropose && id === propose);
  return row ? { row, form: await proposalForm(center, row.id) } : null;
}

/** The offer by which this center has just got a ticket. */
async function wonOf(center: Center, ticket: string): Promise<BroadcastRow | undefined> {
  const [row] = (await listBroadcasts(center, { ticket, status: "ACCEPTED", take: 1 })).rows;
  return row;
}

/** The offers with one that is no longer open where it stood: they are sorted by their creation, newest first. */
function inItsPlace(rows: readonly BroadcastRow[], done: BroadcastRow): BroadcastRow[] {
  const others = rows.filter(({ id }) => id !== done.id);
  const earlier = (row: BroadcastRow) =>
    row.createdAt < done.createdAt || (row.createdAt.getTime() === done.createdAt.getTime() && row.id < done.id);
  const at = others.findIndex(earlier);
  return at === -1 ? [...others, done] : others.toSpliced(at, 0, done);
}

/** Why an offer cannot be accepted now, and until when; without a time, waiting does not help. */
export type Bar = {
  why: "unverified" | "rivalsFirst" | "noMoreTries" | "unpaidAtOnce";
  most: number;
  at: Date | null;
  seconds: number;
};

/**
 * The reason accepting would be refused, so that nobody tries in vain; an offer the wallet pays at once never waits.
 */
function barOf(offer: BroadcastRow, { left, perDay, unpaidUntil }: Accepting, balancePaise: number): Bar | null {
  if (offer.secondsLeft > 0 || (offer.status !== "PENDING" && offer.status !== "RESERVED")) return null;
  if (left === 0) return { why: "unverified", most: perDay, at: null, seconds: 0 };
  if (offer.pricePaise === 0 || balancePaise >= offer.pricePaise) return null;
  if (offer.nextTry === "never") return { why: "noMoreTries", most: 0, at: null, seconds: 0 };
  const waits = (why: Bar["why"], at: Date) => {
    const seconds = Math.max(1, Math.ceil((at.getTime() - now().getTime()) / second));
    return { why, most: unpaidAtOnce, at, seconds };
  };
  if (offer.nextTry) return waits("rivalsFirst", offer.nextTry);
  return unpaidUntil && waits("unpaidAtOnce", unpaidUntil);
}

/** The moment an offer that can be answered is wanted at; none for one without a time. */
const wantedAt = ({ mayAnswer, timePreference: { type, at } }: BroadcastRow): Date[] =>
  mayAnswer && type === "SPECIFIC_DATE_AND_TIME" && at ? [at] : [];

/** What the list needs of an offer besides its cells. */
const rowFacts = (offer: BroadcastRow, bar: Bar | null, balancePaise: number) => ({
  status: offer.status,
  ticketId: offer.ticketId,
  label: offer.label,
  pricePaise: offer.pricePaise,
  /** Whether the wallet has its price. */
  walletCovers: balancePaise >= offer.pricePaise,
  paidFrom: offer.paidFrom,
  secondsLeft: offer.secondsLeft,
  busyUntil: offer.busyUntil,
  mayAnswer: offer.mayAnswer,
  mayPropose: offer.mayPropose,
  proposed: offer.proposed,
  /** Whether accepting it takes its price from the wallet at once, which is asked about first. */
  walletPays:
    bar === null &&
    (offer.mayAnswer || (offer.status === "RESERVED" && offer.secondsLeft === 0)) &&
    offer.pricePaise > 0 &&
    balancePaise >= offer.pricePaise,
  bar,
});
export type ListedOffer = ReturnType<typeof rowFacts> &
  ListRow & {
    /** The technicians who are free at the time it is wanted. */
    free: string[];
  };

const reservedOf = async (center: Center) =>
  (await listBroadcasts(center, { status: "RESERVED" })).rows.filter(({ secondsLeft }) => secondsLeft > 0);

/**
 * The checkout of an offer this center has reserved; the amount is the order's. An offer whose reservation is over is
 * shown as that; one that was paid for or accepted meanwhile, as after Back, leads to what became of it.
 */
async function payView(center: Center, broadcastId: string, door: Door) {
  const row = (await reservedOf(center)).find(({ id }) => id === broadcastId);
  const order = row && (await orderOfBroadcast(row.id));
  if (!row) await leadToItsEnd(center, broadcastId, door);
  if (!row || !order) return { row: null, amountPaise: 0, problem: null, sheet: null };
  const description = `${row.service.name} ${row.number}`;
  const cancelTo = `/brodcast-requests?pay=${row.id}&closed=1`;
  const amountPaise = order.amountPaise as number;
  const checkout = await checkoutView(order.id, { description, cancelTo }, door);
  // Paid since its reservation was read.
  if (checkout.problem === "payment.alreadyPaid") await leadToItsEnd(center, broadcastId, door);
  return { row, amountPaise, ...checkout };
}

async function leadToItsEnd(center: Center, id: string, door: Door) {
  const [offer] = (await listBroadcasts(center, { id, take: 1 })).rows;
  if (!offer) return;
  const { status, paidFrom, ticketId } = offer;
  if (paidFrom === "card" || (await orderOfBroadcast(id))?.status === "paid")
    throw door.go(`/brodcast-requests?payment=paid&ticket=${ticketId}`);
  if (status === "ACCEPTED") throw door.go(`/brodcast-requests?ticket=${ticketId}`);
}

export type PayView = Awaited<ReturnType<typeof payView>> & { closed: boolean };

type Outcome = {
  kind: "paid" | "pending" | "failed" | "late";
  message: MessageKey;
  /** The accepted ticket; its row, in its place in the list, has what comes next. */
  ticket: { id: string; number: string } | null;
  /** The offer if it is still reserved, so that paying or checking can be tried again. */
  reserved: BroadcastRow | null;
};

/** The payment's current state in the database: a pending one may have been captured meanwhile. */
async function outcomeView(
  center: Center,
  returned: "paid" | "pending" | "failed",
  ticketId: string | undefined,
): Promise<Outcome> {
  const reserved = (await reservedOf(center)).find((row) => row.ticketId === ticketId) ?? null;
  const ticket = ticketId ? await ownTicket(center, ticketId) : null;
  if (ticket) return { kind: "paid", message: "broadcast.paid", ticket, reserved: null };
  if (returned === "failed") return { kind: "failed", message: "broadcast.paymentFailed", ticket, reserved };
  if (returned === "pending") return { kind: "pending", message: "broadcast.paymentPending", ticket, reserved };
  const message = ticketId ? "broadcast.paidLate" : "broadcast.paid";
  return { kind: ticketId ? "late" : "paid", message, ticket, reserved: null };
}

async function ownTicket(center: Center, ticketId: string): Promise<Outcome["ticket"]> {
  try {
    const { id, number, center: owner } = await ticketDetail(center, ticketId);
    return owner && owner.id === center.centerId ? { id, number } : null;
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}
