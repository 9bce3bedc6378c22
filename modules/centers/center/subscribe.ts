import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, inTransaction, row } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { centerSubscribed } from "../events.ts";
import { centerState } from "../state.ts";
import { type Center, CenterSchema } from "./center.entity.ts";

/**
 * Returns a center whose subscription is decided about, locked for the rest of the transaction; undefined where there
 * is none or it is deleted. Requests may be assigned to it meanwhile: its key is not locked. Lock its order before it,
 * its wallet after.
 */
export async function lockSubscriber(centerId: string): Promise<Center | undefined> {
  if (!inTransaction()) throw new Error("a center is locked inside a transaction");
  await row(sql`select from centers where id = ${centerId} for no key update`);
  const center = await em().findOne(
    CenterSchema,
    { id: centerId, isActive: { $ne: centerState.DELETED } },
    { refresh: true },
  );
  return center ?? undefined;
}

/** Subscribe a locked center until an instant; `data` records the cause, by ids, amounts and days. */
export async function subscribe(
  actor: Actor,
  center: Center,
  { until, data }: { until: Date; data: Record<string, unknown> },
): Promise<void> {
  const before = center.subscribeEndDate ?? null;
  center.subscribeEndDate = until;
  await em().flush();
  await record(actor, {
    subject: "center",
    id: center.id,
    event: "center.subscribed",
    from: before && before > now() ? before.toISOString() : null,
    to: until.toISOString(),
    data,
  });
  await announce([`center:${center.id}`]);
  await emit(centerSubscribed, { centerId: center.id, until: until.toISOString() });
}

/**
 * Set back until when a locked center is subscribed, because what it paid is refunded; `data` says what of it, by ids and
 * amounts.
 */
export async function shortenSubscription(
  actor: Actor,
  center: Center,
  { until, data }: { until: Date | null; data: Record<string, unknown> },
): Promise<void> {
  const before = center.subscribeEndDate ?? null;
  center.subscribeEndDate = until;
  await em().flush();
  await record(actor, {
    subject: "center",
    id: center.id,
    event: "center.subscriptionRefunded",
    from: before?.toISOString() ?? null,
    to: until?.toISOString() ?? null,
    data,
  });
  await announce([`center:${center.id}`]);
}
