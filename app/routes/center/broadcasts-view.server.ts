import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/kernel/messages/index.ts";
import { type BroadcastRow, centerFrame, listBroadcasts, ticketDetail } from "#modules/tickets/index.ts";
import { orderOfBroadcast } from "#modules/wallet/index.ts";
import { checkoutView } from "./checkout-view.server.ts";

type Center = ActorOf<"center">;

const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined as never);

/** Where the reader is; whatever is odd in the address is left out, not refused. */
export const BroadcastQuery = z.object({
  after: lenient(z.string().max(100)),
  show: lenient(z.literal("all")),
  /** The offer that is asked about before it is rejected. */
  reject: lenient(z.uuid()),
  /** The reserved offer whose payment is on screen. */
  pay: lenient(z.uuid()),
  /** The reader came back from the hosted checkout without paying. */
  closed: lenient(z.literal("1")),
  /** What the checkout came back with, and for which ticket. */
  payment: lenient(z.enum(["paid", "pending", "failed"])),
  ticket: lenient(z.string().regex(/^[\w-]{20,30}$/)),
});
type Query = z.output<typeof BroadcastQuery>;

/** How many answered offers stand below those that wait, where these leave room on the page. */
const recent = 10;
const room = 25;

/** The offers to answer, those answered lately, and a payment that is under way or just came back. */
export async function broadcastsView(center: Center, query: Query, door: Door) {
  const all = query.show === "all";
  const page = await listBroadcasts(center, { after: query.after, ...(!all && { status: "OPEN" as const }) });
  const take = all || query.after ? 0 : Math.min(recent, room - page.rows.length);
  const answered = take > 0 ? (await listBroadcasts(center, { status: "ANSWERED", take })).rows : [];
  return {
    all,
    rows: page.rows.map(listed),
    next: page.next,
    answered: answered.map(listed),
    balancePaise: (await door.once("frame", () => centerFrame(center))).balancePaise,
    rejecting: page.rows.map(listed).find(({ id, mayAnswer }) => mayAnswer && id === query.reject) ?? null,
    pay: query.pay ? { ...(await payView(center, query.pay, door)), closed: query.closed === "1" } : null,
    outcome: query.payment ? await outcomeView(center, query.payment, query.ticket) : null,
  };
}
export type BroadcastsView = Awaited<ReturnType<typeof broadcastsView>>;

/** What the list shows of an offer; the page carries it twice, so the rest stays here. */
const listed = (offer: BroadcastRow) => ({
  id: offer.id,
  status: offer.status,
  ticketId: offer.ticketId,
  number: offer.number,
  service: offer.service.name,
  requirement: offer.requirement,
  locality: offer.locality,
  pincode: offer.pincode,
  timePreference: offer.timePreference,
  label: offer.label,
  createdAt: offer.createdAt,
  pricePaise: offer.pricePaise,
  paidFrom: offer.paidFrom,
  secondsLeft: offer.secondsLeft,
  busyUntil: offer.busyUntil,
  mayAnswer: offer.mayAnswer,
});
export type ListedOffer = ReturnType<typeof listed>;

const reservedOf = async (center: Center) =>
  (await listBroadcasts(center, { status: "RESERVED" })).rows.filter(({ secondsLeft }) => secondsLeft > 0);

/**
 * The checkout of an offer this center has reserved; the amount is the order's. An offer that is no longer reserved is
 * shown as such: its time is over, or it is accepted by now.
 */
async function payView(center: Center, broadcastId: string, door: Door) {
  const row = (await reservedOf(center)).find(({ id }) => id === broadcastId);
  const order = row && (await orderOfBroadcast(row.id));
  if (!row || !order) return { row: null, amountPaise: 0, problem: null, sheet: null };
  const description = `${row.service.name} ${row.number}`;
  const cancelTo = `/brodcast-requests?pay=${row.id}&closed=1`;
  const amountPaise = order.amountPaise as number;
  return { row, amountPaise, ...(await checkoutView(order.id, { description, cancelTo }, door)) };
}
export type PayView = Awaited<ReturnType<typeof payView>> & { closed: boolean };

type Outcome = {
  kind: "paid" | "pending" | "failed" | "late";
  message: MessageKey;
  /** The accepted ticket's public id. */
  ticketId: string | null;
  /** The offer that is still reserved, so that the payment can be tried again or asked about. */
  reserved: BroadcastRow | null;
};

/** What a payment came to, as the database knows it now: one that was pending may have arrived meanwhile. */
async function outcomeView(
  center: Center,
  returned: "paid" | "pending" | "failed",
  ticketId: string | undefined,
): Promise<Outcome> {
  const reserved = (await reservedOf(center)).find((row) => row.ticketId === ticketId) ?? null;
  if (ticketId && (await owns(center, ticketId)))
    return { kind: "paid", message: "broadcast.paid", ticketId, reserved: null };
  if (returned === "failed") return { kind: "failed", message: "broadcast.paymentFailed", ticketId: null, reserved };
  if (returned === "pending") return { kind: "pending", message: "broadcast.paymentPending", ticketId: null, reserved };
  const message = ticketId ? "broadcast.paidLate" : "broadcast.paid";
  return { kind: ticketId ? "late" : "paid", message, ticketId: null, reserved: null };
}

async function owns(center: Center, ticketId: string) {
  try {
    const owner = (await ticketDetail(center, ticketId)).center;
    return owner ? owner.id === center.centerId : false;
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return false;
    throw error;
  }
}
