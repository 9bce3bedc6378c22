import { day, fromIst, hour, istDate, minute, second } from "../kernel/clock.ts";
import { seal } from "../kernel/crypto.server.ts";
import { say } from "../kernel/messages/index.ts";
import { fromRupees, type Paise, zero } from "../kernel/money.ts";
import { type ClosureRemark, closureRemarks, feedbackQuestions, ratingChoices, workDone } from "../tickets/labels.ts";
import { at, type Batch, type TableName } from "./copy.ts";
import type { ServiceName } from "./demo-data.ts";
import type { Market } from "./market.ts";
import type { Random } from "./random.ts";
import { type Course, courseOf } from "./volume-course.ts";
import { feedbackLife, type Money, type Purchase } from "./volume-money.ts";
import type { Origin, Repeat } from "./volume-origin.ts";
import { cancelReason } from "./words.ts";

/** The tables of tickets, in the order their references need. */
export const ticketTables = ["tickets", "broadcasts", "match_reasons", "history"] as const satisfies TableName[];

/** What every ticket of a volume is written with. */
export type World = {
  random: Random;
  market: Market;
  batch: Batch;
  money: Money;
  until: number;
  serviceIds: ReadonlyMap<string, string>;
  adminId: string;
  adminName: string;
  offerCode: string;
  feePaise: Paise;
  leadPaise: Paise;
  /** A human id nobody has, of an instant's day. */
  numberAt: (instant: number) => string;
  repeats: Repeat[];
  /** The public id of the first ticket, by which a volume is recognised. */
  mark: string | null;
};

/** Write one ticket with all that became of it: its rows now, its money and papers when their time comes. */
export function writeTicket(world: World, origin: Origin, bookedAt: number) {
  const { random, money } = world;
  const course = courseOf(random, world.market, origin, bookedAt, world.until);
  const ticket: Ticket = {
    id: random.id(bookedAt),
    number: world.numberAt(bookedAt),
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
  if (course.closedAt !== undefined) close(world, ticket, fee);
  if (ticket.repeat) world.repeats.push({ ...ticket.repeat, ticketId: ticket.id, center: course.center!, origin });
}

type Closed = {
  remark: ClosureRemark;
  pricePaise: Paise;
  materialPaise: Paise;
  paymentType: "Online" | "Cash";
  code: "happy_code" | "unhappy_code" | null;
  rating: (typeof ratingChoices)[number];
  stars: number | null;
};

type Ticket = {
  id: string;
  number: string;
  origin: Origin;
  course: Course;
  bookedAt: number;
  closing: Closed | null;
  repeat: { kind: Repeat["kind"]; at: number } | null;
};

/** In rupees. */
const usualPrice: Record<ServiceName, number> = {
  "AC REPAIR": 900,
  PLUMBING: 550,
  ELECTRICIAN: 450,
  "WASHING MACHINE REPAIR": 800,
  "REFRIGERATOR REPAIR": 950,
  CARPENTER: 700,
  PAINTING: 2600,
  "PEST CONTROL": 1400,
  CLEANING: 1600,
  "PICK AND DROP": 120,
};

function closingOf(random: Random, { service, revisitOf }: Origin): Closed {
  const remark = revisitOf
    ? closureRemarks[4]
    : random.weighted([
        [closureRemarks[0], 0.84] as const,
        [closureRemarks[1], 0.06] as const,
        [closureRemarks[2], 0.03] as const,
        [closureRemarks[3], 0.02] as const,
        [closureRemarks[4], 0.05] as const,
      ]);
  const charged = remark === closureRemarks[0];
  const usual = usualPrice[service];
  const price = charged ? Math.round(usual * (0.5 + random.wait(0.6))) : 0;
  const happy = random.chance(0.92);
  return {
    remark,
    pricePaise: fromRupees(price),
    // The visit charge is 0, so all that is charged counts as material (R167).
    materialPaise: fromRupees(price),
    paymentType: random.chance(0.6) ? "Online" : "Cash",
    code: workDone(remark) ? (happy ? "happy_code" : "unhappy_code") : null,
    rating: happy ? random.pick(["Good", "Very Good"]) : random.pick(ratingChoices.slice(0, 3)),
    stars: random.chance(0.4) ? (happy ? random.between(4, 5) : random.between(0, 3)) : null,
  };
}

/** One closed ticket in twenty-five is visited once more, one in twenty-five is booked again. */
function repeatOf({ random, until }: World, { closedAt }: Course): Ticket["repeat"] {
  const fate = random.next();
  if (closedAt === undefined || fate > 0.08) return null;
  const again = closedAt + hour + random.wait(fate < 0.04 ? 6 * day : 40 * day);
  // Far enough from the end that its turn surely comes.
  if (again > until - 2 * day || (fate < 0.04 && again > closedAt + 28 * day)) return null;
  return { kind: fate < 0.04 ? "revisit" : "rebook", at: again };
}

const lastNews = ({ course, bookedAt }: Ticket) =>
  Math.max(
    bookedAt,
    ...[course.matchedAt, course.acceptedAt, course.assignedAt, course.startedAt, course.closedAt].map(
      (time) => time ?? 0,
    ),
    ...[course.cancelledAt, course.reviewedAt, course.refund?.at, course.escalatedAt].map((time) => time ?? 0),
  );

const when = (time: number | undefined) => (time === undefined ? null : at(time));

function writeRow(world: World, ticket: Ticket) {
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
    ...[ticket.id, publicId, ticket.number, course.status, course.broadcastStatus, origin.createdBy, origin.createName],
    ...[origin.createdBy === "CENTER" ? origin.partner!.id : null, origin.qrId, world.serviceIds.get(origin.service)],
    ...[origin.requirement, customer.name, customer.phone, customer.houseNumber, customer.locality],
    ...[block.city, block.state, origin.pincode, preference, when(wanted), world.offerCode, origin.deviceId],
    ...[course.serviceAvailable, course.feeDue ? world.feePaise : 0],
    ...[course.paidAt !== undefined && !course.refund, course.paidFrom !== null],
    ...[course.center?.id, course.technician?.id, closing?.materialPaise, closing?.pricePaise, closing?.paymentType],
    ...[codes[0], codes[1], closing?.code, closing?.remark, closing?.rating, closing?.stars],
    ...[origin.revisitOf, origin.rebookOf, ticket.repeat?.kind === "revisit" ? 1 : 0],
    ...[course.cancelledAt === undefined ? null : cancelReason(random), at(bookedAt), at(lastNews(ticket))],
    ...[course.broadcastStatus === "matched_in_same_center" ? null : when(course.matchedAt), when(course.escalatedAt)],
    ...[when(course.acceptedAt), when(course.assignedAt), when(course.startedAt), when(course.closedAt)],
    when(course.cancelledAt),
  ]);
}

