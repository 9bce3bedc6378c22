import { day, fromIst, hour, istDate, minute } from "#modules/kernel/clock.ts";
import { seal } from "#modules/kernel/crypto.server.ts";
import type { Random } from "../random.ts";
import { cancelReason } from "../words.ts";
import { isoInstant, type TableName } from "./copy.ts";
import { closingOf, referenceOf, writePapers } from "./volume-closing.ts";
import { type Course, courseOf } from "./volume-course.ts";
import { writeHistory } from "./volume-history.ts";
import type { Purchase } from "./volume-money.ts";
import { writeOffers } from "./volume-offers.ts";
import type { Origin } from "./volume-origin.ts";
import type { VolumeTicket, World } from "./volume-world.ts";

/** The tables of tickets, in the order of their foreign keys. */
export const ticketTables = ["tickets", "broadcasts", "match_reasons", "history"] as const satisfies TableName[];

/**
 * Write one ticket with everything that happened to it: its rows now, its money and documents when their time comes.
 */
export function writeTicket(world: World, origin: Origin, bookedAt: number) {
  const { random, money } = world;
  const course = courseOf(random, world.market, origin, bookedAt, world.until);
  const id = random.id(bookedAt);
  const ticket: VolumeTicket = {
    id,
    number: world.numberAt(id, bookedAt),
    origin,
    course,
    bookedAt,
    closing: course.closedAt === undefined ? null : closingOf(random, origin),
    repeat: repeatOf(world, course),
  };
  const fee = course.feeDue ? feeOf(world, ticket) : null;
  writeRow(world, ticket);
  const winner = writeOffers(world, ticket);
  writeHistory(world, ticket, fee, winner);
  if (fee && course.paidAt === undefined) money.unpaid(fee);
  if (fee && course.paidAt !== undefined) money.paid(fee, "booking_fee", "booking_fees_held");
  if (fee && course.refund) money.refunded(fee, course.refund.at, course.refund.reason);
  if (course.closedAt !== undefined) writePapers(world, ticket, fee);
  if (ticket.repeat) world.repeats.add({ ...ticket.repeat, ticketId: ticket.id, center: course.center!, origin });
}

/** One closed ticket in twenty-five gets a revisit, one in twenty-five is booked again. */
function repeatOf({ random, until }: World, { closedAt }: Course): VolumeTicket["repeat"] {
  const fate = random.next();
  if (closedAt === undefined || fate > 0.08) return null;
  const again = closedAt + hour + random.wait(fate < 0.04 ? 6 * day : 40 * day);
  // Early enough before the end for the repeat to be written.
  if (again > until - 2 * day || (fate < 0.04 && again > closedAt + 28 * day)) return null;
  return { kind: fate < 0.04 ? "revisit" : "rebook", at: again };
}

const lastNews = ({ course, bookedAt }: VolumeTicket) =>
  Math.max(
    bookedAt,
    ...course.steps.map((step) => step.at),
    course.matchedAt ?? 0,
    course.assignedAt ?? 0,
    course.startedAt ?? 0,
    course.refund?.at ?? 0,
    course.escalatedAt ?? 0,
  );

const when = (time: number | undefined) => (time === undefined ? null : isoInstant(time));

function writeRow(world: World, ticket: VolumeTicket) {
  const { random, batch } = world;
  const { origin, course, closing, bookedAt } = ticket;
  const { customer, block } = origin;
  const preference = random.weighted([
    ["IMMEDIATELY", 0.6],
    ["WITHIN_24_HOURS", 0.25],
    ["SPECIFIC_DATE_AND_TIME", 0.15],
  ]);
  const tomorrow = fromIst(istDate(new Date(bookedAt + day))).getTime();
  const wanted = preference === "SPECIFIC_DATE_AND_TIME" ? tomorrow + random.between(9, 19) * hour : undefined;
  const codes = course.technician && !closing ? openCodes(random) : [null, null];
  const publicId = world.mark ?? random.token();
  world.mark = null;
  batch.add("tickets", [
    ticket.id,
    publicId,
    ticket.number,
    course.status,
    course.broadcastStatus,
    origin.createdBy,
    origin.createName,
    origin.createdBy === "CENTER" ? origin.partner!.id : null,
    origin.qrId,
    origin.clientReference ? world.clientId : null,
    origin.clientReference,
    world.serviceIds.get(origin.service),
    origin.requirement,
    customer.name,
    customer.phone,
    customer.houseNumber,
    customer.locality,
    block.city,
    block.state,
    origin.pincode,
    preference,
    when(wanted),
    world.offerCode,
    origin.deviceId,
    course.serviceAvailable,
    course.feeDue ? world.feePaise : 0,
    course.paidAt !== undefined && !course.refund,
    course.paidFrom !== null,
    course.center?.id,
    course.technician?.id,
    closing?.materialPaise,
    closing?.pricePaise,
    closing?.paymentType,
    closing && when(course.closedAt),
    closing && referenceOf(closing, course.closedAt!),
    codes[0],
    codes[1],
    codes[0] === null ? null : when(course.assignedAt),
    closing?.code,
    closing?.remark,
    closing?.rating,
    closing?.stars,
    origin.revisitOf,
    origin.rebookOf,
    ticket.repeat?.kind === "revisit" ? 1 : 0,
    course.cancelledAt === undefined ? null : cancelReason(random),
    isoInstant(bookedAt),
    isoInstant(lastNews(ticket)),
    course.broadcastStatus === "matched_in_same_center" ? null : when(course.matchedAt),
    when(course.escalatedAt),
    when(course.acceptedAt),
    when(course.assignedAt),
    when(course.startedAt),
    when(course.startedAt),
    when(course.closedAt),
    when(course.cancelledAt),
  ]);
}

/** The codes of a future visit; they are sealed, so these are the only rows that differ between runs of a seed. */
const openCodes = (random: Random) => {
  const happy = random.between(1_000, 4_999);
  return [seal(String(happy)), seal(String(happy + 4_000))];
};

function feeOf({ random, feePaise }: World, { id, course, bookedAt }: VolumeTicket): Purchase {
  return {
    orderId: random.id(bookedAt),
    purpose: "booking_fee",
    at: course.paidAt ?? bookedAt + minute,
    amountPaise: feePaise,
    ticketId: id,
    prices: { requestBookingAmountPaise: feePaise },
    refunded: course.refund !== undefined,
    held: course.paidAt !== undefined && !course.refund && course.closedAt === undefined,
  };
}
