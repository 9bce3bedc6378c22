import { pool, unitOfWork } from "#modules/kernel/db/db.server.ts";

/**
 * A request that overlaps a change: `start`, called inside the change's transaction, starts it and returns once it has
 * ended or waits for a lock, so that the commit comes while it is under way. Prepared outside the transaction, because
 * it is another request.
 */
export function beforeCommit<T>(request: () => Promise<T>) {
  const { promise: moment, resolve } = Promise.withResolvers<void>();
  let over = false;
  const answer = moment
    .then(() => unitOfWork(request))
    .finally(() => {
      over = true;
    });
  answer.catch(() => {});
  const start = async () => {
    resolve();
    while (!over && !(await waits())) await new Promise((turn) => setImmediate(turn));
  };
  return { answer, start };
}

/** On another connection, because a transaction keeps seeing its first snapshot of the activity. */
const waits = async () => {
  const sql = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await pool().query(sql)).rowCount! > 0;
};
