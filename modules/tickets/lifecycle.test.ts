import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { minute, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aPriceList, asAdmin, asCenter, aTicket } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc } from "#modules/testing/property.ts";
import { ledgerFaults, walletBalance } from "#modules/wallet/index.ts";
import { BroadcastSchema, type BroadcastState } from "./broadcast.entity.ts";
import { ticketById } from "./get-ticket.ts";
import { ticketStatuses } from "./labels.ts";
import {
  type BroadcastMoveName,
  broadcastMoves,
  type MoveName,
  mayMove,
  move,
  moveBroadcast,
  moves,
} from "./lifecycle.ts";
import { acceptBroadcast } from "./matching/accept.ts";
import { rejectBroadcast } from "./matching/reject.ts";
import { expireReservations } from "./matching/reserve.ts";
import { cancelTicket } from "./work/cancel.ts";

openDatabase();

afterEach(() => resetClock());

const actor = system("test");
const names = Object.keys(moves) as MoveName[];

describe("the states of a ticket", () => {
  const pairs = ticketStatuses.flatMap((status) => names.map((name) => [name, status] as const));

  test.each(pairs)("%s from %s happens only where the table has it", async (name, status) => {
    const center = await aCenter();
    const closed = status === "CLOSED" || name === "close";
    const ticket = await aTicket({
      status,
      broadcastStatus: name === "handBack" ? "accepted after broadcast" : "broadcasted",
      centerId: name === "accept" && status === "PENDING" ? null : center.id,
      closedAt: closed ? now() : null,
    });
    const set = name === "accept" ? { centerId: center.id } : {};
    const done = transaction(() => move(actor, ticket, name, { set }));
    if (mayMove(status, name)) {
      await done;
      expect((await ticketById(ticket.id)).status).toBe(moves[name].to);
      expect(await historyOf("ticket", ticket.id)).toMatchObject([{ from_state: status, to_state: moves[name].to }]);
    } else {
      await expect(done).rejects.toMatchObject({ kind: "conflict", key: "ticket.changed" });
      expect((await ticketById(ticket.id)).status).toBe(status);
      expect(await historyOf("ticket", ticket.id)).toEqual([]);
    }
  });

  test("fixed point 2: nothing leaves CLOSED, and CANCEL only by the undo", () => {
    for (const name of names) expect(mayMove("CLOSED", name)).toBe(false);
    expect(names.filter((name) => mayMove("CANCEL", name))).toEqual([
      "restorePending",
      "restoreAccepted",
      "restoreVerified",
    ]);
  });
  test("a ticket without a center is not closed, one with a center not accepted", async () => {
    const center = await aCenter();
    const alone = await aTicket();
    const taken = await aTicket({ centerId: center.id, broadcastStatus: "broadcasted" });
    const close = transaction(() => move(actor, alone, "close", { set: { closedAt: now() } }));
    await expect(close).rejects.toMatchObject({ key: "ticket.changed" });
    await expect(transaction(() => move(actor, taken, "accept"))).rejects.toMatchObject({ key: "ticket.changed" });
  });
  test("a deleted ticket does not move", async () => {
    const ticket = await aTicket({ deletedAt: now() });
    await expect(transaction(() => move(actor, ticket, "cancel"))).rejects.toMatchObject({ kind: "conflict" });
  });
  test("of two who move at once one succeeds", async () => {
    const { id } = await aTicket();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        unitOfWork(() => transaction(async () => move(actor, await ticketById(id), "cancel"))),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await historyOf("ticket", id)).toHaveLength(1);
  });
});

describe("the states of an offer", () => {
  const states: BroadcastState[] = ["PENDING", "RESERVED", "ACCEPTED", "REJECTED", "TAKEN", "CLOSED"];
  const pairs = states.flatMap((state) =>
    (Object.keys(broadcastMoves) as BroadcastMoveName[]).map((name) => [name, state] as const),
  );
  test.each(pairs)("%s from %s happens only where the table has it", async (name, status) => {
    const center = await aCenter();
    const { broadcasts } = await aBroadcastTicket([center]);
    const broadcast = await em().findOneOrFail(BroadcastSchema, { id: broadcasts[0]!.id });
    broadcast.status = status;
    broadcast.reservedUntil = now();
    await em().flush();
    const done = transaction(() => moveBroadcast(actor, broadcast, name));
    const { from, to } = broadcastMoves[name];
    if ((from as readonly string[]).includes(status)) await done;
    else await expect(done).rejects.toMatchObject({ kind: "conflict" });
    const after = await em().findOneOrFail(BroadcastSchema, { id: broadcast.id }, { refresh: true });
    expect(after.status).toBe((from as readonly string[]).includes(status) ? to : status);
  });
});

