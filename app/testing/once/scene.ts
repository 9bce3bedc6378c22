import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Sent } from "#app/testing/processes/once.ts";
import { openSession } from "#modules/access/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { aCenter, anAddress, anAdmin } from "#modules/testing/factories.ts";
import { aPhoto } from "#modules/testing/work.ts";

/**
 * A call that changes something, ready to be sent; the same call with another body; and the same by a caller who may
 * not make it.
 */
export type Scene = { sent: Sent; changed: Sent; stranger: Sent };

type Who = { token?: string };

export async function tokenOf(
  kind: "center" | "onboarder" | "technician" | "admin",
  { id }: { id: string },
): Promise<Who> {
  return {
    token: (await openSession({ kind, subjectId: id, via: "token", address: "127.0.0.1", provedAt: now() })).token,
  };
}

/** Makes a call, the same with another body, and the same from another session or address. */
export function scene(
  call: string,
  { body, changed, file, other }: { body?: object; changed?: object; file?: Sent["file"]; other?: Sent["file"] },
  { as = {}, stranger = {} }: { as?: Who; stranger?: Who } = {},
): Scene {
  const [method = "", path = ""] = call.split(" ");
  const by = ({ token }: Who) => (token ? { "access-token": token } : {}) as Record<string, string>;
  const sent: Sent = {
    method,
    path,
    headers: by(as),
    ...(body && { body }),
    ...(file && { file }),
    address: anAddress(),
  };
  return {
    sent,
    changed: { ...sent, ...(changed && { body: { ...body, ...changed } }), ...(other && { file: other }) },
    stranger: { ...sent, headers: by(stranger), address: anAddress() },
  };
}

/** An admin who may do everything, and one who may do none of it. */
export const atDesk = async () => ({
  as: await tokenOf("admin", await anAdmin()),
  stranger: await tokenOf("admin", await anAdmin({ permissions: ["view_banner"] })),
});

/** An admin who may do everything, and one who may do nothing with banners. */
export const atOffers = async () => ({
  ...(await atDesk()),
  stranger: await tokenOf("admin", await anAdmin({ permissions: ["view_offers"] })),
});

/** A picture as the one file of a call. */
export const picture = async (field: string, colour: string) => ({
  field,
  name: "a.jpg",
  base64: (await aPhoto(colour)).toString("base64"),
});

/** An uploaded file of a center, as the upload call stores it. */
export async function anUpload(centerId: string) {
  const id = randomUUIDv7();
  await rows(
    sql`insert into blobs (id, key, kind, mime, bytes, sha256, owner_kind, owner_id, created_at)
     values (${id}, ${`test/${id}`}, 'pan', 'image/jpeg', 1, 'x', 'center', ${centerId}, now())`,
  );
  return id;
}

let tableNames: Promise<string[]> | undefined;

async function countedTables() {
  const tables = await rows<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('idempotency_keys', 'rate_limits', 'sessions', 'invoice_sequences', 'fee_paper_sequences',
          'live_outbox') order by 1`,
  );
  return [...tables.map(({ name }) => name), "pgboss.job"];
}

/**
 * Counts the rows of each table, which shows what a call did and what was done twice. Left out are shared rows
 * (counters, sequences) and rows their reader deletes at any moment (events).
 */
export async function countEverything(): Promise<Record<string, number>> {
  tableNames ??= countedTables();
  const counts = (await tableNames).map(
    (name) => sql`select ${sql.lit(name)} as name, count(*)::int as count from ${sql.raw(name)}`,
  );
  const counted = await rows<{ name: string; count: number }>(sql.join(counts, sql` union all `));
  return Object.fromEntries(counted.map(({ name, count }) => [name, count]));
}

/** The rows added since, by table; unchanged tables are left out. */
export async function addedSince(before: Record<string, number>): Promise<Record<string, number>> {
  const after = await countEverything();
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) =>
      count === before[name] ? [] : [[name, count - (before[name] ?? 0)]],
    ),
  );
}

/** A phone number as bodies of calls hold it. */
export const mobile = (phone: string) => ({ country_code: "+91", mobile_number: phone });

/** A center with work, and an unrelated one. */
export async function atCenter(center: { id: string }) {
  return { as: await tokenOf("center", center), stranger: await tokenOf("center", await aCenter()) };
}
