import { connect, disconnect, rows, unitOfWork } from "#modules/kernel/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { assertDeclared, type RouteTable } from "./gate.ts";

/** Make this process ready to answer: every route declared, the database open. */
export async function boot(build: { routes: unknown }) {
  assertDeclared(build.routes as RouteTable);
  await connect({ url: env.databaseUrl, entities: [] });
}

/** Whether this process can do its work now. */
export async function ready(): Promise<{ ok: boolean; checks: Record<string, boolean> }> {
  const database = await unitOfWork(() => rows("select 1")).then(
    () => true,
    () => false,
  );
  return { ok: database, checks: { database } };
}

/** Let go of everything this process holds. */
export const shutdown = () => disconnect();
