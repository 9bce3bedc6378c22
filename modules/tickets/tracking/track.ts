import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, minute, now, second } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { feeRefunded, isInBalance, orderOfTicket, refundOfOrder } from "#modules/wallet/index.ts";
import { customerMayNow, isMissed, missedRule, visitEnd } from "../appointments/missed-since.ts";
import { openTimeChange } from "../appointments/open-change.ts";
import { arrivesBy } from "../fees/arrives-by.ts";
import { ticketOfLink } from "../get-ticket.ts";
import {
  activeStep,
  displayedStatus,
  hasBill,
  revisitDays,
  revisitOpen,
  type TicketStatus,
  trackingColour,
  workWasDone,
} from "../labels.ts";
import { outcomeOf } from "../outcome/view.ts";
import { customerMay } from "../policy.ts";
import { usualCostCached } from "../prices/usual-cost.ts";
import { proposalsFor } from "../proposals/view.ts";
import { readings } from "../reading.ts";
import { hasEnded } from "../states/states.ts";
import { isOpenSql } from "../states/states-sql.ts";
import { stillNeededOf } from "../still-needed/view.ts";
import type { Ticket } from "../ticket.entity.ts";
import { type Access, accessOf } from "../track-access.ts";
import { undoableDecision } from "../visit-rules/decisions.ts";
import { papersOfFee } from "./fee-papers.ts";
import { stepsOf } from "./status-steps.ts";
import { timelineEvents, timelineOf } from "./track-timeline.ts";
import { type Around, type FeePayment, lateHint, nextVisit, whatHappens } from "./track-words.ts";
import { visitWindow } from "./visit-window.ts";

/**
 * The tracking page for holders of a ticket's link (R082–R092): everything for the browser that booked or verified the
 * phone, first name and masked phone for others, only the state 30 days after the end (fixed points 14 and 16, H3).
 * Never a code, and no address without proof of the phone. Times are instants, amounts paise.
 */
