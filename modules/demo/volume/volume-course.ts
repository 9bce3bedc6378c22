import { day, hour, minute, second } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { type MoveName, mayMove, moves } from "#modules/tickets/index.ts";
import type { BroadcastStatus, TicketStatus } from "#modules/tickets/labels.ts";
import type { Random } from "../random.ts";
import type { Market, Verdict } from "./market.ts";
import type { VolumeCenter } from "./volume-centers.ts";
import type { Origin } from "./volume-origin.ts";

/** A move of a ticket's lifecycle, which says its event and where it leads. */
type Step = { move: MoveName; from: TicketStatus; at: number };

/** The course of a ticket until `until`. Times in milliseconds. */
export type Course = {
  status: TicketStatus;
  /** The moves that led to its status, in order. */
  steps: Step[];
  broadcastStatus: BroadcastStatus | null;
  serviceAvailable: boolean;
  feeDue: boolean;
  verdicts: { center: VolumeCenter; verdict: Verdict }[];
  /** The centers it was offered to by broadcast. */
  offered: VolumeCenter[];
  center: VolumeCenter | null;
  technician: { id: string; name: string } | null;
  paidFrom: "wallet" | "card" | null;
  paidAt?: number;
  refund?: { at: number; reason: string };
  matchedAt?: number;
  escalatedAt?: number;
  acceptedAt?: number;
  assignedAt?: number;
  startedAt?: number;
  closedAt?: number;
  cancelledAt?: number;
};

/** Makes a move; throws where the lifecycle has no such move from where the ticket is. */
function move(course: Course, name: MoveName, instant: number) {
  if (!mayMove(course.status, name)) throw new Error(`a ticket that is ${course.status} has no move ${name}`);
  course.steps.push({ move: name, from: course.status, at: instant });
  course.status = moves[name].to;
}

const escalateAfter = () => env.escalateAfterMinutes * minute;

/** Simulate a ticket from its booking at `bookedAt` until `until`. */
export function courseOf(random: Random, market: Market, origin: Origin, bookedAt: number, until: number): Course {
  const verdicts = verdictsOf(market, origin);
  const offered = verdicts.filter(({ verdict }) => verdict === "offered").map(({ center }) => center);
  const course: Course = {
    status: "PENDING",
    steps: [],
    broadcastStatus: null,
    serviceAvailable: offered.length > 0,
    feeDue: false,
    verdicts,
    offered: [],
    center: null,
    technician: null,
    paidFrom: null,
  };
  if (offered.length === 0) return course;
  course.feeDue = (origin.createdBy === "PUBLIC" || origin.createdBy === "PUBLIC_APP") && !origin.revisitOf;
  const paidAt = bookedAt + 20 * second + random.wait(90 * second);
  if (course.feeDue && (random.chance(0.06) || paidAt >= until)) return course;
  if (course.feeDue) course.paidAt = paidAt;
  course.matchedAt = course.paidAt ?? bookedAt + second;
  if (origin.own && offered.includes(origin.own)) {
    course.broadcastStatus = "matched_in_same_center";
    course.center = origin.own;
    goOn(random, course, course.matchedAt, until);
  } else {
    course.broadcastStatus = "broadcasted";
    course.offered = offered;
    seekCenter(random, course, course.matchedAt, until);
  }
  return course;
}

/** The verdicts on every center of the pincode, and on the ticket's own center wherever it works. */
function verdictsOf(market: Market, { pincode, service, own }: Origin) {
  const verdicts = market.verdicts(pincode, service);
  if (!own || verdicts.some(({ center }) => center === own)) return verdicts;
  return [...verdicts, { center: own, verdict: market.verdict(own, pincode, service) }];
}

/** A center accepts, none does, or the ticket is cancelled first. A paid ticket is never left waiting. */
function seekCenter(random: Random, course: Course, from: number, until: number) {
  const paid = course.paidAt !== undefined;
  const acceptAt = from + 40 * second + Math.min(random.wait(25 * minute), 20 * hour);
  const refundAt = from + day + random.wait(minute);
  const fate = random.next();
  const cancelAt = from + minute + random.wait(8 * hour);
  if (fate < 0.03 && cancelAt < until && cancelAt < refundAt) return cancel(course, from, cancelAt);
  if (paid && fate < 0.045 && refundAt < until) {
    course.escalatedAt = from + escalateAfter();
    course.refund = { at: refundAt, reason: "not accepted in time" };
    return;
  }
  if (!paid && fate < 0.12) {
    const forgottenAt = from + day * (15 + random.below(10));
    if (forgottenAt < until && random.chance(0.85)) return cancel(course, from, forgottenAt);
    return escalateBy(course, from, until);
  }
  if (acceptAt >= until && !paid) return escalateBy(course, from, until);
  accept(random, course, acceptAt < until ? acceptAt : from + (until - from) * 0.8, from, until);
}

function escalateBy(course: Course, from: number, instant: number) {
  if (from + escalateAfter() < instant) course.escalatedAt = from + escalateAfter();
}

function cancel(course: Course, from: number, instant: number) {
  escalateBy(course, from, instant);
  callOff(course, instant);
}

function callOff(course: Course, instant: number) {
  move(course, "cancel", instant);
  course.cancelledAt = instant;
  if (course.paidAt !== undefined) course.refund = { at: instant, reason: "cancelled" };
}

function accept(random: Random, course: Course, instant: number, from: number, until: number) {
  escalateBy(course, from, instant);
  move(course, "accept", instant);
  course.broadcastStatus = "accepted after broadcast";
  course.acceptedAt = instant;
  course.center = random.pick(course.offered);
  if (course.paidAt !== undefined) course.paidFrom = random.chance(0.7) ? "wallet" : "card";
  goOn(random, course, instant, until);
}

/** After the acceptance: technician, work and closing, unless the ticket is reviewed or cancelled in between. */
function goOn(random: Random, course: Course, from: number, until: number) {
  const fate = random.next();
  const betweenAt = from + 10 * minute + random.wait(6 * hour);
  if (fate < 0.035 && betweenAt < until) return callOff(course, betweenAt);
  if (fate < 0.045 && betweenAt < until) {
    const review = random.weighted([["verify", 0.6] as const, ["hold", 0.25] as const, ["refuse", 0.15] as const]);
    return move(course, review, betweenAt);
  }
  const center = course.center!;
  course.assignedAt = from + 5 * minute + random.wait(3 * hour);
  course.startedAt = course.assignedAt + 20 * minute + random.wait(9 * hour);
  course.closedAt = course.startedAt + 30 * minute + random.wait(75 * minute);
  // Some tickets stay unfinished, more of the recent ones.
  const left = until - from < 45 * day && random.chance(0.06) ? random.below(3) : 3;
  if (left < 3 || course.closedAt >= until) course.closedAt = undefined;
  if (left < 2 || course.startedAt >= until) course.startedAt = undefined;
  if (left < 1 || course.assignedAt >= until) course.assignedAt = undefined;
  if (course.assignedAt !== undefined) course.technician = random.pick(center.technicians);
  if (course.closedAt !== undefined) move(course, "close", course.closedAt);
}
