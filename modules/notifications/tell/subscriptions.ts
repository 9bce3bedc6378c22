import { sql } from "kysely";
import { z } from "zod";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hashToken, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { isPushService, pushKey, type Subscription } from "../providers/web-push.server.ts";
import type { SubscribeBrowser, UnsubscribeBrowser } from "../shared.ts";

type Center = ActorOf<"center">;

/** More browsers than a shop has; above it the oldest subscriptions are deleted. */
const mostBrowsers = 10;

/**
 * Send pushes to this browser until its session ends. Idempotent; a browser that another center was signed in at before
 * moves to this one.
 */
export const subscribeBrowser = (center: Center, { endpoint, p256dh, auth }: SubscribeBrowser): Promise<void> =>
  transaction(async () => {
    if (!isPushService(endpoint)) throw invalid("push.unknownService", { endpoint: "push.unknownService" });
    const sealed = seal(JSON.stringify({ endpoint, p256dh, auth, serverKey: pushKey() }));
    const at = now();
    await rows(
      sql`insert into push_subscriptions (id, center_id, session_id, endpoint_hash, service, sealed, created_at)
       values (${rowId()}, ${center.centerId}, ${center.sessionId}, ${hashToken(endpoint)}, ${new URL(endpoint).host}, ${sealed}, ${at})
       on conflict (endpoint_hash) do update set center_id = ${center.centerId}, session_id = ${center.sessionId}, sealed = ${sealed}, created_at = ${at}`,
    );
    await rows(
      sql`delete from push_subscriptions where center_id = ${center.centerId} and id not in (
         select id from push_subscriptions where center_id = ${center.centerId} order by created_at desc, id desc limit ${sql.lit(mostBrowsers)})`,
    );
    await record(center, { subject: "center", id: center.centerId, event: "center.pushOn" });
  });

/** Stop pushes to this browser. */
export const unsubscribeBrowser = (center: Center, { endpoint }: UnsubscribeBrowser): Promise<void> =>
  transaction(async () => {
    const gone = await rows(
      sql`delete from push_subscriptions where endpoint_hash = ${hashToken(endpoint)} and center_id = ${center.centerId} returning 1`,
    );
    if (gone.length > 0) await record(center, { subject: "center", id: center.centerId, event: "center.pushOff" });
  });

/**
 * What a page needs for the push switch: our public key (null when push is off), and the hashed addresses of this
 * session.
 */
export async function pushHere({ sessionId }: Center): Promise<{ key: string | null; here: string[] }> {
  const key = pushKey();
  if (!key) return { key: null, here: [] };
  const subscriptions = await rows<{ hash: string; sealed: string }>(
    sql`select endpoint_hash as hash, sealed from push_subscriptions where session_id = ${sessionId}`,
  );
  return { key, here: subscriptions.filter(({ sealed }) => opened(sealed)?.serverKey === key).map(({ hash }) => hash) };
}

/** A subscribed browser, with its name in the message log. */
export type Browser = { id: string; name: string; hash: string; subscription: Subscription };

/**
 * The subscribed browsers of a center with valid sessions, for what the desk does not read only its owner's; those
 * subscribed with an older key of ours cannot be reached.
 */
export async function browsersOf(centerId: string, reader: "desk" | "owner" = "desk"): Promise<Browser[]> {
  const browsers = await rows<{ id: string; hash: string; service: string; sealed: string }>(
    sql`select p.id, p.endpoint_hash as hash, p.service, p.sealed from push_subscriptions p
     join sessions s on s.id = p.session_id and s.ended_at is null and s.expires_at > ${now()}
     where p.center_id = ${centerId} and ${reader === "owner" ? sql`s.desk_login_id is null` : sql`true`} order by p.created_at`,
  );
  const key = pushKey();
  return browsers.flatMap(({ id, hash, service, sealed }) => {
    const subscription = opened(sealed);
    if (!subscription || subscription.serverKey !== key) return [];
    return [{ id, hash, name: `${service} ${hash.slice(0, 8)}`, subscription: subscription }];
  });
}

/** Which of these centers have a subscribed browser with a valid session. */
export async function pushedCenters(centerIds: readonly string[]): Promise<string[]> {
  const centers = await rows<{ id: string }>(
    sql`select distinct p.center_id as id from push_subscriptions p
     join sessions s on s.id = p.session_id and s.ended_at is null and s.expires_at > ${now()}
     where p.center_id = any(${centerIds})`,
  );
  return centers.map(({ id }) => id);
}

/** Delete a subscription that was cancelled or whose address no longer exists. */
export const forgetBrowser = (id: string) => rows(sql`delete from push_subscriptions where id = ${id}`);

/** Delete the subscriptions of ended sessions. */
export const forgetSessions = ({ sessionIds }: { sessionIds: string[] }) =>
  rows(sql`delete from push_subscriptions where session_id = any(${sessionIds})`);

const StoredSubscription = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  serverKey: z.string().optional(),
});

function opened(sealed: string) {
  try {
    return StoredSubscription.parse(JSON.parse(unseal(sealed)));
  } catch {
    // Sealed with a secret that is no longer in the ring: the browser must subscribe again.
    return undefined;
  }
}
