import { getVehicle, type TakenOffer, takeOffer, termsOf } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { inTransaction } from "#modules/kernel/db/db.server.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import { refuseUnlessTaking } from "#modules/kernel/outside/undeliverable.server.ts";
import { balanceOfPhone, lockBalance, openFee } from "#modules/wallet/index.ts";
import { countUses, holdUse } from "../fees/offer-uses.ts";
import { ticketById } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { matchTicket, nobodyLeft } from "../matching/broadcast.ts";
import { keepReasons, type Reason, reasonsFor } from "../matching/match.ts";
import { createdEntry, draftTicket, insertTicket, type NewTicket } from "../new-ticket.ts";
import type { Ticket } from "../ticket.entity.ts";
import { lessOff } from "./booking-price.ts";
import { feePaid } from "./pay-booking.ts";
import { remindOfFeeLater } from "./remind-unpaid.ts";
import { endUseLater } from "./use-window.ts";

/** A new ticket, and the id of its fee's order while that is due. */
export type Made = { ticket: Ticket; orderId: string | null };

/**
 * Write a new ticket in the running transaction. Without a fee it is matched at once; with one, its order is opened and
 * it waits for the payment; where no center serves, there is no fee and the demand is recorded (fixed point 4).
 * `proving` checks the phone's proof in parallel with the reads, and nothing is written before it succeeds. Refuses with
 * `booking.notYet` while messages would not be delivered.
 */
export async function createTicket(actor: Actor, input: NewTicket, proving?: Promise<unknown>): Promise<Made> {
  if (!inTransaction()) throw new Error("a ticket is made inside a transaction");
  refuseUnlessTaking();
  const ticket = draftTicket(input);
  const [, fee, reasons, balance] = await Promise.all([
    proving,
    feeOf(input),
    reasonsFor(ticket, { fresh: true, neverTo: input.neverTo }),
    input.proved ? balanceOfPhone(input.phone) : undefined,
  ]);
  if (input.ticketPricePaise === undefined && actor.kind === "anyone") ticket.ticketPricePaise = fee.visitPaise;
  // The balance before the offer, as whoever gives a fee back: two that meet do not wait for each other.
  if (balance && fee.offer) await lockBalance(balance.consumerId);
  // Where no center serves nothing is paid, and no use of a code is taken.
  const lowered = isServed(reasons) ? await loweredFee(fee, ticket) : undefined;
  insertTicket(ticket);
  if (lowered?.taken.limited) holdUse(ticket, lowered.taken.id);
  await recordOn(actor, ticket, createdEntry(ticket), { fresh: true });
  if (input.feeWaived)
    await recordOn(actor, ticket, { event: "ticket.feeWaived", data: { rebookOf: input.rebookOf } }, { fresh: true });
  await keepReasons(ticket.id, reasons, { fresh: true });
  if (lowered?.taken.limited) await endUseLater(ticket.id);
  if (fee.paise > 0) return askFee(actor, ticket, { fee: lowered ?? fee, reasons, consumerId: balance?.consumerId });
  await matchTicket(actor, ticket, reasons);
  return { ticket, orderId: null };
}

type Fee = {
  paise: Paise;
  purpose: "booking_fee" | "pick_drop";
  prices: Record<string, number>;
  /** What a visit costs (fixed point 10): paid with the bill, so no part of the fee. */
  visitPaise: Paise;
  /** The offer whose code lowers it, where a code may; refuses a code all of whose uses are taken. */
  offer?: () => TakenOffer | undefined;
};
type LoweredFee = Fee & { taken: TakenOffer };

/** Whether some center takes it or is offered it. */
const isServed = (reasons: readonly Reason[]) =>
  reasons.some(({ reason }) => reason === "offered" || reason === "same_center");

/**
 * The fee before matching (R048, R050): the current booking amount, or the vehicle's platform charge for pick and drop;
 * none with a partner's code, for a revisit, where it is waived, or when a center or an admin creates the ticket.
 */
async function feeOf({ createdBy, revisitOf, feeWaived, serviceId, vehicleId, ...input }: NewTicket): Promise<Fee> {
  const { service, requestBookingAmountPaise, visitChargePaise, ...terms } = await termsOf({ serviceId, ...input });
  if (!service.isActive && !revisitOf && !feeWaived) throw invalid("form.incomplete", { serviceId: "form.choice" });
  refuseUnlessFits(service.pickDrop, { ...input, vehicleId });
  const vehicle = vehicleId ? await getVehicle(vehicleId) : undefined;
  const free = revisitOf || feeWaived || (createdBy !== "PUBLIC" && createdBy !== "PUBLIC_APP");
  terms.refuseDeadCode();
  if (vehicle) {
    const platformCharge = vehicle.platformChargePaise as Paise;
    return { paise: free ? zero : platformCharge, purpose: "pick_drop", prices: { platformCharge }, visitPaise: zero };
  }
  return {
    paise: free ? zero : requestBookingAmountPaise,
    purpose: "booking_fee",
    prices: { requestBookingAmountPaise },
    visitPaise: revisitOf ? zero : visitChargePaise,
    ...(!free && { offer: terms.offer }),
  };
}

/**
 * Returns a booking fee less the discount of its offer; the order stores both. Takes a use of a limited offer, and of
 * no other one than one that lowers the fee. Undefined where no offer lowers it.
 */
async function loweredFee(fee: Fee, { offerCode, phone }: Ticket): Promise<LoweredFee | undefined> {
  const { paise, prices } = fee;
  const offer = fee.offer?.();
  if (!offer) return undefined;
  const lower = lessOff(paise, offer.feeOffPaise);
  if (lower === paise || !(await takeOffer(offer, offerCode, () => countUses(offer.id, phone)))) return undefined;
  return { ...fee, taken: offer, paise: lower, prices: { ...prices, feeOffPaise: offer.feeOffPaise } };
}

/** R064, R065: a pick-and-drop service needs both places and a vehicle, any other one an address. */
function refuseUnlessFits(pickDrop: boolean, { vehicleId, pickLocation, houseNumber }: Partial<NewTicket>) {
  if (pickDrop && !(vehicleId && pickLocation)) {
    throw invalid("form.incomplete", { pickLocation: "form.incomplete", vehicleId: "form.incomplete" });
  }
  if (!pickDrop && (vehicleId || !houseNumber)) throw invalid("form.incomplete", { houseNumber: "form.incomplete" });
}

type FeeToPay = {
  fee: Fee;
  reasons: readonly Reason[];
  /** Whose balance pays first. */
  consumerId?: string | undefined;
};

/**
 * Open the order of a ticket's fee, less what a proved phone's balance pays of it. Where that is all, the ticket is paid and
 * matched at once; a part is held for an hour, as the use of an offer is.
 */
async function askFee(actor: Actor, ticket: Ticket, { fee, reasons, consumerId }: FeeToPay): Promise<Made> {
  const { paise, purpose, prices } = fee;
  if (!isServed(reasons)) {
    await nobodyLeft(actor, ticket, { fresh: true });
    return { ticket, orderId: null };
  }
  ticket.bookingFeePaise = paise;
  const order = await openFee({
    purpose,
    ticketId: ticket.id,
    amountPaise: paise,
    priceSnapshot: prices,
    consumerId,
  });
  if (order.status === "paid") {
    await feePaid({ ticketId: ticket.id, orderId: order.id });
    return { ticket: await ticketById(ticket.id), orderId: null };
  }
  if (order.walletPaise) await endUseLater(ticket.id);
  await remindOfFeeLater(ticket.id);
  return { ticket, orderId: order.id };
}
