import "#modules/testing/database.ts";
import { afterEach, expect, test } from "vitest";
import { randomFrom } from "#modules/demo/random.ts";
import { day, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unitOfWork } from "#modules/kernel/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { closeCircuits } from "#modules/kernel/gateways/circuit.ts";
import { clearFaults, setFaults } from "#modules/kernel/sandbox/razorpay-faults.ts";
import { deliveriesOf, noCounts, openMarket } from "#modules/testing/deliveries/market.ts";
import { momentsOf } from "#modules/testing/deliveries/plan.ts";
import { judge, type Standing } from "#modules/testing/deliveries/rules.ts";
import { aPriceList } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { reconcileOrders } from "#modules/wallet/index.ts";
import { refundUnaccepted } from "./refund-unaccepted.ts";
import { expireReservations } from "./reserve.ts";

/*
 * The proof of the payments (R5): however callbacks, webhooks and the reconciler come, and however the provider
 * misbehaves, each captured rupee is exactly one of earned, held and refunded. `npm run payments` runs it at full size.
 */

const size = env.proofSize ?? 1_500;
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
    let standing: Standing | undefined;
    let held: Standing | undefined;
    let rounds = 0;
    for (; deliveriesOf(counts) < size; rounds++) {
      const where = `seed ${seed}, round ${rounds + 1}`;
      till.sent.length = 0;
      const market = await openMarket(till, random, purchasesOfRound, counts);
      for (const { later, faults, deeds } of momentsOf(random, purchasesOfRound)) {
        moveClock(later);
        closeCircuits();
        await (faults ? setFaults(faults) : clearFaults());
        const outcomes = await Promise.allSettled(deeds.map((deed) => market.happen(deed)));
        await till.settled();
        for (const [index, outcome] of outcomes.entries())
          if (outcome.status === "rejected")
            throw new Error(`${where}: ${JSON.stringify(deeds[index])} failed`, { cause: outcome.reason });
      }
      await quiet();
      // What was not delivered by now never is: fifteen minutes and one sweep make it good, and a checkout that was
      // opened long before it was paid is asked about again after a quarter of that time (three days at most).
      for (const wait of [16 * minute, 18 * hour]) {
        moveClock(wait);
        counts.asked += (await reconcileOrders()).asked;
      }
      const soon = await judge({ settled: false });
      expect(soon.broken, `${where}, after the reconciler's period`).toEqual([]);
      held = soon.standing;
      await setFaults(refundFaults(random.below(2_000_000_000)));
      await market.worked();
      await quiet();
      await settle(market.worked);
      const after = await judge({ settled: true });
      expect(after.broken, `${where}, settled`).toEqual([]);
      standing = after.standing;
    }
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(
      `payments: seed ${seed}, ${rounds} rounds, ${deliveriesOf(counts)} deliveries in ${seconds.toFixed(1)} s\n` +
        `${JSON.stringify(counts)}\nbefore the last refunds ${JSON.stringify(held)}\nsettled ${JSON.stringify(standing)}\n`,
    );
    expect(standing!.captured, `seed ${seed}`).toBe(standing!.held + standing!.earned + standing!.refunded);
  },
  45 * minute,
);

/** The provider behaves again, and what it had still to send has arrived. */
async function quiet() {
  await clearFaults();
  closeCircuits();
  await till.settled();
}

/** Refunds are refused, said to be done or said to have failed: each of them wrongly. */
const refundFaults = (faultsSeed: number): Parameters<typeof setFaults>[0] => ({
  seed: faultsSeed,
  calls: ["refund"],
  refuse: 0.2,
  lie: 0.5,
  lies: ["refundProcessed", "refundFailed"],
});

/** What nobody accepted goes back, and the refunds have their time; after that nobody asks about these orders again. */
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