describe("any order of acts", () => {
  const till = openTill();
  type Act = { act: "accept" | "reject" | "pay"; center: number } | { act: "wait" | "cancel" };
  const who = fc.nat({ max: 2 });
  const acts = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ act: fc.constantFrom("accept", "pay", "reject"), center: who }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constantFrom("wait") }) },
      { weight: 1, arbitrary: fc.record({ act: fc.constantFrom("cancel") }) },
    ) as fc.Arbitrary<Act>,
    { minLength: 3, maxLength: 12 },
  );

  /** The product's rules as a model without a database. */
  type Model = {
    status: "PENDING" | "ACCEPTED" | "CANCEL";
    offers: BroadcastState[];
    winner: number | null;
    /** Lead prices in the wallet: paid too late, or returned with a cancelled ticket. */
    wallets: number[];
    /** Whether a center's order is still unpaid. */
    orders: boolean[];
    /** Per center: reservations that ended unpaid, and further tries without a rival. */
    ended: number[];
    further: number[];
    /** Minutes since the request was offered: now, at the last reservation, and at the end of the last unpaid one. */
    minute: number;
    reservedAt: number;
    openSince: number;
  };

  /** Whether a center may reserve: after an unpaid reservation its rivals go first; alone it has two further tries. */
  function mayReserve(model: Model, center: number) {
    if (model.ended[center] === 0) return true;
    if (model.offers.some((state, index) => index !== center && state === "PENDING"))
      return model.minute >= model.openSince + 10;
    model.further[center]! += 1;
    return model.further[center]! <= 2;
  }

  function expected(model: Model, step: Act, paid: boolean) {
    const open = model.status === "PENDING";
    const mine = "center" in step ? model.offers[step.center] : undefined;
    const holder = model.offers.indexOf("RESERVED");
    const win = (center: number) => {
      model.status = "ACCEPTED";
      model.winner = center;
      model.offers = model.offers.map((state, index) =>
        index === center ? "ACCEPTED" : state === "PENDING" || state === "RESERVED" ? "TAKEN" : state,
      );
    };
    if (step.act === "accept" && mine === "PENDING" && open && holder < 0) {
      if (!paid) win(step.center);
      else if (model.wallets[step.center]! > 0) {
        model.wallets[step.center]! -= 1;
        win(step.center);
      } else if (mayReserve(model, step.center)) {
        model.offers[step.center] = "RESERVED";
        model.orders[step.center] = true;
        model.reservedAt = model.minute;
      }
    }
    if (step.act === "pay" && model.orders[step.center]) {
      model.orders[step.center] = false;
      if (mine === "RESERVED" && open) win(step.center);
      else model.wallets[step.center]! += 1;
    }
    if (step.act === "reject" && mine === "PENDING" && open) model.offers[step.center] = "REJECTED";
    if (step.act === "wait") {
      model.minute += 11;
      if (holder >= 0) {
        model.offers[holder] = "PENDING";
        model.ended[holder]! += 1;
        model.openSince = model.reservedAt + 10;
      }
    }
    if (step.act === "cancel" && model.status !== "CANCEL") {
      if (paid && model.winner !== null) model.wallets[model.winner]! += 1;
      model.status = "CANCEL";
      model.offers = model.offers.map((state) => (state === "PENDING" || state === "RESERVED" ? "TAKEN" : state));
    }
  }

  async function apply(step: Act, ticket: { publicId: string }, offers: { id: string; centerId: string }[]) {
    const broadcastId = "center" in step ? offers[step.center]!.id : "";
    const center = "center" in step ? asCenter({ id: offers[step.center]!.centerId }) : actor;
    if (step.act === "accept") await acceptBroadcast(center, { broadcastId });
    if (step.act === "reject") await rejectBroadcast(center, { broadcastId });
    if (step.act === "cancel") await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
    if (step.act === "wait") {
      moveClock(11 * minute);
      await expireReservations();
    }
    if (step.act === "pay") await payOrderOf(broadcastId);
  }

  async function payOrderOf(broadcastId: string) {
    const [order] = await rows<{ provider_order_id: string }>(
      sql`select provider_order_id from orders where broadcast_id = ${broadcastId} and status <> 'paid' and provider_order_id is not null`,
    );
    if (!order) return;
    await till.pay(order.provider_order_id);
    await till.settled();
    await till.deliver(...till.sent.splice(0));
  }

  test.each([false, true])("leaves only what the model allows (paid: %s)", { timeout: 120_000 }, async (paid) => {
    await aPriceList();
    const property = fc.asyncProperty(acts, (steps) =>
      unitOfWork(async () => {
        const centers = [await aCenter(), await aCenter(), await aCenter()];
        const { ticket, broadcasts } = await aBroadcastTicket(centers, { paid });
        const model: Model = {
          status: "PENDING",
          offers: ["PENDING", "PENDING", "PENDING"],
          winner: null,
          wallets: [0, 0, 0],
          orders: [false, false, false],
          ended: [0, 0, 0],
          further: [0, 0, 0],
          minute: 0,
          reservedAt: 0,
          openSince: 0,
        };
        for (const step of steps) {
          expected(model, step, paid);
          await unitOfWork(() => apply(step, ticket, broadcasts)).catch((error) => {
            if (!(error instanceof DomainError)) throw error;
          });
          const current = await ticketById(ticket.id);
          const offers = await Promise.all(
            broadcasts.map(({ id }) => em().findOneOrFail(BroadcastSchema, { id }, { refresh: true })),
          );
          const winner = current.centerId ? centers.findIndex(({ id }) => id === current.centerId) : null;
          const wallets = await Promise.all(centers.map(async ({ id }) => (await walletBalance(id)) / 9900));
          const { status, offers: promised, winner: chosen, wallets: due } = model;
          expect({ status: current.status, offers: offers.map(({ status }) => status), winner, wallets }).toEqual({
            status,
            offers: promised,
            winner: chosen,
            wallets: due,
          });
        }
        await historyIsLegal(ticket.id);
      }),
    );
    await fc.assert(property, { numRuns: 40 });
    expect(await ledgerFaults()).toEqual([]);
  });

  /** Every change of state in the history is one of the declared moves. */
  async function historyIsLegal(ticketId: string) {
    const ways = [...Object.values(moves), ...Object.values(broadcastMoves)];
    for (const { event, from_state, to_state } of await historyOf("ticket", ticketId)) {
      if (!to_state) continue;
      const way = ways.find((one) => one.event === event);
      expect(way && { to: way.to, from: (way.from as readonly string[]).includes(from_state ?? "") }).toEqual({
        to: to_state,
        from: true,
      });
    }
  }
});
