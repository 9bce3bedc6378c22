import { sql } from "kysely";
import type { Random } from "#modules/demo/random.ts";
import { system } from "#modules/kernel/actor.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { type AnyJob, drain } from "#modules/kernel/work/jobs.server.ts";
import { signedCallback } from "#modules/sandbox/payments/checkout.ts";
import { refundUnaccepted } from "#modules/tickets/fees/refund-unaccepted.ts";
import {
  acceptBroadcast,
  afterPayment,
  assignTechnician,
  cancelTicket,
  closeTicket,
  confirmBooking,
  deleteTicket,
} from "#modules/tickets/index.ts";
import { confirmAcceptance } from "#modules/tickets/matching/pay-acceptance.ts";
import { expireReservations } from "#modules/tickets/matching/reserve.ts";
import { AdminCloseTicket } from "#modules/tickets/shared.ts";
import {
  buySubscription,
  confirmCheckout,
  confirmWithProvider,
  gateway,
  type OrderPurpose,
  openOrder,
  payable,
  receiveWebhook,
  reconcileOrders,
  sendRefund,
  settleOrderLater,
} from "#modules/wallet/index.ts";
import type { CheckoutCallback } from "#modules/wallet/shared.ts";
import { aCenter, aPincode, aService, asAdmin, asCenter, asVisitor, aTechnician, aTicket } from "../factories.ts";
import type { openTill, Sent } from "../payments.ts";
import { codesOf } from "../work.ts";
import type { Act } from "./plan.ts";

/*
 * A small market with purchases of every purpose, on which the actions of a plan run as people, the provider and the
 * worker would do them.
 */

type Purchase = { orderId: string; purpose: OrderPurpose; ticketId: string | null; callbacks: CheckoutCallback[] };

/** Counts of what was done; a delivery is a callback, a webhook, or an order the reconciler asked about. */
export type Counts = Record<
  "callbacks" | "webhooks" | "asked" | "forged" | "payments" | "jobs" | "lostJobs" | "accepts" | "cancels" | "closes",
  number
>;
export const noCounts = (): Counts => ({
  callbacks: 0,
  webhooks: 0,
  asked: 0,
  forged: 0,
  payments: 0,
  jobs: 0,
  lostJobs: 0,
  accepts: 0,
  cancels: 0,
  closes: 0,
});
export const deliveriesOf = ({ callbacks, webhooks, asked }: Counts) => callbacks + webhooks + asked;

