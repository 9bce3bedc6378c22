import { afterEach, expect, test } from "vitest";
import { randomFrom } from "#modules/demo/random.ts";
import { day, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { deliveriesOf, noCounts, openMarket } from "#modules/testing/deliveries/market.ts";
import { momentsOf } from "#modules/testing/deliveries/plan.ts";
import { judge, type MoneyPlaces } from "#modules/testing/deliveries/rules.ts";
import { aPriceList } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { reconcileOrders } from "#modules/wallet/index.ts";
import { refundUnaccepted } from "../fees/refund-unaccepted.ts";
import { expireReservations } from "../matching/reserve.ts";

openDatabase();

/*
 * The proof of the payments (R5): in whatever order callbacks, webhooks and the reconciler run, and however the
 * provider misbehaves, each captured rupee is exactly one of earned, held and refunded. The tests of one change run a
 * round of it, `npm test` 1,500 deliveries, and `npm run payments` as many as it is told.
 */

const size = env.proofSize ?? { quick: 150, whole: 1_500 }[env.testSize];
const seed = env.proofSeed ?? Math.floor(Math.random() * 2_147_483_647);
const purchasesOfRound = 30;

const till = openTill();
afterEach(async () => {
  resetClock();
  await clearFaults();
  closeCircuits();
});

test(
  `R5 ${size} deliveries in every disorder lose, double and invent no rupee (seed ${seed})`,
  async () => {
    const began = performance.now();
    await aPriceList();
    const random = randomFrom(`deliveries ${seed}`);
    const counts = noCounts();
    let settledMoney: MoneyPlaces | undefined;
    let held: MoneyPlaces | undefined;
    let rounds = 0;
    for (; deliveriesOf(counts) < size; rounds++) {
      const where = `seed ${seed}, round ${rounds + 1}`;
      till.sent.length = 0;
      const market = await openMarket(till, random, purchasesOfRound, counts);
      for (const { later, faults, acts } of momentsOf(random, purchasesOfRound)) {
        moveClock(later);
        closeCircuits();
        await (faults ? setFaults(faults) : clearFaults());
        const outcomes = await Promise.allSettled(acts.map((act) => market.happen(act)));
        await till.settled();
        for (const [index, outcome] of outcomes.entries())
          if (outcome.status === "rejected")
            throw new Error(`${where}: ${JSON.stringify(acts[index])} failed`, { cause: outcome.reason });
      }
      await quiet();
      // What is undelivered by now never arrives: the reconciler recovers it after fifteen minutes. A checkout opened
      // long before it was paid is asked about again after a quarter of that time (three days at most).
      for (const wait of [16 * minute, 18 * hour]) {
        moveClock(wait);
        counts.asked += await swept();
      }
      const soon = await judge({ settled: false });
      expect(soon.broken, `${where}, after the reconciler's period`).toEqual([]);
      held = soon.places;
      await setFaults(refundFaults(random.below(2_000_000_000)));
      await market.worked();
      await quiet();
      await settle(market.worked);
      const after = await judge({ settled: true });
      expect(after.broken, `${where}, settled`).toEqual([]);
      settledMoney = after.places;
    }
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(
      `payments: seed ${seed}, ${rounds} rounds, ${deliveriesOf(counts)} deliveries in ${seconds.toFixed(1)} s\n` +
        `${JSON.stringify(counts)}\nbefore the last refunds ${JSON.stringify(held)}\nsettled ${JSON.stringify(settledMoney)}\n`,
    );
    expect(settledMoney!.captured, `seed ${seed}`).toBe(
      settledMoney!.held + settledMoney!.earned + settledMoney!.refunded,
    );
  },
  45 * minute,
);

/** Ends the provider's faults and waits until its outstanding deliveries have arrived. */
async function quiet() {
  await clearFaults();
  closeCircuits();
  await till.settled();
}

/** Runs the sweep, repeated when a call got no answer on a busy machine; returns how many orders were asked about. */
async function swept(): Promise<number> {
  let reconciled = 0;
  for (let sweeps = 0; sweeps < 5; sweeps++) {
    const swept = await reconcileOrders();
    reconciled += swept.asked;
    if (swept.waiting === 0) break;
    moveClock(minute);
  }
  return reconciled;
}

/** Refunds are wrongly refused, wrongly reported as done or wrongly reported as failed. */
const refundFaults = (faultsSeed: number): Parameters<typeof setFaults>[0] => ({
  seed: faultsSeed,
  calls: ["refund"],
  refuse: 0.2,
  lie: 0.5,
  lies: ["refundProcessed", "refundFailed"],
});

/** Refunds what no center accepted and gives the refunds time to finish; the orders are not asked about afterwards. */
async function settle(worked: () => Promise<unknown>) {
  for (let sweeps = 0; sweeps < 3; sweeps++) {
    await worked();
    moveClock(day + minute);
    await unitOfWork(expireReservations);
    await unitOfWork(refundUnaccepted);
    await unitOfWork(reconcileOrders);
  }
  await worked();
  moveClock(8 * day);
}
