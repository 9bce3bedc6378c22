import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { day, fromIst, istDate, moveClock, now, resetClock, second } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict, DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aPriceList,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import { aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fresh, notVisited } from "#modules/testing/work.ts";
import { feeStateOf, joiningBonus, ledgerFaults, walletBalance } from "#modules/wallet/index.ts";
import { settleCancellation } from "../by-customer/cancel-own.ts";
import {
  acceptBroadcast,
  agreeTime,
  answerTimeChange,
  assignTechnician,
  cancelOwn,
  cancelTicket,
  changeOwnTime,
  closeTicket,
  handBack,
  ownCancelTerms,
  undoCancel,
} from "../index.ts";
import { AdminCloseTicket, AgreeTime, AnswerTimeChange, CancelOwn, ChangeTime, HandBackTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

/*
 * Seats under a rush: `npm run visits` repeats it with more rounds. Each round has a center with six seats in a window
 * and a hundred requests for it, of which some are cancelled at the same instant; then one request that four connections
 * accept, move, agree, hand back, cancel, undo and close at once.
 */

openDatabase();
const till = openTill();
beforeAll(() => aPriceList());
afterEach(resetClock);

const rounds = env.proofSize ?? { quick: 1, whole: 3 }[env.testSize];
const buyers = 100;
const seats = 6;

/** The day after tomorrow, on which the center works whatever day it is. */
const inTwoDays = () => istDate(new Date(now().getTime() + 2 * day));

/** A center that works every day. */
async function aShop() {
  const service = await aService();
  const center = await aCenter({ services: [service], ticketAcceptLimit: 1_000 });
  for (let weekday = 1; weekday <= 7; weekday += 1)
    await rows(sql`insert into center_hours values (${center.id}, ${weekday}, 480, 1200)`);
  return { service, center };
}

async function aRush() {
  const { service, center } = await aShop();
  for (let technician = 0; technician < seats; technician += 1) await aTechnician({ center });
  const specificDateTime = fromIst(inTwoDays(), "10:00");
  const offers = [];
  for (let buyer = 0; buyer < buyers; buyer += 1)
    offers.push(
      await aBroadcastTicket([center], {
        serviceId: service.id,
        pincode: center.pincode,
        timePreferenceType: "SPECIFIC_DATE_AND_TIME",
        specificDateTime,
      }),
    );
  return { center, offers };
}

const seatsOf = (center: { id: string }) =>
  rows<{ slot: number; seats: number; taken: number; agreed: number }>(
    sql`select w.slot, w.seats, w.taken,
            (select count(*)::int from appointments a where a.center_id = w.center_id and a.day = w.day
              and a.ended_at is null and w.slot between a.first_slot and a.last_slot) as agreed
       from window_seats w where w.center_id = ${center.id}::uuid order by w.slot`,
  );

test(
  "a hundred buyers for six seats: six are accepted, a seat that is freed goes to one more, and none leaks",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { center, offers } = await aRush();
      const own = asCenter(center);
      const accept = ({ broadcasts }: (typeof offers)[number]) =>
        unitOfWork(() => acceptBroadcast(own, { broadcastId: broadcasts[0]!.id })).then(
          () => "accepted",
          (error: { key?: string }) => error.key ?? String(error),
        );
      const outcomes = await Promise.all(offers.map(accept));
      expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(seats);
      expect([...new Set(outcomes)].sort()).toEqual(["accepted", "broadcast.windowFull"]);
      const won = offers.filter((_, at) => outcomes[at] === "accepted");
      const lost = offers.filter((_, at) => outcomes[at] !== "accepted");
      const cancelled = won[randomInt(seats)]!;
      const again = await Promise.all([
        unitOfWork(() => cancelTicket(asAdmin(), { ticketId: cancelled.ticket.publicId })).then(() => "cancelled"),
        ...lost.map(accept),
      ]);
      const more = again.filter((outcome) => outcome === "accepted").length;
      expect(more).toBeLessThanOrEqual(1);
      const stored = await seatsOf(center);
      expect(stored.map(({ taken }) => taken)).toEqual([0, seats - 1 + more, 0, 0, 0, 0]);
      expect(stored.every(({ taken, agreed }) => taken === agreed)).toBe(true);
    }
  },
  120_000 + rounds * 30_000,
);

/** Lets the time of the undo pass for the cancellations of a request by its customer, and runs their jobs. */
async function settleCancellations({ id }: Ticket): Promise<void> {
  moveClock(10 * second);
  const waiting = await rows<{ id: string }>(
    sql`select id from visit_decisions where ticket_id = ${id} and state = 'UNDOABLE'`,
  );
  for (const { id: decisionId } of waiting) await runJob(settleCancellation, { decisionId });
}

