import type { Actor } from "../kernel/actor.ts";
import { day, now } from "../kernel/clock.ts";
import { row, rows } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { firstName, maskPublic, withoutPhones } from "../kernel/mask.ts";
import type { Paise } from "../kernel/money.ts";
import { activeStep, displayedStatus, revisitDays, revisitOpen, type TicketStatus, trackingColour } from "./labels.ts";
import { hasFeedback, stepsOf } from "./status-steps.ts";
import type { Ticket } from "./ticket.entity.ts";
import { type Access, accessOf } from "./track-access.ts";
import { timelineOf } from "./track-timeline.ts";
import { type Around, lateHint, nextVisit, whatHappens } from "./track-words.ts";
import { ticketOfLink } from "./visible.ts";

/**
 * What the tracking page shows to whoever has a ticket's link (R082–R092): everything to the browser that booked or
 * proved the phone, first name and masked phone to others, and the state alone 30 days after the end (fixed points 14
 * and 16, H3). Never a code, and never an address without the proof. Times are instants, amounts paise.
 */
export async function trackTicket(actor: Actor, publicId: string) {
  const ticket = await ticketOfLink(publicId);
  const access = accessOf(actor, ticket);
  const feedback = await hasFeedback(ticket);
  const steps = stepsOf(ticket, { feedback });
  const around = await aroundOf(ticket);
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
    now: whatHappens(ticket, access === "status" ? null : around),
    next: nextVisit(ticket),
    late: lateHint(ticket),
    help: { phone: env.supportPhone },
    steps,
    activeStep: activeStep(steps),
    timeline: await timelineOf(ticket, steps),
    createdAt: ticket.createdAt,
    closedAt: ticket.closedAt ?? null,
    /** The masked phone an OTP would go to; the page offers it unless everything is shown already. */
    proofPhone: access === "full" ? null : maskPublic(ticket.phone),
    details: access === "status" ? null : await detailsOf(ticket, access, around),
    offers: offersOf(ticket),
  };
}
export type Tracking = Awaited<ReturnType<typeof trackTicket>>;
export type TrackingDetails = NonNullable<Tracking["details"]>;

type Surroundings = Around & { service: string; technicianPhone: string | null; technicianPicture: boolean };

async function aroundOf(ticket: Ticket): Promise<Surroundings> {
  return (await row<Surroundings>(
    `select s.service_name as service, c.center_name as center, w.name as technician, w.phone as "technicianPhone",
            w.profile_picture_blob_id is not null as "technicianPicture"
     from services s left join centers c on c.id = $2 left join technicians w on w.id = $3 where s.id = $1`,
    [ticket.serviceId, ticket.centerId ?? null, ticket.technicianId ?? null],
  ))!;
}

async function detailsOf(ticket: Ticket, access: Exclude<Access, "status">, around: Surroundings) {
  const full = access === "full";
  return {
    service: around.service,
    requirement: ticket.requirement ? (full ? ticket.requirement : withoutPhones(ticket.requirement)) : null,
    name: full ? ticket.name : firstName(ticket.name),
    phone: full ? ticket.phone : maskPublic(ticket.phone),
    address: full ? addressOf(ticket) : null,
    timePreference: { type: ticket.timePreferenceType, at: ticket.specificDateTime ?? null },
    center: around.center,
    technician: ticket.technicianId ? await technicianOf(ticket, around) : null,
    /** R085: the ticket price is the booking amount, the closing price the invoiced amount. */
    ticketPricePaise: ticket.ticketPricePaise,
    closingPricePaise: ticket.closingPricePaise ?? null,
    bookingFeePaise: ticket.isPaidByPublic ? ticket.bookingFeePaise : (null as Paise | null),
    paymentType: ticket.paymentType ?? null,
    pictures: await picturesOf(ticket),
    starRating: ticket.starRating ?? null,
    revisitOf: ticket.revisitOf ? await numberOf(ticket.revisitOf) : null,
  };
}

const addressOf = ({ houseNumber, locality, city, state, pincode }: Ticket) =>
  [houseNumber, locality, city, state, pincode].filter(Boolean).join(", ");

/** The technician's own number is shown only between assignment and closing (B2.4, H3). */
async function technicianOf(ticket: Ticket, { technician, technicianPhone, technicianPicture }: Surroundings) {
  const live = ["PENDING", "ACCEPTED", "VERIFIED", "ON_HOLD"].includes(ticket.status);
  const rated = await row<{ rating: number | null }>(
    `select round(avg(star_rating), 1)::float8 as rating from (
       select star_rating from tickets where technician_id = $1 order by created_at desc limit 200) as latest`,
    [ticket.technicianId],
  );
  return {
    name: technician ?? "",
    phone: technicianPhone && (live ? technicianPhone : maskPublic(technicianPhone)),
    mayCall: live,
    hasPicture: technicianPicture,
    /** The average of the stars of their latest 200 requests, one decimal; null before the first. */
    rating: rated?.rating ?? null,
  };
}

/** The address names the ticket: to whoever has only the link, the link is the right to see its pictures. */
const picturesOf = async ({ id, publicId }: Ticket) =>
  (
    await rows<{ id: string; created_at: string }>(
      "select id, created_at from ticket_pictures where ticket_id = $1 order by id",
      [id],
    )
  ).map((picture) => ({
    id: picture.id,
    url: `/pictures/${publicId}/${picture.id}`,
    createdAt: new Date(picture.created_at),
  }));

const numberOf = async (id: string) =>
  (await row<{ number: string }>("select ticket_id as number from tickets where id = $1", [id]))?.number ?? null;

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