/** The customer's codes of a visit that is still to come; sealed, so the only rows a seed does not repeat to the byte. */
const openCodes = (random: Random) => {
  const happy = random.between(1_000, 4_999);
  return [seal(String(happy)), seal(String(happy + 4_000))];
};

type Winner = { broadcastId: string; leadOrderId: string | null } | null;

/** The offers and the reasons; answers the offer that won. */
function writeOffers({ random, batch, money, leadPaise }: World, { id, course, bookedAt, origin }: Ticket): Winner {
  const decidedAt = at(course.matchedAt ?? bookedAt);
  const same = course.broadcastStatus === "matched_in_same_center";
  for (const { center, verdict } of course.verdicts) {
    const reason = !same || verdict !== "offered" ? verdict : center === origin.own ? "same_center" : "not_needed";
    batch.add("match_reasons", [id, center.id, reason, decidedAt]);
  }
  let winner: Winner = null;
  let waiting = course.asked.length;
  for (const center of course.asked) {
    const broadcastId = random.id(course.matchedAt!);
    const won = center === course.center;
    const over = course.acceptedAt ?? course.cancelledAt;
    const refused = !won && random.chance(0.1) && (over !== undefined || --waiting > 0);
    const lost = refused ? "REJECTED" : over === undefined ? "PENDING" : "TAKEN";
    const status = won ? (course.closedAt === undefined ? "ACCEPTED" : "CLOSED") : lost;
    const leadOrderId = won && course.paidFrom === "card" ? random.id(course.acceptedAt!) : null;
    const changedAt = at((won ? course.closedAt : undefined) ?? over ?? course.matchedAt!);
    const paidFrom = won ? course.paidFrom : null;
    batch.add("broadcasts", [broadcastId, id, center.id, status, leadOrderId, paidFrom, decidedAt, changedAt]);
    if (!won) continue;
    winner = { broadcastId, leadOrderId };
    const lead = { center, at: course.acceptedAt!, amountPaise: leadPaise, ticketId: id, broadcastId };
    if (paidFrom === "wallet") money.leadFromWallet(lead);
    if (leadOrderId) {
      const prices = { subscribedUserTicketAmountPaise: leadPaise };
      money.paid({ ...lead, orderId: leadOrderId, purpose: "lead_fee", prices }, "lead_fee", "lead_fee_income");
    }
  }
  return winner;
}

