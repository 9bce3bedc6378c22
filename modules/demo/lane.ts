import type { PoolClient } from "pg";
import { pool } from "../kernel/db.server.ts";

/** One piece of work at a time; what failed is told to whoever waits next. */
export class Lane {
  /** How many rows the lane has written. */
  rows = 0;
  private running: Promise<void> = Promise.resolve();

  /** Begin the next piece; the one before has been waited for. */
  start(work: () => Promise<number>) {
    this.running = work().then((count) => {
      this.rows += count;
    });
    this.running.catch(() => {});
  }

  idle = () => this.running;
}

/** Work on a connection of the pool in one transaction, which does not wait for the disk: a crash loses it whole. */
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
    // A connection that failed half way through a copy is thrown away, and its transaction with it.
    client.release(failed);
  }
}