export async function trackTicket(actor: Actor, publicId: string) {
  const ticket = await ticketOfLink(publicId);
  const access = accessOf(actor, ticket);
  const around = await aroundOf(ticket);
  const may = await customerMayNow(ticket);
  const steps = stepsOf(ticket, around);
  const fee = await feePaymentOf(ticket);
  const balancePaise = await balancePartOf(ticket, fee);
  const feeRefundedPaise = ticket.isPaidByPublic ? await feeRefunded(ticket.id) : zero;
  const cardPaise = ticket.bookingFeePaise - (balancePaise ?? 0);
  const feeReturnedPaise =
    access !== "status" && fee === "returned" && cardPaise > 0 && (access === "full" || balancePaise === null)
      ? cardPaise
      : null;
  return {
    access,
    id: ticket.publicId,
    number: ticket.ticketId,
    serviceId: access === "status" ? null : ticket.serviceId,
    status: ticket.status as TicketStatus,
    displayedStatus: displayedStatus({
      status: ticket.status,
      broadcastStatus: ticket.broadcastStatus ?? null,
      technicianId: ticket.technicianId ?? null,
    }),
    /** R090: yellow, green or red. */
    colour: trackingColour(ticket.status),
    /** The current step, who does it and the next step (B2), as message keys; `at` fills {time}. */
    now: whatHappens(ticket, access === "status" ? null : around, fee),
    feeDue: fee === "due",
    /** The fee being refunded or already refunded (fixed point 8); where a balance paid a part, for who proved the phone. */
    feeReturnedPaise,
    /** How that fee goes back to where it was paid from; null before it is asked for. */
    moneyBack: feeReturnedPaise === null ? null : await moneyBackOf(ticket, access),
    /** What of a returned fee is back in the customer's balance; for who proved the phone. */
    feeToBalancePaise: fee === "returned" && access === "full" ? balancePaise : null,
    /** Whether its fee is the platform charge of a vehicle (R050). */
    pickDrop: Boolean(ticket.vehicleId),
    next: nextVisit(ticket),
    /** When its center comes, for a calendar. */
    visit: visitWindow(ticket),
    late: lateHint(ticket),
    /** When the technician set out, until the work begins. */
    leftAt: access !== "status" && customerMay(ticket).cancel ? (ticket.onTheWayAt ?? null) : null,
    /** What the work usually costs there, until it is done; null where too few bills say it. */
    usual: access === "status" || ticket.vehicleId || ticket.closedAt ? null : await usualOf(ticket),
    help: { phone: env.supportPhone },
    steps,
    activeStep: activeStep(steps),
    timeline: timelineOf(ticket, steps, around.reached ?? {}),
    /** When this was read. */
    at: now(),
    createdAt: ticket.createdAt,
    closedAt: ticket.closedAt ?? null,
    /** The masked phone an OTP would be sent to; null when everything is shown already. */
    proofPhone: access === "full" ? null : maskPublic(ticket.phone),
    details:
      access === "status"
        ? null
        : {
            ...detailsOf(ticket, access, around, actor),
            /** What of the paid fee was refunded after it was earned. */
            feeRefundedPaise,
            /** What of the fee the customer's balance paid; for who proved the phone. */
            balancePaise: access === "full" && ticket.isPaidByPublic ? balancePaise : null,
          },
    /** The papers of its fee, for who proved the phone. */
    feePapers: access === "full" && ticket.bookingFeePaise > 0 ? await papersOfFee(ticket.id) : [],
    offers: {
      ...offersOf(ticket, around, feeRefundedPaise),
      ...may,
      nobodyCame: (await missedRule(ticket)) !== undefined,
    },
    /** When the promised time was over, where nobody came and the customer is asked what to do; null otherwise. */
    missedSince: (await isMissed(ticket)) ? visitEnd(ticket) : null,
    /** While no center has it: how many were asked, since when, and until when they alone look. */
    search: access === "status" ? null : searchOf(ticket, around),
    /** For so many seconds who proved the phone may undo the cancellation; null where there is nothing to undo. */
    undoSeconds: access === "full" && ticket.status === "CANCEL" ? await undoSecondsOf(ticket) : null,
    /** The other time that the customer wants, until when the center answers; null where nothing waits. */
    timeChange: may.changeTime ? await openTimeChange(ticket) : null,
    /** What the customer says happened, from the closing on. */
    outcome: await outcomeOf(actor, ticket),
    /** "Still needed?", where it was asked. */
    stillNeeded: await stillNeededOf(actor, ticket, access),
    /** Other times that centers propose. */
    proposals: await proposalsFor(actor, ticket, access),
  };
}
export type Tracking = Awaited<ReturnType<typeof trackTicket>>;
export type TrackingDetails = NonNullable<Tracking["details"]>;

type Surroundings = Around & {
  service: string;
  technicianPhone: string | null;
  technicianPicture: boolean;
  /** The average of the stars of the technician's latest 200 requests, one decimal; null before the first. */
  rating: number | null;
  /** Whether the customer has answered the feedback form. */
  feedback: boolean;
  /** When each step of the timeline was first reached. */
  reached: Record<string, string> | null;
  pictures: { id: string; createdAt: string }[] | null;
  /** How many centers it was offered to. */
  offered: number;
  /** The request this one revisits, and the latest that revisits this one. */
  revisitOf: Relative | null;
  revisit: (Relative & { open: boolean }) | null;
  vehicle: string | null;
  /** Who issued the bill. */
  supplier: string | null;
};

/** Another request of the same customer; `id` is its public id. */
type Relative = { id: string; number: string };

const usualOf = async ({ serviceId, pincode }: Ticket) => (await usualCostCached({ serviceId, pincode })) ?? null;

/** The payment of a ticket's fee; only one whose fee is unpaid or refunded has its order looked up. */
export async function feePaymentOf(ticket: Ticket): Promise<FeePayment> {
  if (ticket.bookingFeePaise === 0 || ticket.isPaidByPublic) return null;
  const order = await orderOfTicket(ticket.id);
  if (order?.status === "paid") return "returned";
  if (ticket.status !== "PENDING" || ticket.broadcastStatus || !ticket.serviceAvailable) return null;
  return order?.status === "closed" ? "over" : "due";
}

async function undoSecondsOf(ticket: Ticket): Promise<number | null> {
  const decision = await undoableDecision(ticket);
  const left = decision?.undoUntil ? Math.ceil((decision.undoUntil.getTime() - now().getTime()) / second) : 0;
  return left > 0 ? left : null;
}

