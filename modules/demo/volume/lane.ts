import type { PoolClient } from "pg";
import { pool } from "#modules/kernel/db/db.server.ts";

/** Runs one piece of work at a time; its error is thrown to whoever awaits `idle` next. */
export class Lane {
  /** How many rows the lane has written. */
  rows = 0;
  private running: Promise<void> = Promise.resolve();

  /** Start the next piece; the caller must have awaited the previous one. */
  start(work: () => Promise<number>) {
    this.running = work().then((count) => {
      this.rows += count;
    });
    this.running.catch(() => {});
  }

  idle = () => this.running;
}

/** Run work in one transaction on a pool connection, without waiting for the disk: a crash loses it as a whole. */
export async function inOneTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let failed: Error | undefined;
  try {
    await client.query("begin");
    await client.query("set local synchronous_commit = off");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    // After a failed COPY the connection is destroyed, and its transaction with it.
    client.release(failed);
  }
}
