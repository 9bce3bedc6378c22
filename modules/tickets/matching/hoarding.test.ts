import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { freezeClock, hour, minute, moveClock, now, resetClock, second } from "#modules/kernel/clock.ts";
import { em, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aPriceList, asCenter } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc } from "#modules/testing/property.ts";
import { joiningBonus } from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import { HandBackTicket } from "../shared.ts";
import { acceptBroadcast } from "./accept.ts";
import { listBroadcasts } from "./broadcasts.ts";
import { acceptingOf } from "./daily-accepts.ts";
import { escalateUnaccepted } from "./escalate.ts";
import { giveBack } from "./give-back.ts";
import { handBack } from "./hand-back.ts";
import { checkAcceptance } from "./pay-acceptance.ts";
import { rejectBroadcast } from "./reject.ts";
import { expireReservations } from "./reserve.ts";

openDatabase();

const till = openTill();
beforeEach(() => aPriceList());
afterEach(resetClock);

const fill = (center: Center, rupees: number) => joiningBonus({ centerId: center.id, amountPaise: fromRupees(rupees) });

/** The result of an action: `success`, or the key of its refusal. */
async function outcomeOf(act: () => Promise<unknown>, success = "done"): Promise<string> {
  try {
    await unitOfWork(act);
    return success;
  } catch (error) {
    if (error instanceof DomainError) return error.key;
    throw error;
  }
}

type Reservation = { center: number; until: number; ended: number | null; unpaid: boolean; further: boolean };

/** A model of a ticket's rules that shares no code with the product. */
class TicketModel {
  readonly reservations: Reservation[] = [];
  readonly gone = new Set<number>();
  winner: number | undefined;

  running(at: number) {
    return this.reservations.find(({ ended, until }) => ended === null && until > at);
  }
  /** Ends the reservations whose time is over. */
  settle(at: number) {
    for (const one of this.reservations)
      if (one.ended === null && one.until <= at) Object.assign(one, { ended: one.until, unpaid: true });
  }
  unpaidOf(center: number) {
    return this.reservations.filter((one) => one.center === center && one.unpaid);
  }
  /** The expected answer to a center without wallet balance that tries to take the ticket. */
  answer(center: number, at: number, centers: number, heldElsewhere: number): string {
    this.settle(at);
    if (this.winner === center) return "reserved";
    if (this.gone.has(center)) return "broadcast.rejectedAlready";
    if (this.winner !== undefined) return "broadcast.taken";
    const running = this.running(at);
    if (running) return running.center === center ? "reserved" : "broadcast.reserved";
    const unpaid = this.unpaidOf(center);
    const rivals = Array.from({ length: centers }, (_, n) => n).some((n) => n !== center && !this.gone.has(n));
    let further = false;
    if (unpaid.length > 0 && rivals) {
      const free = Math.max(...this.reservations.filter((one) => one.unpaid).map(({ ended }) => ended!));
      if (at < free + 10 * minute) return "broadcast.rivalsFirst";
    } else if (unpaid.length > 0) {
      if (this.reservations.filter((one) => one.center === center && one.further).length >= 2)
        return "broadcast.noMoreTries";
      further = true;
    }
    if (heldElsewhere >= 2) return "broadcast.unpaidAtOnce";
    this.reservations.push({
      center,
      until: at + env.reservationMinutes * minute,
      ended: null,
      unpaid: false,
      further,
    });
    return "reserved";
  }
}

const centersAtMost = 3;
const ticketsInPlay = 3;
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(fc.constant("reserve" as const), fc.nat(centersAtMost - 1), fc.nat(ticketsInPlay - 1)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constant("give back" as const), fc.nat(centersAtMost - 1), fc.nat(ticketsInPlay - 1)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant("reject" as const), fc.nat(centersAtMost - 1), fc.nat(ticketsInPlay - 1)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant("pay" as const), fc.nat(centersAtMost - 1), fc.nat(ticketsInPlay - 1)) },
  { weight: 6, arbitrary: fc.tuple(fc.constant("wait" as const), fc.constantFrom(1, 4, 9, 10, 11), fc.constant(0)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("sweep" as const), fc.constant(0), fc.constant(0)) },
);