/** Everything related to a ticket that its page shows, in one query. */
async function aroundOf({
  id,
  serviceId,
  centerId,
  technicianId,
  revisitOf,
  vehicleId,
}: Ticket): Promise<Surroundings> {
  return (await row<Surroundings>(
    sql`select s.service_name as service, c.center_name as center, w.name as technician, w.phone as "technicianPhone",
            w.shows_face and w.profile_picture_blob_id is not null as "technicianPicture",
            (select round(avg(star_rating), 1)::float8 from (
               select star_rating from tickets where technician_id = ${technicianId ?? null}::uuid
                order by created_at desc limit 200) as latest
            ) as rating,
            exists (select from feedbacks where ticket_id = ${id}) as feedback,
            (select json_object_agg(event, at) from (
               select event, min(at) as at from history
               where subject = 'ticket' and subject_id = ${id} and event = any(${timelineEvents}::text[]) group by event) as told
            ) as reached,
            (select json_agg(json_build_object('id', id, 'createdAt', created_at) order by id) from ticket_pictures
              where ticket_id = ${id}) as pictures,
            (select count(*)::int from broadcasts where ticket_id = ${id}) as offered,
            (select json_build_object('id', public_id, 'number', ticket_id) from tickets
              where id = ${revisitOf ?? null}::uuid and deleted_at is null) as "revisitOf",
            (select json_build_object('id', public_id, 'number', ticket_id, 'open', ${isOpenSql(sql`status`)})
               from tickets where revisit_of = ${id} and deleted_at is null order by created_at desc limit 1) as revisit,
            (select vehicle_type from vehicles where id = ${vehicleId ?? null}::uuid) as vehicle,
            (select facts->'supplier'->>'name' from invoices where ticket_id = ${id}) as supplier
     from services s left join centers c on c.id = ${centerId ?? null}::uuid
       left join technicians w on w.id = ${technicianId ?? null}::uuid
      where s.id = ${serviceId}`,
  ))!;
}

/** What is done to find a center; null where none is looked for. */
function searchOf({ status, centerId, broadcastAt, serviceAvailable, vehicleId }: Ticket, { offered }: Surroundings) {
  if (status !== "PENDING" || centerId || vehicleId || !broadcastAt || !serviceAvailable || offered === 0) return null;
  return {
    centers: offered,
    since: broadcastAt,
    alone: new Date(broadcastAt.getTime() + env.escalateAfterMinutes * minute),
    refundHours: env.refundUnacceptedAfterHours,
  };
}

function detailsOf(ticket: Ticket, access: Exclude<Access, "status">, around: Surroundings, actor: Actor) {
  const full = access === "full";
  // An address is a key to its request: only a proof of the phone of both leads to the other one.
  const led = full && actor.kind === "anyone";
  const relative = (other: Relative | null) => other && { id: led ? other.id : null, number: other.number };
  const read = full ? readings.whole : readings.link;
  return {
    service: around.service,
    requirement: read.words(ticket.requirement ?? null),
    name: read.name(ticket.name),
    phone: read.phone(ticket.phone),
    address: full ? addressOf(ticket) : null,
    ride: ticket.vehicleId ? rideOf(ticket, around, full) : null,
    timePreference: { type: ticket.timePreferenceType, at: ticket.specificDateTime ?? null },
    center: around.center && nameFor(actor, around.center),
    technician: ticket.technicianId ? technicianOf(actor, ticket, around) : null,
    /** R085: the ticket price is the booking amount, the closing price the invoiced amount. */
    ticketPricePaise: ticket.ticketPricePaise,
    /** What is charged for the visit: less than the ticket price where the job was closed below it. */
    visitPaise: chargedForVisit(ticket),
    labourPaise: ticket.labourPaise ?? null,
    materialPaise: ticket.materialPaise ?? null,
    closingPricePaise: ticket.closingPricePaise ?? null,
    bookingFeePaise: ticket.isPaidByPublic ? ticket.bookingFeePaise : (null as Paise | null),
    paymentType: ticket.paymentType ?? null,
    /** Who issued the bill: the operator or the center. */
    invoiceSupplier: nameFor(actor, around.supplier),
    paidAt: ticket.paidAt ?? null,
    /** By its end, also for who proved the phone. */
    paymentReference: readings.link.reference(ticket.paymentReference ?? null),
    pictures: picturesOf(ticket, around),
    starRating: ticket.starRating ?? null,
    revisitOf: relative(around.revisitOf),
    revisit: relative(around.revisit),
  };
}

