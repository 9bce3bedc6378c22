import pg from "pg";
import { appUrlFrom, workingAddresses } from "#modules/kernel/db/roles.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { findEmbedded } from "../../embedded/embedded.ts";
import { adminPhones, clientKeys } from "./access.ts";
import { providers } from "./answers.ts";
import type { Ask, Finding } from "./finding.ts";
import { deletions, ledger, payments, webhooks } from "./money.ts";
import { backups, centers, keys } from "./records.ts";
import { clock, migrations, rights, version } from "./server.ts";
import { heldCopy, messages, queue, restored, worker } from "./work.ts";

/** All that `doctor` finds in the database, or why there is none. */
export async function database(): Promise<Finding[]> {
  try {
    const url = await address();
    // The owner's connection comes last: `rights` would find it.
    if (url) return [...(await inDatabase(url)), ...(await owner())];
    const problem = "the embedded PostgreSQL is not running";
    return [{ check: "database", ok: false, found: problem, advice: "npm run demo starts it, or set DATABASE_URL" }];
  } catch (error) {
    const variable = env.databaseUrl ? "DATABASE_URL" : "OWNER_DATABASE_URL";
    return [{ check: "database", ok: false, ...refusal(error, variable) }, ...(await owner())];
  }
}

async function address(): Promise<string | undefined> {
  if (env.databaseUrl && env.ownerDatabaseUrl) return env.databaseUrl;
  if (env.databaseUrl || env.ownerDatabaseUrl) {
    const { owner, app } = await workingAddresses();
    return reachable(app, owner);
  }
  const embedded = findEmbedded(env.dataDir);
  return embedded && reachable(appUrlFrom(embedded), embedded);
}

/** Whether the owner's address is taken, where it is given beside the application's. */
async function owner(): Promise<Finding[]> {
  if (!env.databaseUrl || !env.ownerDatabaseUrl) return [];
  const client = new pg.Client({ connectionString: env.ownerDatabaseUrl, connectionTimeoutMillis: connectMs });
  client.on("error", () => {});
  try {
    await client.connect();
    return [];
  } catch (error) {
    return [{ check: "owner", ok: false, ...refusal(error, "OWNER_DATABASE_URL") }];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Why a connection was refused, and what to do about it. */
function refusal(error: unknown, variable: string): { found: string; advice: string } {
  const { code = "", message } = error as { code?: string; message: string };
  const reason = message || code || "no answer";
  if (["28P01", "28000"].includes(code))
    return {
      found: `PostgreSQL refuses user or password of ${variable}: ${reason}`,
      advice: "compare it with the role's; `migrate up` gives the application's role the password of DATABASE_URL",
    };
  if (code === "3D000") return { found: reason, advice: `create it (createdb), or give ${variable} another name` };
  return { found: reason, advice: `is it running, and is ${variable} right?` };
}

const connectMs = 5_000;
/** A database that takes longer for one of these counts does not answer. */
const queryMs = 60_000;

async function inDatabase(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs, query_timeout: queryMs });
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
      await worker(client),
      await ledger(client, ask),
      await keys(client, ask),
      await backups(client, ask),
      await payments(client),
      await webhooks(client, ask),
      await deletions(client, ask),
      await messages(client),
      await centers(client),
      await adminPhones(client, ask),
      await clientKeys(client, ask),
      await outside(client),
    ];
  } finally {
    await client.end().catch(() => {});
  }
}

/** A restored copy that is not released calls nobody outside, and so does its doctor. */
async function outside(client: pg.Client): Promise<Finding> {
  if (await heldCopy(client)) return { check: "providers", ok: true, found: "not asked: this copy is not released" };
  return providers();
}

/** With a single address the application's role may not exist yet: then the checks use the owner's address. */
async function reachable(first: string, second: string): Promise<string> {
  const client = new pg.Client({ connectionString: first, connectionTimeoutMillis: connectMs });
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