test("centers without money reserve, give back, let expire and pay in any order: each is told exactly what the rules say", async () => {
  const plans = fc.tuple(fc.integer({ min: 1, max: centersAtMost }), fc.array(step, { minLength: 12, maxLength: 30 }));
  await fc.assert(
    fc.asyncProperty(plans, async ([count, steps]) => {
      freezeClock("2026-11-21T10:00:00Z");
      const centers: Center[] = [];
      for (let n = 0; n < count; n++) centers.push(await aCenter());
      const tickets = [];
      for (let n = 0; n < ticketsInPlay; n++) tickets.push(await aBroadcastTicket(centers, { paid: true }));
      const models = tickets.map(() => new TicketModel());
      const heldBy = (center: number, but: number) =>
        models.filter(
          (model, n) => n !== but && model.winner === undefined && model.running(now().getTime())?.center === center,
        ).length;
      for (const [act, first, which] of steps) {
        const at = now().getTime();
        if (act === "wait") moveClock(first * minute);
        else if (act === "sweep") await unitOfWork(expireReservations);
        else {
          const center = first % count;
          const model = models[which]!;
          const { broadcasts } = tickets[which]!;
          const broadcastId = broadcasts[center]!.id;
          const actor = asCenter(centers[center]!);
          model.settle(at);
          if (act === "reserve") {
            const expected = model.answer(center, at, count, heldBy(center, which));
            const shown = (await unitOfWork(() => listBroadcasts(actor))).rows.find(({ id }) => id === broadcastId);
            expect(await outcomeOf(() => acceptBroadcast(actor, { broadcastId }), "reserved")).toBe(expected);
            // The page announced the refusal before the click.
            if (expected === "broadcast.rivalsFirst") expect(shown?.nextTry).toBeInstanceOf(Date);
            if (expected === "broadcast.noMoreTries") expect(shown?.nextTry).toBe("never");
          }
          if (act === "give back") {
            await outcomeOf(() => giveBack(actor, { broadcastId }));
            const held = model.winner === undefined ? model.running(at) : undefined;
            if (held?.center === center) Object.assign(held, { ended: at, unpaid: true });
          }
          if (act === "reject") {
            const result = await outcomeOf(() => rejectBroadcast(actor, { broadcastId }));
            if (result === "done") model.gone.add(center);
          }
          if (act === "pay" && model.running(at)?.center === center && model.winner === undefined) {
            await fill(centers[center]!, 99);
            expect(await outcomeOf(() => acceptBroadcast(actor, { broadcastId }), "won")).toBe("won");
            Object.assign(model.running(at)!, { ended: at });
            model.winner = center;
          }
        }
        const most = await rows<{ n: number }>(
          sql`select count(*)::int as n from broadcasts where status = 'RESERVED' and reserved_until > ${now()}
            and center_id = any(${centers.map(({ id }) => id)}::uuid[]) group by center_id`,
        );
        for (const { n } of most) expect(n).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: env.proofSize ?? 20, endOnFailure: true, ...(env.proofSeed !== undefined && { seed: env.proofSeed }) },
  );
});

test("a rival that looks every few minutes gets the request, however often others reserve it without paying", async () => {
  const plans = fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 3, max: 10 }),
    fc.integer({ min: 0, max: 9 }),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(plans, async ([hoarders, every, first, sweeps]) => {
      freezeClock("2026-11-21T10:00:00Z");
      const centers: Center[] = [];
      for (let n = 0; n <= hoarders; n++) centers.push(await aCenter());
      const { broadcasts } = await aBroadcastTicket(centers, { paid: true });
      const tries = (n: number) =>
        outcomeOf(() => acceptBroadcast(asCenter(centers[n]!), { broadcastId: broadcasts[n]!.id }), "reserved");
      const minutes = (hoarders + 1) * 10 + every;
      for (let passed = 0; passed <= minutes; passed++) {
        if (sweeps) await unitOfWork(expireReservations);
        for (let n = 1; n <= hoarders; n++) await tries(n);
        if (passed >= first && (passed - first) % every === 0 && (await tries(0)) === "reserved") return;
        moveClock(minute);
      }
      throw new Error(`${hoarders} hoarders kept the request for ${minutes} minutes`);
    }),
    { numRuns: Math.max(5, (env.proofSize ?? 30) / 3) },
  );
});

