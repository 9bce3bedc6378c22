import { sql } from "kysely";
import pg, { type PoolClient } from "pg";
import { adminNamed } from "#modules/access/index.ts";
import { defaultOfferCode, priceInForce } from "#modules/catalog/index.ts";
import { financialYear, now } from "#modules/kernel/clock.ts";
import { databaseUrl, row, rows } from "#modules/kernel/db/db.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise } from "#modules/kernel/money.ts";
import type { AccountKind } from "#modules/wallet/index.ts";
import { canaryAt } from "../canaries.ts";
import { clientName, joiningBonusRupees } from "../demo-data.ts";
import { Numbers } from "../numbers.ts";
import { randomFrom } from "../random.ts";
import { seedPeople } from "../seed-demo.ts";
import { calendar } from "./calendar.ts";
import { Batch } from "./copy.ts";
import { inOneTransaction, Lane } from "./lane.ts";
import { Market } from "./market.ts";
import { Repeats } from "./repeats.ts";
import { beginRun, findRun, noteSettled, noteStop, noteWritten, type SeedRun } from "./seed-run.ts";
import { centerCount, centerTables, type VolumeCenter, volumeCenters, writeCenter } from "./volume-centers.ts";
import { Money, moneyTables, writeInvoices } from "./volume-money.ts";
import { newOrigin, ofCanary, originAgain } from "./volume-origin.ts";
import { ticketTables, writeTicket } from "./volume-ticket.ts";
import type { World } from "./volume-world.ts";

export type VolumeOptions = {
  tickets: number;
  /** The same seed, size and `until` give the same rows; another seed gives other data. */
  seed?: number | undefined;
  /** The volume's last instant; it covers the two years before. */
  until?: Date | undefined;
  onProgress?: ((done: number) => void) | undefined;
  /** Stops after the current chunk; what is written until then is consistent. */
  signal?: AbortSignal | undefined;
  /** Go on with a run of this seed that was interrupted, with its size and time; begins one where there is none. */
  resume?: boolean | undefined;
};

/** What a volume will contain (`--dry-run` prints it). */
export type VolumePlan = {
  tickets: number;
  centers: number;
  technicians: number;
  seed: number;
  from: string;
  to: string;
};

export type VolumeResult = VolumePlan & { rows: number; seconds: number; interrupted: boolean };

const chunkSize = 5_000;

/** Plan a volume from its options alone, without the database. */
export function planVolume({ tickets, seed = 1, until = now() }: VolumeOptions): VolumePlan {
  const centers = centerCount(tickets);
  const from = new Date(calendar(until).from);
  return { tickets, centers, technicians: 2 * centers, seed, from: from.toISOString(), to: until.toISOString() };
}

/**
 * Stream a volume of tickets into the database, with centers, offers, history, ledger, invoices and feedback, as the
 * application's role. Two connections copy in parallel: tickets on one, and on the other money and documents once their
 * time has come, so that wallets and invoice numbers follow the calendar. Each transaction notes how far it came: after a
 * crash, `resume` writes the rows that an uninterrupted run would have written. Refused when the seed was loaded before
 * (`demo.seedLoaded`), when its run was interrupted and is not to be resumed (`demo.seedInterrupted`), and when real
 * gateways are configured.
 */
export async function seedVolume(options: VolumeOptions): Promise<VolumeResult> {
  const { seed = 1, onProgress, signal } = options;
  const startedAt = performance.now();
  if (!env.sandbox) throw conflict("demo.notHere");
  await seedPeople();
  const random = randomFrom(`volume ${seed}`);
  const mark = random.token();
  const before = await earlierRun(mark, options.resume ?? false);
  const { tickets, until } = before ?? { tickets: options.tickets, until: options.until ?? now() };
  const times = calendar(until);
  const all = volumeCenters(centerCount(tickets));
  const centers = before
    ? { run: before, rows: 0 }
    : await writeCenters(all, times.from, (client, wallets) => beginRun(client, mark, { tickets, until, wallets }));
  const { run } = centers;
  setBalances(all, run.wallets);
  const money = new Money(randomFrom(`money ${seed}`), await operatorAccounts(), until.getTime());
  for (const center of all)
    if (!(center.id in run.wallets)) money.bonus(center, times.from, fromRupees(joiningBonusRupees));
  const numbers = await Numbers.avoidingExisting();
  const world: World = {
    random,
    mark,
    money,
    market: new Market(all),
    batch: new Batch(),
    until: until.getTime(),
    repeats: new Repeats(),
    numberAt: (id, instant) => numbers.at(id, instant),
    ...(await aroundTickets()),
  };

  const ticketLane = new Lane();
  const moneyLane = new Lane();
  const idle = async () => {
    await ticketLane.idle();
    await moneyLane.idle();
  };
  // Once everything that is there is passed over, wallets are what the database says: others may have used them since.
  let behind = before !== undefined;
  const catchUp = async () => {
    if (behind) setBalances(all, await balancesOf(all));
    behind = false;
  };
  let done = 0;
  while (done < tickets && !signal?.aborted) {
    // What was written when somebody stopped an earlier run is there.
    if (run.stops.includes(done)) money.forget(Number.POSITIVE_INFINITY);
    const begin = done;
    const end = Math.min(done + chunkSize, tickets);
    const isThere = end <= run.written;
    const bookedAt = (index: number) => times.instantOf((index + 0.5) / tickets);
    const first = bookedAt(begin);
    const last = bookedAt(end - 1);
    if (isThere) await numbers.recall(first, last);
    else await numbers.prepare(first, last, randomFrom(`numbers ${seed} ${begin}`));
    for (let index = begin; index < end; index++) writeNext(world, index, bookedAt(index));
    const batch = world.batch;
    world.batch = new Batch();
    await idle();
    // All earlier tickets are written now, so events up to this chunk's beginning can reference them.
    if (begin <= run.settled) money.forget(first);
    else {
      await catchUp();
      moneyLane.start(() => settle(money, first, (client) => noteSettled(client, mark, begin)));
    }
    if (!isThere)
      ticketLane.start(() =>
        inOneTransaction(async (client) => {
          await noteWritten(client, mark, end);
          return batch.copyInto(client, ticketTables);
        }),
      );
    done = end;
    onProgress?.(done);
  }
  await idle();
  // Stopped before the end of what is there, there is nothing to add to it.
  if (done >= run.written && !run.stops.includes(done)) {
    await catchUp();
    const note = (client: PoolClient) => noteStop(client, mark, done, done === tickets);
    moneyLane.start(() => settle(money, Number.POSITIVE_INFINITY, note));
    await moneyLane.idle();
  }
  await analyze();
  return {
    ...planVolume({ tickets: Math.max(done, run.written), seed, until }),
    centers: all.length,
    technicians: 2 * all.length,
    rows: centers.rows + ticketLane.rows + moneyLane.rows,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    interrupted: done < tickets,
  };
}

