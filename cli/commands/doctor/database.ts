import pg from "pg";
import { appUrlFrom, workingAddresses } from "#modules/kernel/db/roles.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { findEmbedded } from "../../embedded/embedded.ts";
import { adminPhones, clientKeys } from "./access.ts";
import type { Ask, Finding } from "./finding.ts";
import { deletions, ledger, payments } from "./money.ts";
import { centers, keys } from "./records.ts";
import { clock, migrations, rights, version } from "./server.ts";
import { messages, queue, restored } from "./work.ts";

/** All that `doctor` finds in the database, or why there is none. */
export async function database(): Promise<Finding[]> {
  const given = Boolean(env.databaseUrl || env.ownerDatabaseUrl);
  const embedded = given ? undefined : findEmbedded(env.dataDir);
  const url = given
    ? env.ownerDatabaseUrl
      ? env.databaseUrl
      : await reachable((await workingAddresses()).app, env.databaseUrl)
    : embedded && (await reachable(appUrlFrom(embedded), embedded));
  if (!url)
    return [
      {
        check: "database",
        ok: false,
        found: "the embedded PostgreSQL is not running",
        advice: "npm run demo starts it, or set DATABASE_URL",
      },
    ];
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  const ask: Ask = (question) => asModule(url, question);
  try {
    await client.connect();
    return [
      await version(client),
      await rights(client),
      await clock(client),
      await migrations(url),
      await restored(client),
      await queue(client),
      await ledger(client, ask),
      await keys(client, ask),
      await payments(client),
      await deletions(client, ask),
      await messages(client),
      await centers(client),
      await adminPhones(client, ask),
      await clientKeys(client, ask),
    ];
  } catch (error) {
    const found = (error as Error).message || (error as { code?: string }).code || "no answer";
    return [{ check: "database", ok: false, found, advice: "is it running, and is DATABASE_URL right?" }];
  } finally {
    await client.end().catch(() => {});
  }
}

/** With a single address the application's role may not exist yet: then the checks use the owner's address. */
async function reachable(first: string, second: string): Promise<string> {
  const client = new pg.Client({ connectionString: first, connectionTimeoutMillis: 5_000 });
  const opened = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => {});
  return opened ? first : second;
}

/** Asks a module's question over a connection of its own. */
async function asModule<T>(url: string, question: () => Promise<T>): Promise<T> {
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { entities } = await import("#modules/index.ts");
  await connect({ url, entities, poolSize: 1 });
  try {
    return await unitOfWork(question);
  } finally {
    await disconnect();
  }
}