function writeHistory(world: World, ticket: Ticket, fee: Purchase | null, winner: Winner) {
  const { random, batch, adminId } = world;
  const { id, course, origin, bookedAt, closing } = ticket;
  const tell = (
    time: number | undefined,
    event: string,
    actor: Who,
    from: string | null,
    to: string | null,
    data = {},
  ) => {
    if (time === undefined) return;
    batch.add("history", [random.id(time), "ticket", id, event, actor[0], actor[1], from, to, data, at(time)]);
  };
  const author: Who =
    origin.createdBy === "CENTER"
      ? ["center", origin.partner!.id]
      : origin.createdBy === "SUPER_ADMIN"
        ? ["admin", adminId]
        : ["anyone", null];
  const payments: Who = ["system:payments", null];
  const center: Who = ["center", course.center?.id ?? null];
  const technician: Who = ["technician", course.technician?.id ?? null];
  const matcher = fee ? payments : author;
  const centerId = course.center?.id;
  const held = course.acceptedAt === undefined ? "PENDING" : "ACCEPTED";

  tell(bookedAt, "ticket.created", author, null, "PENDING", {
    createdBy: origin.createdBy,
    ...(origin.revisitOf && { revisitOf: origin.revisitOf }),
  });
  if (!course.serviceAvailable) tell(bookedAt, "ticket.noCenter", author, null, null);
  if (fee)
    tell(course.paidAt, "ticket.feePaid", payments, null, null, { orderId: fee.orderId, amountPaise: fee.amountPaise });
  if (course.asked.length > 0)
    tell(course.matchedAt, "ticket.broadcasted", matcher, null, null, { centers: course.asked.length });
  else tell(course.matchedAt, "ticket.matched", matcher, null, null, { centerId });
  tell(course.escalatedAt, "ticket.escalated", ["system:escalation", null], null, null, { minutes: 15 });
  tell(course.acceptedAt, "ticket.accepted", center, "PENDING", "ACCEPTED", {
    ...{ centerId, broadcastId: winner?.broadcastId, paidFrom: course.paidFrom },
  });
  tell(course.assignedAt, "ticket.technicianAssigned", center, null, null, { technicianId: course.technician?.id });
  tell(course.startedAt, "ticket.started", technician, null, null);
  tell(course.reviewedAt, reviewEvents[course.status] ?? "", ["admin", adminId], held, course.status);
  tell(course.cancelledAt, "ticket.cancelled", ["admin", adminId], held, "CANCEL");
  tell(course.refund?.at, "ticket.feeReturned", ["system:refunds", null], null, null, {
    ...{ orderId: fee?.orderId, amountPaise: fee?.amountPaise, reason: course.refund?.reason },
  });
  tell(course.closedAt, "ticket.closed", center, held, "CLOSED", {
    ...{ closingPricePaise: closing?.pricePaise, code: closing?.code },
  });
}

type Who = readonly [kind: string, id: string | null];

const reviewEvents: Record<string, string> = {
  VERIFIED: "ticket.verified",
  ON_HOLD: "ticket.held",
  REJECT: "ticket.refused",
};

function feeOf({ random, feePaise }: World, { id, course, bookedAt }: Ticket): Purchase {
  return {
    orderId: random.id(bookedAt),
    purpose: "booking_fee",
    at: course.paidAt ?? bookedAt + minute,
    amountPaise: feePaise,
    ticketId: id,
    prices: { requestBookingAmountPaise: feePaise },
    refunded: course.refund !== undefined,
  };
}

/** The papers of a closing: fee earned, invoice, feedback link, and in a third of all cases the feedback. */
function close({ random, money, until }: World, ticket: Ticket, fee: Purchase | null) {
  const { id, origin, course } = ticket;
  const closing = ticket.closing!;
  const closedAt = course.closedAt!;
  const { customer, block, pincode } = origin;
  if (fee) money.earned(fee, closedAt);
  money.close({
    at: closedAt,
    invoiceId: random.id(closedAt),
    ticketId: id,
    historyId: random.id(closedAt),
    actorId: course.center!.id,
    billed: {
      ticketId: ticket.number,
      ...customer,
      ...{ city: block.city, state: block.state, pincode, paymentType: closing.paymentType },
      service: { name: origin.service, sac: null },
      centerName: course.center!.name,
      closingPricePaise: closing.pricePaise,
      materialPaise: closing.materialPaise,
      feePaidPaise: fee ? fee.amountPaise : zero,
    },
  });
  const answeredAt = closedAt + 10 * minute + random.wait(day);
  const answered = random.chance(0.35) && answeredAt < until && answeredAt < closedAt + feedbackLife;
  const mood = closing.code === "unhappy_code" ? random.between(2, 5) : random.between(7, 9);
  const ids = { link: random.id(closedAt), token: random.hex(8), feedback: random.id(answeredAt) };
  const answers = feedbackQuestions.map((key) => ({ question: say(key), answer: mood + random.between(-1, 1) }));
  money.when(closedAt + second, (batch) => {
    const usedAt = answered ? at(answeredAt) : null;
    batch.add("feedback_links", [ids.link, id, ids.token, at(closedAt), at(closedAt + feedbackLife), usedAt]);
  });
  if (!answered) return;
  const average = Math.round(answers.reduce((total, { answer }) => total + answer, 0) * 2) / 10;
  const historyId = random.id(answeredAt);
  money.when(answeredAt, (batch) => {
    batch.add("feedbacks", [ids.feedback, id, answers, average, at(answeredAt)]);
    batch.add("history", [
      ...[historyId, "ticket", id, "ticket.feedbackGiven", "anyone", null, null, null],
      ...[{ overAllRating: average }, at(answeredAt)],
    ]);
  });
}