/** The run of this mark that is to be gone on with, if there is one; refuses one that is over or not to be resumed. */
async function earlierRun(mark: string, resume: boolean): Promise<SeedRun | undefined> {
  const run = await findRun(mark);
  if (!run && (await row(sql`select from tickets where public_id = ${mark}`))) throw conflict("demo.seedLoaded");
  if (run?.endedAt) throw conflict("demo.seedLoaded");
  if (run && !resume) throw conflict("demo.seedInterrupted");
  return run;
}

/** A repeat whose time has come goes before a new request. */
function writeNext(world: World, index: number, bookedAt: number) {
  const repeat = world.repeats.take(bookedAt);
  const origin = repeat ? originAgain(world.random, repeat) : newOrigin(world.random, world.market, world.adminName);
  const canary = repeat ? undefined : canaryAt(index);
  writeTicket(world, canary === undefined ? origin : ofCanary(origin, canary), bookedAt);
}

/** The demo's rows that tickets reference. */
async function aroundTickets() {
  const prices = await priceInForce();
  const admin = (await adminNamed("superadmin"))!;
  const client = await row<{ id: string }>(sql`select id from clients where lower(client_name) = lower(${clientName})`);
  return {
    serviceIds: await serviceIds(),
    clientId: client!.id,
    adminId: admin.id,
    adminName: admin.name,
    offerCode: defaultOfferCode(),
    feePaise: prices.requestBookingAmountPaise,
    leadPaise: prices.subscribedUserTicketAmountPaise,
  };
}

const serviceIds = async () =>
  new Map(
    (await rows<{ id: string; name: string }>(sql`select id, service_name as name from services`)).map(
      ({ id, name }) => [name, id],
    ),
  );

const operatorAccounts = async () =>
  new Map(
    (await rows<{ id: string; kind: AccountKind }>(sql`select id, kind from accounts where center_id is null`)).map(
      ({ id, kind }) => [kind, id],
    ),
  );

/** Write the missing centers, and begin the run with the balances of the wallets that are there already. */
async function writeCenters(
  all: readonly VolumeCenter[],
  from: number,
  begin: (client: PoolClient, wallets: Record<string, number>) => Promise<SeedRun>,
) {
  const wallets = await balancesOf(all);
  const batch = new Batch();
  const ids = await serviceIds();
  for (const [index, center] of all.entries())
    if (!(center.id in wallets)) writeCenter(batch, center, index, ids, from);
  return inOneTransaction(async (client) => ({
    run: await begin(client, wallets),
    rows: await batch.copyInto(client, centerTables),
  }));
}

/** The balances in paise of the wallets that are there, by center. */
async function balancesOf(all: readonly VolumeCenter[]): Promise<Record<string, number>> {
  const known = await rows<{ center_id: string; balance_paise: string }>(
    sql`select center_id, balance_paise from accounts where center_id = any(${all.map(({ id }) => id)}::uuid[])`,
  );
  return Object.fromEntries(known.map((wallet) => [wallet.center_id, Number(wallet.balance_paise)]));
}

function setBalances(all: readonly VolumeCenter[], balances: Record<string, number>) {
  for (const center of all) center.balancePaise = (balances[center.id] ?? 0) as Paise;
}

/** Write the money and documents due by `horizon`, in one transaction with the invoice numbers they take and its note. */
const settle = (money: Money, horizon: number, note: (client: PoolClient) => Promise<unknown>): Promise<number> =>
  inOneTransaction(async (client) => {
    await note(client);
    const batch = new Batch();
    const closings = money.due(horizon, batch);
    const counts = Map.groupBy(closings, ({ at }) => financialYear(new Date(at)));
    const last = new Map<string, number>();
    for (const [year, { length }] of counts) {
      const reserved = await queryOn<{ last: number }>(
        client,
        sql`insert into invoice_sequences (financial_year, last) values (${year}, ${length})
         on conflict (financial_year) do update set last = invoice_sequences.last + excluded.last returning last`,
      );
      last.set(year, reserved.rows[0]!.last - length);
    }
    writeInvoices(batch, closings, last);
    return batch.copyInto(client, moneyTables);
  });

/** Update the planner's statistics; only a table's owner may, so the owner's address is used if configured. */
async function analyze() {
  const client = new pg.Client({ connectionString: env.ownerDatabaseUrl || databaseUrl() });
  await client.connect();
  try {
    await client.query("analyze");
  } finally {
    await client.end();
  }
}