describe("a center without money", () => {
  test("has two reservations at once, however many it asks for at the same moment", async () => {
    const center = await aCenter();
    const offers = [];
    for (let n = 0; n < 6; n++)
      offers.push((await aBroadcastTicket([center, await aCenter()], { paid: true })).broadcasts[0]!);
    const answers = await Promise.all(
      offers.map(({ id }) => outcomeOf(() => acceptBroadcast(asCenter(center), { broadcastId: id }), "reserved")),
    );
    expect(answers.toSorted()).toEqual([...Array(4).fill("broadcast.unpaidAtOnce"), "reserved", "reserved"]);
    await fill(center, 99);
    const left = offers.find((_, n) => answers[n] !== "reserved")!;
    expect(await acceptBroadcast(asCenter(center), { broadcastId: left.id }), "paid at once").toMatchObject({
      accepted: true,
      paidFrom: "wallet",
    });
  });

  test("pays from its wallet at once what it would have to wait for", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const center = await aCenter();
    const rival = await aCenter();
    const [offer] = (await aBroadcastTicket([center, rival], { paid: true })).broadcasts;
    const accept = () => acceptBroadcast(asCenter(center), { broadcastId: offer!.id });
    await accept();
    await giveBack(asCenter(center), { broadcastId: offer!.id });
    expect(await outcomeOf(accept)).toBe("broadcast.rivalsFirst");
    await fill(center, 99);
    expect(await accept()).toEqual({ accepted: true, paidFrom: "wallet" });
  });

  test("alone has two further tries; then the request is escalated and stays open for the wallet", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const center = await aCenter();
    const { ticket, broadcasts } = await aBroadcastTicket([center], { paid: true });
    const accept = () => acceptBroadcast(asCenter(center), { broadcastId: broadcasts[0]!.id });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await outcomeOf(accept, "reserved")).toBe("reserved");
      moveClock(10 * minute);
      if (attempt === 1) await unitOfWork(expireReservations);
    }
    await expect(accept()).rejects.toMatchObject({
      kind: "conflict",
      key: "broadcast.noMoreTries",
      params: { count: 3 },
    });
    expect(await unitOfWork(escalateUnaccepted)).toBeGreaterThan(0);
    moveClock(3 * hour);
    expect(await outcomeOf(accept), "time alone changes nothing").toBe("broadcast.noMoreTries");
    expect((await ticketById(ticket.id)).status).toBe("PENDING");
    await fill(center, 99);
    expect(await accept()).toEqual({ accepted: true, paidFrom: "wallet" });
  });

  test("gives back only what is its own and reserved", async () => {
    const center = await aCenter();
    const other = await aCenter();
    const [mine, otherOffer] = (await aBroadcastTicket([center, other], { paid: true })).broadcasts;
    await acceptBroadcast(asCenter(center), { broadcastId: mine!.id });
    await expect(giveBack(asCenter(other), { broadcastId: mine!.id })).rejects.toMatchObject({ kind: "missing" });
    await giveBack(asCenter(other), { broadcastId: otherOffer!.id });
    for (let again = 0; again < 2; again++) await giveBack(asCenter(center), { broadcastId: mine!.id });
    expect(
      await rows(
        sql`select unpaid_ends, status from broadcasts where id = any(${[mine!.id, otherOffer!.id]}::uuid[]) order by unpaid_ends`,
      ),
    ).toEqual([
      { unpaid_ends: 0, status: "PENDING" },
      { unpaid_ends: 1, status: "PENDING" },
    ]);
  });

  test("whose payment comes after its reservation has the money in its wallet and needs not wait", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const center = await aCenter();
    const [offer] = (await aBroadcastTicket([center, await aCenter()], { paid: true })).broadcasts;
    const actor = asCenter(center);
    const reserved = await acceptBroadcast(actor, { broadcastId: offer!.id });
    if (reserved.accepted) throw new Error("accepted without a payment");
    moveClock(10 * minute);
    await unitOfWork(expireReservations);
    await till.pay(reserved.payment.id);
    await checkAcceptance(actor, { broadcastId: offer!.id });
    expect(await unitOfWork(() => acceptBroadcast(actor, { broadcastId: offer!.id }))).toEqual({
      accepted: true,
      paidFrom: "wallet",
    });
  });
});

