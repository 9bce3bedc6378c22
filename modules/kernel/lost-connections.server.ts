import type { Pool, PoolClient } from "pg";

type Release = PoolClient["release"];
type Given = (error: Error | undefined, client?: PoolClient, release?: Release) => void;
type Connect = (given?: Given) => Promise<PoolClient> | undefined;

/**
 * A connection that dies while somebody has it goes back to its pool at once. Kysely gives a transaction's connection
 * back after its rollback only, and the rollback of a dead connection fails: each transaction cut off (a restart of the
 * database, a backend killed) would take one place of the pool with it for good, until nobody gets a connection.
 */
export function giveBackLost(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Connect;
  const wrapped: Connect = (given) => {
    if (!given) return connect()?.then(watched);
    return connect((error, client) => {
      if (!client) return given(error);
      const mine = watched(client);
      given(error, mine, mine.release);
    });
  };
  pool.connect = wrapped as Pool["connect"];
}

/** The client, released once: by its holder or, when its connection ends before that, by itself. */
function watched(client: PoolClient): PoolClient {
  const release = client.release.bind(client);
  let given = false;
  const giveBack: Release = (error) => {
    if (given) return;
    given = true;
    client.off("end", lost);
    release(error);
  };
  const lost = () => giveBack(true);
  client.once("end", lost);
  client.release = giveBack;
  return client;
}
