import { createHash, randomInt } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { startJobs } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, aPhone, aTicket } from "#modules/testing/factories.ts";
import { hear, muteListeners } from "#modules/testing/hear.ts";
import { clones } from "#modules/testing/ledger-model/clones.ts";
import { type Cuts, withCuts } from "#modules/testing/ledger-model/cuts.ts";
import { Lane, UnitCommand } from "#modules/testing/ledger-model/lane.ts";
import { Model, type OperatorAccountKind } from "#modules/testing/ledger-model/model.ts";
import { lateOrders } from "#modules/testing/ledger-model/orders.ts";
import { lanes, sharedTransfer, sharedWallets, unit, walletsPerLane } from "#modules/testing/ledger-model/plan.ts";
import { type Shared, sharedCause } from "#modules/testing/ledger-model/race.ts";
import { fc } from "#modules/testing/property.ts";
import { leadReturned, orderFailed, orderPaid, orderRefunded, salesMoved } from "../events.ts";
import type { TransferKind } from "../shared.ts";
import { creditLatePayment } from "./lead-fee.ts";
import { ledgerFaults } from "./ledger-faults.ts";

openDatabase();

/*
 * R8: generated operations on the real ledger over several connections, many of which are cut at some statement or
 * around their commit, compared with a model in memory. `npm run ledger -- --operations 1000000 --seed S` runs more.
 */

const size = env.proofSize ?? { quick: 150, whole: 100_000 }[env.testSize];
const seed = env.proofSeed ?? randomInt(2 ** 31);
const ticketsPerLane = 40;

// A lane has 60 units at most, and fewer where all lanes of one round would be far more operations than asked for.
const maxCommands = Math.min(60, Math.ceil(size / 20));
const commands = fc.commands([unit.map((each) => new UnitCommand(each))], { maxCommands, size: "max" });
const plan = fc.tuple(commands, commands, commands, commands);
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;
const log = (planned: Plan) => planned.map((lane) => [...lane].map(String).join("\n")).join("\n\n");
const seedOf = (round: number) => (seed + round * 7_919) | 0;

const happened: Record<string, number> = {};
/** The expected totals of all rounds: balances of the operator's accounts, and number of transfers of each kind. */
const total = { house: new Map<OperatorAccountKind, number>(), transfers: new Map<TransferKind, number>() };
const add = <K>(to: Map<K, number>, key: K, amount: number) => to.set(key, (to.get(key) ?? 0) + amount);

let cuts: Cuts;
let templates: { center: string; customer: string; ticket: string };

beforeAll(() =>
  unitOfWork(async () => {
    await startJobs();
    // The wallet alone: the listeners of tickets and notifications are tested in their own modules.
    muteListeners(orderPaid, orderFailed, orderRefunded, leadReturned, salesMoved);
    hear(orderPaid, async (purchase) => {
      if (purchase.purpose === "lead_fee" && lateOrders.has(purchase.orderId)) await creditLatePayment(purchase);
    });
    const customer = await registerConsumer(system("ledger model"), { name: "Asha", phone: aPhone() });
    await anAdmin();
    templates = { center: (await aCenter()).id, customer: customer.id, ticket: (await aTicket()).id };
    cuts = withCuts();
  }),
);
afterAll(() => cuts.stop());

test("the same seed is the same log of operations, and another one is another", () => {
  const logOf = (of: number) => fc.sample(plan, { seed: of, numRuns: 3 }).map(log);
  expect(logOf(seed)).toEqual(logOf(seed));
  expect(logOf(seed)).not.toEqual(logOf(seed + 1));
});

