import { sql } from "kysely";
import type { PoolClient } from "pg";
import { now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";

/**
 * How far a volume was written. Everything that is generated follows from its seed, so a run that was interrupted is
 * generated from the beginning again, and only what is not there yet is written.
 */
export type SeedRun = {
  tickets: number;
  until: Date;
  /** The balances in paise its centers' wallets began with, by center; those it made itself are not in it. */
  wallets: Record<string, number>;
  /** How many of its tickets are there. */
  written: number;
  /** The ticket up to whose time money and documents are there; -1 for none. */
  settled: number;
  /** The numbers of tickets after which all money was written, because somebody stopped the run. */
  stops: number[];
  endedAt: Date | null;
};

/** The run of a volume by its mark, the public id of its first ticket. */
export async function findRun(mark: string): Promise<SeedRun | undefined> {
  const run = await row<Omit<SeedRun, "until"> & { until: string }>(
    sql`select tickets, until, wallets, written, settled, stops, ended_at as "endedAt" from seed_runs where mark = ${mark}`,
  );
  return run && { ...run, until: new Date(run.until) };
}

/** Begins a run in the transaction that writes its centers. */
export async function beginRun(
  client: PoolClient,
  mark: string,
  { tickets, until, wallets }: Pick<SeedRun, "tickets" | "until" | "wallets">,
): Promise<SeedRun> {
  await queryOn(
    client,
    sql`insert into seed_runs (mark, tickets, until, wallets) values (${mark}, ${tickets}, ${until}, ${JSON.stringify(wallets)})`,
  );
  return { tickets, until, wallets, written: 0, settled: -1, stops: [], endedAt: null };
}

/** Notes that so many tickets are there, in the transaction that writes them. */
export const noteWritten = (client: PoolClient, mark: string, written: number) =>
  queryOn(client, sql`update seed_runs set written = ${written} where mark = ${mark}`);

/** Notes up to which ticket's time the money is there, in the transaction that writes it. */
export const noteSettled = (client: PoolClient, mark: string, settled: number) =>
  queryOn(client, sql`update seed_runs set settled = ${settled} where mark = ${mark}`);

/** Notes that all money of so many tickets is there; with `ended` the run is over. */
export const noteStop = (client: PoolClient, mark: string, done: number, ended: boolean) =>
  queryOn(
    client,
    sql`update seed_runs set stops = stops || ${done}::integer, ended_at = case when ${ended} then ${now()}::timestamptz end where mark = ${mark}`,
  );