/** What both sides and the operators do with one request, each act whenever it is possible. */
async function actsOn(ticket: Ticket, center: Awaited<ReturnType<typeof aCenter>>) {
  const own = asCenter(center);
  const customer = asVisitor(ticket.phone);
  const { publicId: ticketId } = ticket;
  const offer = await row<{ id: string }>(sql`select id from broadcasts where ticket_id = ${ticket.id}`);
  const { id: technicianId } = await aTechnician({ center });
  return {
    accept: () => acceptBroadcast(own, { broadcastId: offer!.id }),
    move: async () => {
      const { version } = await fresh(ticket);
      const when = `${inTwoDays()}T${["12:00", "14:00", "16:00"][randomInt(3)]}`;
      return changeOwnTime(customer, ChangeTime.parse({ ticketId, when, version }));
    },
    handBack: () => handBack(own, HandBackTicket.parse({ ticketId, reason: "no_technician" })),
    answer: () => {
      const answer = randomInt(3) > 0 ? "agree" : "refuse";
      return answerTimeChange(own, AnswerTimeChange.parse({ ticketId, answer }));
    },
    agree: () => {
      const at = `${istDate(new Date(now().getTime() + (2 + randomInt(2)) * day))}T${["12:00", "14:00"][randomInt(2)]}`;
      return agreeTime(asAdmin(), AgreeTime.parse({ ticketId, at }));
    },
    cancelOwn: async () => {
      const terms = await unitOfWork(() => ownCancelTerms(customer, ticketId));
      if (!terms) throw conflict("ticket.notCancellable");
      return cancelOwn(customer, CancelOwn.parse({ ticketId, ruleId: terms.rule.id, feePaise: terms.feePaise }));
    },
    undo: () => undoCancel(customer, { ticketId }),
    settle: () => settleCancellations(ticket),
    cancel: () => cancelTicket(asAdmin(), { ticketId }),
    close: async () => {
      await unitOfWork(() => assignTechnician(own, { ticketId, technicianId }));
      const closing =
        randomInt(2) === 0 ? { closeRemarks: notVisited, amount: 0 } : { closeRemarks: "Done", amount: 500 };
      return closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId, ...closing }));
    },
  };
}

const shuffled = <T>(list: readonly T[]) => {
  const left = [...list];
  return list.map(() => left.splice(randomInt(left.length), 1)[0]!);
};

test(
  "accepted, moved, agreed, handed back, cancelled by both, undone and closed at one instant: one state, one outcome of the money, no seat leaks",
  async () => {
    const ends = new Map<string, number>();
    for (let round = 0; round < rounds * 5; round += 1) {
      const { center } = await aShop();
      await joiningBonus({ centerId: center.id, amountPaise: fromRupees(1_000) });
      const wanted = { timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: fromIst(inTwoDays(), "10:00") };
      const { ticket } = await aPaidRequest(till, wanted as Partial<Ticket>, center);
      const acts = await actsOn(ticket, center);
      const connection = async () => {
        // Not all of them, because a cancellation ends what the others do.
        for (const act of shuffled(Object.values(acts)).slice(0, 6))
          await unitOfWork<unknown>(act).catch((error: unknown) => expect(error).toBeInstanceOf(DomainError));
      };
      await Promise.all(Array.from({ length: 4 }, connection));
      await settleCancellations(ticket);
      const { status, closeRemarks, centerId, cancelledAt, closedAt, serviceAvailable } = await fresh(ticket);
      ends.set(status, (ends.get(status) ?? 0) + 1);
      // Handed back where no other center serves the place, too.
      const goesBack = status === "CANCEL" || closeRemarks === notVisited || !serviceAvailable;
      expect({ status, fee: await feeStateOf(ticket.id) }).toEqual({ status, fee: goesBack ? null : "held" });
      expect(Boolean(cancelledAt) && Boolean(closedAt)).toBe(false);
      const paysLead = status !== "CANCEL" && centerId !== null;
      const lead = fromRupees(1_000) - (await walletBalance(center.id));
      expect({ status, paysLead, paid: lead > 0 }).toEqual({ status, paysLead, paid: paysLead });
      const stored = await seatsOf(center);
      expect(stored.every(({ taken, agreed }) => taken === agreed)).toBe(true);
      if (status !== "ACCEPTED") expect(stored.every(({ taken }) => taken === 0)).toBe(true);
      expect(await ledgerFaults()).toEqual([]);
    }
    expect([...ends.keys()].filter((end) => !["PENDING", "ACCEPTED", "CANCEL", "CLOSED"].includes(end))).toEqual([]);
    process.stdout.write(`visits: ${JSON.stringify(Object.fromEntries(ends))}\n`);
  },
  120_000 + rounds * 30_000,
);
