import type { Pool, PoolClient } from "pg";

type Release = PoolClient["release"];
type ConnectCallback = (error: Error | undefined, client?: PoolClient, release?: Release) => void;
type Connect = (callback?: ConnectCallback) => Promise<PoolClient> | undefined;

/**
 * Return a connection to its pool as soon as it dies, even while checked out. Kysely releases a transaction's
 * connection only after its rollback, and the rollback of a dead connection fails: without this, every transaction cut
 * off by a database restart would occupy a place in the pool for good, until the pool is exhausted.
 */
export function giveBackLost(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Connect;
  const wrapped: Connect = (callback) => {
    if (!callback) return connect()?.then(watched);
    return connect((error, client) => {
      if (!client) return callback(error);
      const mine = watched(client);
      callback(error, mine, mine.release);
    });
  };
  pool.connect = wrapped as Pool["connect"];
}

/** The client, released exactly once: by its holder or, when the connection ends first, automatically. */
function watched(client: PoolClient): PoolClient {
  const release = client.release.bind(client);
  let released = false;
  const giveBack: Release = (error) => {
    if (released) return;
    released = true;
    client.off("end", lost);
    release(error);
  };
  const lost = () => giveBack(true);
  client.once("end", lost);
  client.release = giveBack;
  return client;
}
