import { day, minute, second } from "#modules/kernel/clock.ts";
import { fromRupees, zero } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { closureRemarks, feedbackQuestions, ratingChoices, workDone } from "#modules/tickets/labels.ts";
import type { ServiceName } from "../demo-data.ts";
import type { Random } from "../random.ts";
import { isoInstant } from "./copy.ts";
import { feedbackLife, type Purchase } from "./volume-money.ts";
import type { Origin } from "./volume-origin.ts";
import type { Closed, VolumeTicket, World } from "./volume-world.ts";

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

/** Close a ticket: mostly done and paid, sometimes free, sometimes without result. */
export function closingOf(random: Random, { service, revisitOf }: Origin): Closed {
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
    // The visit charge is 0, so the whole price counts as material (R167).
    materialPaise: fromRupees(price),
    paymentType: random.chance(0.6) ? "Online" : "Cash",
    code: workDone(remark) ? (happy ? "happy_code" : "unhappy_code") : null,
    rating: happy ? random.pick(["Good", "Very Good"]) : random.pick(ratingChoices.slice(0, 3)),
    stars: random.chance(0.4) ? (happy ? random.between(4, 5) : random.between(0, 3)) : null,
  };
}

/** Of an online payment: twelve digits, as of UPI. */
export const referenceOf = ({ paymentType, pricePaise }: Closed, closedAt: number) =>
  paymentType === "Online" && pricePaise > 0 ? String(Math.floor(closedAt)).slice(-12) : null;

/** The results of a closing: earned fee, invoice, feedback link, and for a third of the tickets the feedback. */
export function writePapers({ random, money, until }: World, ticket: VolumeTicket, fee: Purchase | null) {
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
      city: block.city,
      state: block.state,
      pincode,
      paymentType: closing.paymentType,
      paidAt: new Date(closedAt),
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
    const usedAt = answered ? isoInstant(answeredAt) : null;
    batch.add("feedback_links", [
      ids.link,
      id,
      ids.token,
      isoInstant(closedAt),
      isoInstant(closedAt + feedbackLife),
      usedAt,
    ]);
  });
  if (!answered) return;
  const average = Math.round(answers.reduce((total, { answer }) => total + answer, 0) * 2) / 10;
  const historyId = random.id(answeredAt);
  money.when(answeredAt, (batch) => {
    batch.add("feedbacks", [ids.feedback, id, answers, average, isoInstant(answeredAt)]);
    batch.add("history", [
      historyId,
      "ticket",
      id,
      "ticket.feedbackGiven",
      "anyone",
      null,
      null,
      null,
      { overAllRating: average },
      isoInstant(answeredAt),
    ]);
  });
}