test(
  `R8 ${size} operations with crashes leave what the model says`,
  async () => {
    console.info(`ledger model: ${size} operations, seed ${seed}`);
    const startedAt = performance.now();
    const logged = createHash("sha256");
    let loggedRounds = 0;
    let checkedAt = 0;
    for (let round = 0; done() < size; round++) {
      try {
        await fc.assert(
          fc.asyncProperty(plan, async (planned) => {
            // Any later plan is this round being shrunk because it failed.
            if (loggedRounds === round) {
              logged.update(log(planned));
              loggedRounds += 1;
            }
            await play(planned);
          }),
          { seed: seedOf(round), numRuns: 1, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
        );
        if (done() - checkedAt < size / 5) continue;
        await checkAll();
        checkedAt = done();
      } catch (error) {
        throw new Error(`ledger model: seed ${seed}, round ${round}: ${(error as Error).message}`, { cause: error });
      }
    }
    await checkAll();
    const seconds = (performance.now() - startedAt) / 1_000;
    const rate = Math.round(done() / seconds);
    console.info(`ledger model: ${rate} operations/s in ${seconds.toFixed(1)} s, ${JSON.stringify(happened)}`);
    console.info(`ledger model: seed ${seed}, log ${logged.digest("hex").slice(0, 16)}`);
    // Make sure the run did contain each kind of ending.
    if (size >= 5_000)
      for (const how of [
        "committed",
        "refused",
        "thrown",
        "cut",
        "unknown",
        "unknown, was there",
        "repeated",
        "raced",
        "handed back",
      ])
        expect(happened[how], how).toBeGreaterThan(0);
  },
  Math.max(120_000, size * 8),
);

const done = () => happened.operations ?? 0;

/** One round: new wallets, all lanes at once, then every check. */
async function play(planned: Plan) {
  const centers = await clones("centers", templates.center, lanes * walletsPerLane + sharedWallets);
  const customers = await clones("consumers", templates.customer, lanes);
  const tickets = await clones("tickets", templates.ticket, lanes * ticketsPerLane);
  const shared: Shared = { centers: centers.splice(0, sharedWallets), answers: new Map(), happened };
  const worlds = planned.map((_, lane) => ({
    model: new Model(walletsPerLane + 1),
    real: new Lane({
      name: `${shared.centers[0]}/${lane}`,
      centers: centers.splice(0, walletsPerLane),
      customer: customers[lane]!,
      tickets: tickets.splice(0, ticketsPerLane),
      cuts,
      shared,
    }),
  }));
  const played = await Promise.allSettled(planned.map((lane, index) => fc.asyncModelRun(() => worlds[index]!, lane)));
  for (const each of played) if (each.status === "rejected") throw each.reason;
  await unitOfWork(async () => {
    for (const { model, real } of worlds) await checkLane(model, real);
    await checkShared(shared);
  });
  for (const { model } of worlds) {
    for (const [kind, paise] of model.house) add(total.house, kind, paise);
    for (const { kind } of model.transfers) add(total.transfers, kind, 1);
  }
}

type Wallet = { owner: string; balance: string; entries: string; lowest: string | null };

/** The balances of wallets, cached and summed, and the lowest value anything but a penalty took them to. */
async function walletsOf(owners: readonly string[]): Promise<(Wallet | undefined)[]> {
  const wallets = await rows<Wallet>(
    sql`select coalesce(a.center_id, a.consumer_id) as owner, a.balance_paise as balance, coalesce(sum(e.amount_paise), 0) as entries,
       min(e.balance_after_paise) filter (where t.kind <> 'penalty' and e.amount_paise < 0) as lowest
     from accounts a left join entries e on e.account_id = a.id left join transfers t on t.id = e.transfer_id
     where (a.kind = 'center_wallet' and a.center_id = any(${owners}::uuid[]))
       or (a.kind = 'consumer_wallet' and a.consumer_id = any(${owners}::uuid[])) group by a.id`,
  );
  return owners.map((owner) => wallets.find((wallet) => wallet.owner === owner));
}

async function checkLane(model: Model, lane: Lane) {
  for (const [index, wallet] of (await walletsOf([...lane.centers, lane.customer])).entries()) {
    expect(Number(wallet?.balance ?? 0), `wallet ${index} of ${lane.name}`).toBe(model.wallets[index]);
    expect(wallet?.entries ?? "0", `entries of wallet ${index}`).toBe(wallet?.balance ?? "0");
    expect(Number(wallet?.lowest ?? 0), `the floor of wallet ${index}`).toBeGreaterThanOrEqual(0);
  }
  // A second payment's transfer has our id of it as its cause; it is checked below by its order's money.
  const transfers = model.transfers.filter(({ kind }) => kind !== "extra_payment");
  const there = await rows<{ paise: string }>(
    sql`select (select sum(amount_paise) from entries e where e.transfer_id = t.id and amount_paise > 0) as paise
     from unnest(${transfers.map(({ kind }) => kind)}::text[], ${transfers.map(({ cause }) => cause)}::text[]) with ordinality as wanted (kind, cause, place)
     left join transfers t on t.kind = wanted.kind and t.cause = wanted.cause order by place`,
  );
  expect(there.map(({ paise }) => Number(paise))).toEqual(transfers.map(({ paise }) => paise));
  await checkOrders(model);
}

async function checkOrders(model: Model) {
  // Looked up by cause, because only causes have an index.
  const orders = await rows<{ captured: string; refunded: string; status: string }>(
    sql`with wanted as (select id, place from unnest(${model.orders.map(({ id }) => id)}::uuid[]) with ordinality as wanted (id, place)),
     causes as (
       select id as order_id, kind, id::text as cause from wanted, unnest(${["booking_fee", "lead_fee", "recharge", "late_payment"]}::text[]) as kind
       union all
       select p.order_id, 'extra_payment', p.id::text from wanted w join payments p on p.order_id = w.id
       union all
       select r.order_id, kind, r.id::text from wanted w join refunds r on r.order_id = w.id, unnest(${["booking_fee_refund", "lead_fee_refund", "extra_payment_refund"]}::text[]) as kind
     ),
     moved as (
       select c.order_id, e.amount_paise from causes c join transfers t on t.kind = c.kind and t.cause = c.cause
       join entries e on e.transfer_id = t.id and e.account_id = (select id from accounts where kind = 'gateway')
     )
     select o.status, coalesce(sum(-m.amount_paise) filter (where m.amount_paise < 0), 0) as captured,
       coalesce(sum(m.amount_paise) filter (where m.amount_paise > 0), 0) as refunded
     from wanted w join orders o on o.id = w.id left join moved m on m.order_id = w.id group by o.id, place order by place`,
  );
  const amounts = orders.map(({ captured, refunded, status }) => ({
    captured: Number(captured),
    refunded: Number(refunded),
    status,
  }));
  expect(amounts).toEqual(model.orders.map((order) => ({ ...model.money(order), status: order.status })));
  for (const { captured, refunded } of amounts) expect(refunded).toBeLessThanOrEqual(captured);
}

/** Checks what the lanes raced for: every transfer reported as made exists once, and the wallets hold their sum. */
async function checkShared(shared: Shared) {
  const expected = shared.centers.map(() => 0);
  for (const [cause, { fresh, there, unknown }] of shared.answers) {
    const { act, wallet, paise } = sharedTransfer(cause);
    const kind = act === "debit" || act === "lead" ? "lead_fee" : act;
    const transferRow = await row(
      sql`select from transfers where kind = ${kind} and cause = ${sharedCause(shared, cause)}`,
    );
    expect(fresh, `shared ${cause} happened more than once`).toBeLessThanOrEqual(1);
    if (transferRow) expect(there || unknown, `shared ${cause} is there and nobody did it`).toBe(true);
    if (there) expect(transferRow, `shared ${cause} was there`).toBeDefined();
    if (!transferRow) continue;
    const gained = act === "bonus" ? paise : -paise;
    expected[wallet]! += gained;
    const house = { bonus: "bonus_expense", penalty: "penalty_income", lead_fee: "lead_fee_income" } as const;
    add(total.house, house[kind], -gained);
    add(total.transfers, kind, 1);
  }
  for (const [index, wallet] of (await walletsOf(shared.centers)).entries()) {
    expect(Number(wallet?.balance ?? 0), `shared wallet ${index}`).toBe(expected[index]);
    expect(wallet?.entries ?? "0").toBe(wallet?.balance ?? "0");
    expect(Number(wallet?.lowest ?? 0), `the floor of shared wallet ${index}`).toBeGreaterThanOrEqual(0);
  }
}

/** Checks the whole ledger: all its rules, all totals, and nothing unknown to the model. */
const checkAll = () =>
  unitOfWork(async () => {
    expect(await ledgerFaults()).toEqual([]);
    expect(await rows(sql`select transfer_id from entries group by transfer_id having sum(amount_paise) <> 0`)).toEqual(
      [],
    );
    expect((await row<{ sum: string }>(sql`select sum(amount_paise) from entries`))?.sum).toBe("0");
    const house = await rows<{ kind: OperatorAccountKind; sum: string }>(
      sql`select kind, sum(amount_paise) from entries e join accounts a on a.id = e.account_id where center_id is null and consumer_id is null group by kind`,
    );
    expect(new Map(house.map(({ kind, sum }) => [kind, Number(sum)]))).toEqual(nonZero(total.house, house));
    const kinds = await rows<{ kind: TransferKind; count: string }>(
      sql`select kind, count(*) from transfers group by kind`,
    );
    expect(new Map(kinds.map(({ kind, count }) => [kind, Number(count)]))).toEqual(nonZero(total.transfers, kinds));
  });

/** Kinds with a total of zero may be missing in the database. */
const nonZero = <K>(model: Map<K, number>, stored: readonly { kind: K }[]) =>
  new Map([...model].filter(([kind, amount]) => amount !== 0 || stored.some((each) => each.kind === kind)));