/** Open a market with `size` purchases. */
export async function openMarket(till: ReturnType<typeof openTill>, random: Random, size: number, counts: Counts) {
  const service = await aService();
  const pincode = aPincode();
  const centers = await Promise.all(
    [1, 2, 3].map(() =>
      unitOfWork(() => aCenter({ services: [service], pincodes: [pincode], ticketAcceptLimit: 1_000 })),
    ),
  );
  const technicians = new Map<string, string>();
  for (const center of centers)
    technicians.set(center.id, (await unitOfWork(() => aTechnician({ center, primaryServiceId: service.id }))).id);
  const purchases: Purchase[] = [];
  const tickets: { id: string; publicId: string }[] = [];

  for (let made = 0; made < size; made++) {
    const purpose = random.weighted([
      ["booking_fee", 0.7],
      ["pick_drop", 0.1],
      ["recharge", 0.15],
      ["subscription", 0.05],
    ] as const);
    const { id } = random.pick(centers);
    await unitOfWork(() => (purpose === "subscription" ? aSubscription(id) : aPurchase(purpose, id)));
  }

  async function aPurchase(purpose: "booking_fee" | "pick_drop" | "recharge", centerId: string) {
    const amountPaise = fromRupees(purpose === "pick_drop" ? 20 : purpose === "recharge" ? 150 : 99);
    const ticket =
      purpose === "recharge" ? null : await aTicket({ serviceId: service.id, pincode, bookingFeePaise: amountPaise });
    if (ticket) tickets.push(ticket);
    const ticketId = ticket?.id ?? null;
    const order = await transaction(() =>
      openOrder({ purpose, amountPaise, ...(ticketId ? { ticketId } : { centerId }) }),
    );
    purchases.push({ orderId: order.id, purpose, ticketId, callbacks: [] });
  }

  /** A year, or the first instalment of one: of what one center orders both of, one is given and the other goes back. */
  async function aSubscription(centerId: string) {
    const product = random.pick(["annual", "first_instalment"] as const);
    const { orderId } = await buySubscription(asCenter({ id: centerId }), {
      product,
      payBy: "card",
      amount: undefined,
    });
    if (orderId && !purchases.some((known) => known.orderId === orderId))
      purchases.push({ orderId, purpose: "subscription", ticketId: null, callbacks: [] });
  }

  const at = <T>(from: readonly T[], which: number): T | undefined => from[which % (from.length || 1)];

  /** One action; a refusal by a business rule is a normal result, any other error is a failure. */
  async function happen(act: Act): Promise<void> {
    try {
      await unitOfWork(() => done(act));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  async function done(act: Act): Promise<void> {
    const { which } = act;
    const purchase = at(purchases, which)!;
    const ticket = at(tickets, which);
    switch (act.is) {
      case "pays":
        return pays(purchase, act.outcome, act.amount);
      case "callback":
        return calledBack(purchase, act.as, which);
      case "webhook": {
        const webhook = at(till.sent, which);
        if (!webhook) return;
        const as = altered(webhook, act.as);
        await Promise.all((act.twice ? [as, as] : [as]).map((one) => unitOfWork(() => delivered(one))));
        return;
      }
      case "asks":
        return void (await confirmWithProvider(asVisitor(), { orderId: purchase.orderId }));
      case "queue":
        return worked();
      case "reconciler":
        counts.asked += (await reconcileOrders()).asked;
        return;
      case "reservations":
        return void (await expireReservations());
      case "refunds":
        return void (await refundUnaccepted());
      case "accept":
        return accepts(which);
      case "cancel":
        return cancels(which);
      case "delete":
        if (ticket) await deleteTicket(system("market"), { ticketId: ticket.publicId });
        counts.cancels += 1;
        return;
      case "close":
        return closes(which);
    }
  }

  /** A customer opens the checkout and pays at the provider. */
  async function pays({ orderId, callbacks }: Purchase, outcome: "success" | "failure" | "pending", amount?: number) {
    const { order_id } = await payable(orderId);
    const callback = await till.pay(order_id, outcome, { ...(amount && { amount }) });
    counts.payments += 1;
    if (callback) callbacks.push(callback);
  }

  async function calledBack(
    { purpose, callbacks }: Purchase,
    as: "it is" | "tampered" | "of another order",
    which: number,
  ): Promise<void> {
    const callback = at(callbacks, which);
    if (!callback) return;
    counts.callbacks += 1;
    if (as !== "it is") {
      const other = at(purchases, which + 1)?.callbacks[0];
      const forged =
        as === "tampered" || !other || other.providerPaymentId === callback.providerPaymentId
          ? {
              ...callback,
              signature: callback.signature.replace(/^./, (x) => (x === "0" ? "1" : "0")),
            }
          : { ...callback, providerPaymentId: other.providerPaymentId };
      counts.forged += 1;
      return mustBeRefused(confirmCheckout(asVisitor(), forged), "invalid");
    }
    if (which % 3 === 0)
      await afterPayment(asVisitor(), signedCallback(callback.providerOrderId, callback.providerPaymentId));
    else if (purpose === "lead_fee") await confirmAcceptance(asVisitor(), callback);
    else if (purpose === "recharge" || purpose === "subscription") await confirmCheckout(asVisitor(), callback);
    else await confirmBooking(asVisitor(), callback);
  }

  async function delivered(webhook: Sent): Promise<void> {
    counts.webhooks += 1;
    if (gateway.isWebhookGenuine(webhook.rawBody, webhook.signature)) return void (await receiveWebhook(webhook));
    counts.forged += 1;
    await mustBeRefused(receiveWebhook(webhook), "denied");
  }

  /** A center accepts an offer, usually one that is still open. */
  async function accepts(which: number) {
    const offers = await rows<{ id: string; center_id: string; ticket_id: string }>(
      sql`select id, center_id, ticket_id from broadcasts
       where ticket_id = any(${tickets.map(({ id }) => id)}::uuid[]) and (status in ('PENDING', 'RESERVED') or ${which % 7 === 0}) order by id`,
    );
    const offer = at(offers, which);
    if (!offer) return;
    const ticketId = offer.ticket_id;
    counts.accepts += 1;
    const accepted = await acceptBroadcast(asCenter({ id: offer.center_id }), { broadcastId: offer.id });
    if (accepted.accepted) return;
    const [order] = await rows<{ id: string }>(
      sql`select id from orders where provider_order_id = ${accepted.payment.id}`,
    );
    if (order && !purchases.some(({ orderId }) => orderId === order.id))
      purchases.push({ orderId: order.id, purpose: "lead_fee", ticketId, callbacks: [] });
  }

  const taken = () =>
    rows<{ id: string; public_id: string; center_id: string }>(
      sql`select id, public_id, center_id from tickets where id = any(${tickets.map(({ id }) => id)}::uuid[]) and status = 'ACCEPTED' order by id`,
    );

  /** An admin cancels a request, in half of the cases one that a center has. */
  async function cancels(which: number) {
    const ticketId = (which % 2 ? at(await taken(), which)?.public_id : undefined) ?? at(tickets, which)?.publicId;
    if (!ticketId) return;
    await cancelTicket(asAdmin(), { ticketId });
    counts.cancels += 1;
  }

  async function closes(which: number) {
    const ticket = at(await taken(), which);
    const technicianId = ticket && technicians.get(ticket.center_id);
    if (!technicianId) return;
    const publicId = ticket.public_id;
    await assignTechnician(asAdmin(), { ticketId: publicId, technicianId });
    const { happy: code } = await codesOf(ticket);
    await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: publicId, amount: 500, code }));
    counts.closes += 1;
  }

  /** The worker: runs each job once, every ninth twice at once; a job that fails here is lost. */
  const working: AnyJob[] = [settleOrderLater, sendRefund].map((job: AnyJob) => ({
    ...job,
    run: async (payload: unknown) => {
      counts.jobs += 1;
      const times = counts.jobs % 9 === 0 ? 2 : 1;
      const outcomes = await Promise.allSettled(
        Array.from({ length: times }, () => unitOfWork(() => job.run(payload as never) as Promise<unknown>)),
      );
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") continue;
        if (!(outcome.reason instanceof DomainError)) throw outcome.reason;
        counts.lostJobs += 1;
      }
    },
  }));
  const worked = () => drain(working);

  return { happen, worked, purchases: () => purchases.length };
}

function altered(webhook: Sent, as: "it is" | "tampered" | "forged" | "unsigned"): Sent {
  if (as === "tampered")
    return { ...webhook, rawBody: String(webhook.rawBody).replace(/"amount":(\d+)/, '"amount":1$1') };
  if (as === "forged") return { ...webhook, signature: "f".repeat(64) };
  return as === "unsigned" ? { ...webhook, signature: null } : webhook;
}

async function mustBeRefused(work: Promise<unknown>, kind: "denied" | "invalid"): Promise<void> {
  const answer = await work.then(
    () => "was taken",
    (error: unknown) => (error instanceof DomainError ? `${error.kind} ${error.key}` : String(error)),
  );
  if (answer !== `${kind} payment.notProven`) throw new Error(`a forged delivery ${answer}`);
}