/** The part of the closing price that is for the visit, so that the parts are the whole to the paisa. */
function chargedForVisit({ ticketPricePaise, closingPricePaise, labourPaise, materialPaise }: Ticket): Paise {
  if (closingPricePaise == null || closingPricePaise >= ticketPricePaise) return ticketPricePaise;
  return toPaise(Math.max(0, closingPricePaise - (labourPaise ?? 0) - (materialPaise ?? 0)));
}

/**
 * What of a ticket's fee its customer's balance paid, in paise; null where it paid nothing. Of a returned one what the
 * balance got: all of it where the source of the payment was closed.
 */
async function balancePartOf({ id, bookingFeePaise }: Ticket, fee: FeePayment): Promise<Paise | null> {
  const order = bookingFeePaise > 0 ? await orderOfTicket(id) : null;
  if (order && fee === "returned" && (await isInBalance(order.id))) return toPaise(bookingFeePaise);
  if (!order?.walletPaise || bookingFeePaise <= order.amountPaise) return null;
  return toPaise(bookingFeePaise - order.amountPaise);
}

/** The way it was paid and the reference are for who proved the phone. */
async function moneyBackOf({ id }: Ticket, access: Access) {
  const order = await orderOfTicket(id);
  const refund = order && (await refundOfOrder(order.id));
  if (!refund) return null;
  const { amountPaise, requestedAt, refused, sentAt, method, reference } = refund;
  const own = access === "full";
  return {
    amountPaise,
    requestedAt,
    refused,
    sentAt,
    method: own ? method : null,
    /** By when the bank has it, once it is sent. */
    arrivesBy: sentAt && arrivesBy(sentAt),
    reference: own && sentAt ? reference : null,
  };
}

const addressOf = ({ houseNumber, locality, city, state, pincode }: Ticket) =>
  [houseNumber, locality, city, state, pincode].filter(Boolean).join(", ");

/** A pick and drop: like an address, its places are shown only with proof of the phone. */
const rideOf = (
  { pickLocation, dropLocation, customerOfferPricePaise }: Ticket,
  { vehicle }: Surroundings,
  full: boolean,
) => ({
  vehicle,
  pickLocation: full ? (pickLocation ?? null) : null,
  dropLocation: full ? (dropLocation ?? null) : null,
  offerPaise: customerOfferPricePaise ?? null,
});

/** The technician's number is shown only between assignment and closing (B2.4, H3). */
function technicianOf(
  actor: Actor,
  ticket: Ticket,
  { technician, technicianPhone, technicianPicture, rating }: Surroundings,
) {
  const mayCall = !hasEnded(ticket);
  const read = mayCall ? readings.whole : readings.link;
  return {
    name: nameFor(actor, technician ?? ""),
    phone: technicianPhone && read.phone(technicianPhone),
    mayCall,
    hasPicture: technicianPicture,
    rating,
  };
}

/** The picture's address contains the ticket's public id, because holding the link is what permits seeing it. */
const picturesOf = ({ publicId }: Ticket, { pictures }: Surroundings) =>
  (pictures ?? []).map(({ id, createdAt }) => ({
    id,
    url: `/pictures/${publicId}/${id}`,
    createdAt: new Date(createdAt),
  }));

/** What a ticket offers (R091, R092, R094); each needs an OTP when the phone is not verified. */
function offersOf(ticket: Ticket, { revisit }: Surroundings, feeRefundedPaise: Paise) {
  const { status, closedAt, starRating, revisitStatus, isPaidByPublic } = ticket;
  const closed = status === "CLOSED";
  const done = closed && workWasDone(ticket);
  return {
    invoice: closed && hasBill(ticket),
    /** Of what is left of the fee. */
    receipt: isPaidByPublic && (feeRefundedPaise === 0 || feeRefundedPaise < ticket.bookingFeePaise),
    rebook: closed,
    revisit: done && revisitOpen(closedAt ?? null, now()) && !revisit?.open,
    revisitUntil: done && closedAt ? new Date(closedAt.getTime() + revisitDays * day) : null,
    revisited: revisitStatus === 1,
    /** Whether one is not offered because one is under way. */
    revisitRuns: closed && revisit?.open === true,
    rating: closed && starRating == null,
  };
}
