import type { Actor } from "../kernel/actor.ts";
import { day, now } from "../kernel/clock.ts";
import { row } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { firstName, maskPublic, withoutPhones } from "../kernel/mask.ts";
import type { Paise } from "../kernel/money.ts";
import { orderOfTicket } from "../wallet/index.ts";
import { activeStep, displayedStatus, revisitDays, revisitOpen, type TicketStatus, trackingColour } from "./labels.ts";
import { stepsOf } from "./status-steps.ts";
import type { Ticket } from "./ticket.entity.ts";
import { type Access, accessOf } from "./track-access.ts";
import { timelineEvents, timelineOf } from "./track-timeline.ts";
import { type Around, type FeeState, lateHint, nextVisit, whatHappens } from "./track-words.ts";
import { ticketOfLink } from "./visible.ts";

/**
 * What the tracking page shows to whoever has a ticket's link (R082–R092): everything to the browser that booked or
 * proved the phone, first name and masked phone to others, and the state alone 30 days after the end (fixed points 14
 * and 16, H3). Never a code, and never an address without the proof. Times are instants, amounts paise.
 */
export async function trackTicket(actor: Actor, publicId: string) {
  const ticket = await ticketOfLink(publicId);
  const access = accessOf(actor, ticket);
  const around = await aroundOf(ticket);
  const steps = stepsOf(ticket, around);
  const fee = await feeOf(ticket);
  return {
    access,
    id: ticket.publicId,
    number: ticket.ticketId,
    status: ticket.status as TicketStatus,
    displayedStatus: displayedStatus({
      status: ticket.status,
      broadcastStatus: ticket.broadcastStatus ?? null,
      technicianId: ticket.technicianId ?? null,
    }),
    /** R090: yellow, green or red. */
    colour: trackingColour(ticket.status),
    /** What is happening, who does it and what comes next (B2), as message keys; `at` fills {time}. */
    now: whatHappens(ticket, access === "status" ? null : around, fee),
    feeDue: fee === "due",
    /** The fee that goes back to its payer, or went (fixed point 8). */
    feeReturnedPaise: fee === "returned" ? ticket.bookingFeePaise : null,
    /** Its fee is the platform charge of a vehicle (R050). */
    pickDrop: Boolean(ticket.vehicleId),
    next: nextVisit(ticket),
    late: lateHint(ticket),
    help: { phone: env.supportPhone },
    steps,
    activeStep: activeStep(steps),
    timeline: timelineOf(ticket, steps, around.reached ?? {}),
    createdAt: ticket.createdAt,
    closedAt: ticket.closedAt ?? null,
    /** The masked phone an OTP would go to; the page offers it unless everything is shown already. */
    proofPhone: access === "full" ? null : maskPublic(ticket.phone),
    details: access === "status" ? null : detailsOf(ticket, access, around),
    offers: offersOf(ticket),
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
  revisitOf: string | null;
  vehicle: string | null;
};

/** Only a request whose fee is not paid, or not any more, has its order looked up. */
async function feeOf(ticket: Ticket): Promise<FeeState> {
  if (ticket.bookingFeePaise === 0 || ticket.isPaidByPublic) return null;
  const order = await orderOfTicket(ticket.id);
  if (order?.status === "paid") return "returned";
  if (ticket.status !== "PENDING" || ticket.broadcastStatus || !ticket.serviceAvailable) return null;
  return order?.status === "closed" ? "over" : "due";
}

/** Everything around a ticket that its page shows, in one question. */
async function aroundOf({
  id,
  serviceId,
  centerId,
  technicianId,
  revisitOf,
  vehicleId,
}: Ticket): Promise<Surroundings> {
  return (await row<Surroundings>(
    `select s.service_name as service, c.center_name as center, w.name as technician, w.phone as "technicianPhone",
            w.profile_picture_blob_id is not null as "technicianPicture",
            (select round(avg(star_rating), 1)::float8 from (
               select star_rating from tickets where technician_id = $3 order by created_at desc limit 200) as latest
            ) as rating,
            exists (select from feedbacks where ticket_id = $4) as feedback,
            (select json_object_agg(event, at) from (
               select event, min(at) as at from history
               where subject = 'ticket' and subject_id = $4 and event = any($5::text[]) group by event) as told
            ) as reached,
            (select json_agg(json_build_object('id', id, 'createdAt', created_at) order by id) from ticket_pictures
              where ticket_id = $4) as pictures,
            (select ticket_id from tickets where id = $6::uuid) as "revisitOf",
            (select vehicle_type from vehicles where id = $7::uuid) as vehicle
     from services s left join centers c on c.id = $2 left join technicians w on w.id = $3 where s.id = $1`,
    [serviceId, centerId ?? null, technicianId ?? null, id, timelineEvents, revisitOf ?? null, vehicleId ?? null],
  ))!;
}

function detailsOf(ticket: Ticket, access: Exclude<Access, "status">, around: Surroundings) {
  const full = access === "full";
  return {
    service: around.service,
    requirement: ticket.requirement ? (full ? ticket.requirement : withoutPhones(ticket.requirement)) : null,
    name: full ? ticket.name : firstName(ticket.name),
    phone: full ? ticket.phone : maskPublic(ticket.phone),
    address: full ? addressOf(ticket) : null,
    ride: ticket.vehicleId ? rideOf(ticket, around, full) : null,
    timePreference: { type: ticket.timePreferenceType, at: ticket.specificDateTime ?? null },
    center: around.center,
    technician: ticket.technicianId ? technicianOf(ticket, around) : null,
    /** R085: the ticket price is the booking amount, the closing price the invoiced amount. */
    ticketPricePaise: ticket.ticketPricePaise,
    closingPricePaise: ticket.closingPricePaise ?? null,
    bookingFeePaise: ticket.isPaidByPublic ? ticket.bookingFeePaise : (null as Paise | null),
    paymentType: ticket.paymentType ?? null,
    pictures: picturesOf(ticket, around),
    starRating: ticket.starRating ?? null,
    revisitOf: around.revisitOf,
  };
}

const addressOf = ({ houseNumber, locality, city, state, pincode }: Ticket) =>
  [houseNumber, locality, city, state, pincode].filter(Boolean).join(", ");

/** A pick and drop: the places, like an address, are for whoever proved the phone. */
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

/** The technician's own number is shown only between assignment and closing (B2.4, H3). */
function technicianOf(ticket: Ticket, { technician, technicianPhone, technicianPicture, rating }: Surroundings) {
  const live = ["PENDING", "ACCEPTED", "VERIFIED", "ON_HOLD"].includes(ticket.status);
  return {
    name: technician ?? "",
    phone: technicianPhone && (live ? technicianPhone : maskPublic(technicianPhone)),
    mayCall: live,
    hasPicture: technicianPicture,
    rating,
  };
}

/** The address names the ticket: to whoever has only the link, the link is the right to see its pictures. */
const picturesOf = ({ publicId }: Ticket, { pictures }: Surroundings) =>
  (pictures ?? []).map(({ id, createdAt }) => ({
    id,
    url: `/pictures/${publicId}/${id}`,
    createdAt: new Date(createdAt),
  }));

/** What a ticket offers (R091, R092, R094); invoice, rebook and revisit ask for the phone's OTP when it is not proved. */
function offersOf({ status, closedAt, starRating, revisitStatus }: Ticket) {
  const closed = status === "CLOSED";
  return {
    invoice: closed,
    rebook: closed,
    revisit: closed && revisitOpen(closedAt ?? null, now()),
    revisitUntil: closed && closedAt ? new Date(closedAt.getTime() + revisitDays * day) : null,
    revisited: revisitStatus === 1,
    rating: closed && starRating == null,
  };
}