describe("a center that nobody verified", () => {
  const unverified = () => aCenter({ verifiedAt: null });
  const offersTo = async (center: Center, count: number, paid = false) => {
    const offers = [];
    for (let n = 0; n < count; n++) offers.push((await aBroadcastTicket([center], { paid })).broadcasts[0]!.id);
    return offers;
  };
  const accept = (center: Center, broadcastId: string) =>
    outcomeOf(() => acceptBroadcast(asCenter(center), { broadcastId }), "accepted");

  test("accepts five requests a day, also when it taps on all at once, and is told what is left", async () => {
    const center = await unverified();
    const verified = await aCenter();
    const offers = await offersTo(center, 9);
    expect(await acceptingOf({ centerId: center.id })).toMatchObject({ verified: false, left: 5, perDay: 5 });
    const answers = await Promise.all(offers.map((id) => accept(center, id)));
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "broadcast.unverified")).toHaveLength(4);
    expect(await acceptingOf({ centerId: center.id })).toMatchObject({ left: 0 });
    const won = offers.find((_, n) => answers[n] === "accepted")!;
    expect(await accept(center, won), "a second tap on what it has").toBe("accepted");
    for (const id of await offersTo(verified, 7)) expect(await accept(verified, id)).toBe("accepted");
    expect(await acceptingOf({ centerId: verified.id })).toMatchObject({ verified: true, left: null });
  });

  test("begins anew at midnight in India, and not at one elsewhere", async () => {
    const center = await unverified();
    freezeClock("2026-11-21T18:00:00Z");
    const [first, second, ...others] = await offersTo(center, 14);
    for (const id of [first!, second!]) expect(await accept(center, id)).toBe("accepted");
    freezeClock("2026-11-21T18:29:59.999Z");
    for (const id of others.slice(0, 3)) expect(await accept(center, id)).toBe("accepted");
    expect(await accept(center, others[3]!)).toBe("broadcast.unverified");
    freezeClock("2026-11-21T18:30:00Z");
    for (const id of others.slice(3, 8)) expect(await accept(center, id)).toBe("accepted");
    freezeClock("2026-11-22T00:00:00Z");
    expect(await accept(center, others[8]!)).toBe("broadcast.unverified");
  });

  test("what it has reserved counts, also when it is paid late and the sweep has not come", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const center = await unverified();
    const actor = asCenter(center);
    const paid = await offersTo(center, 2, true);
    const reservations = [];
    for (const broadcastId of paid) reservations.push(await unitOfWork(() => acceptBroadcast(actor, { broadcastId })));
    moveClock(10 * minute + second);
    const free = await offersTo(center, 6);
    const answers = [];
    for (const id of free) answers.push(await accept(center, id));
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(3);
    for (const [n, reserved] of reservations.entries()) {
      if (reserved.accepted) throw new Error("accepted without a payment");
      await till.pay(reserved.payment.id);
      await unitOfWork(() => checkAcceptance(actor, { broadcastId: paid[n]! }));
    }
    const has = await rows(sql`select 1 from tickets where center_id = ${center.id}`);
    expect(has).toHaveLength(5);
  });

  test("what it handed back counts, so that nobody collects contacts by handing back", async () => {
    const center = await unverified();
    const offers = await offersTo(center, 6);
    for (const id of offers.slice(0, 5)) {
      expect(await accept(center, id)).toBe("accepted");
      const [{ public_id: ticketId }] = (await rows<{ public_id: string }>(
        sql`select t.public_id from tickets t join broadcasts b on b.ticket_id = t.id where b.id = ${id}`,
      )) as [{ public_id: string }];
      await unitOfWork(() => handBack(asCenter(center), HandBackTicket.parse({ ticketId, reason: "too_far" })));
    }
    expect(await acceptingOf({ centerId: center.id })).toMatchObject({ left: 0 });
    expect(await accept(center, offers[5]!)).toBe("broadcast.unverified");
  });

  test("a request that was cancelled, handed on or deleted afterwards is counted all the same", async () => {
    const center = await unverified();
    const offers = await offersTo(center, 6);
    for (const id of offers.slice(0, 5)) await accept(center, id);
    await rows(
      sql`update tickets set status = 'CANCEL', cancelled_at = now(), deleted_at = now() where center_id = ${center.id}`,
    );
    em().clear();
    expect(await accept(center, offers[5]!)).toBe("broadcast.unverified");
  });
});
