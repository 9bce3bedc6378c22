import { randomUUIDv7 } from "node:crypto";
import { z } from "zod";
import type { ActorOf } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { hashToken, seal, unseal } from "../kernel/crypto.server.ts";
import { rows, transaction } from "../kernel/db.server.ts";
import { invalid } from "../kernel/errors.ts";
import { isPushService, pushKey, type Subscription } from "../kernel/gateways/web-push.server.ts";
import { record } from "../kernel/history.ts";
import type { SubscribeBrowser, UnsubscribeBrowser } from "./shared.ts";

type Center = ActorOf<"center">;

/** More browsers than a shop has; the oldest ones make room. */
const mostBrowsers = 10;

/**
 * Push to this browser from now on, until its session ends. Asking again changes nothing; a browser another center was
 * signed in at before is this center's now.
 */
export const subscribeBrowser = (center: Center, { endpoint, p256dh, auth }: SubscribeBrowser): Promise<void> =>
  transaction(async () => {
    if (!isPushService(endpoint)) throw invalid("push.unknownService", { endpoint: "push.unknownService" });
    const sealed = seal(JSON.stringify({ endpoint, p256dh, auth, serverKey: pushKey() }));
    await rows(
      `insert into push_subscriptions (id, center_id, session_id, endpoint_hash, service, sealed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (endpoint_hash) do update set center_id = $2, session_id = $3, sealed = $6, created_at = $7`,
      [randomUUIDv7(), center.centerId, center.sessionId, hashToken(endpoint), new URL(endpoint).host, sealed, now()],
    );
    await rows(
      `delete from push_subscriptions where center_id = $1 and id not in (
         select id from push_subscriptions where center_id = $1 order by created_at desc, id desc limit ${mostBrowsers})`,
      [center.centerId],
    );
    await record(center, { subject: "center", id: center.centerId, event: "center.pushOn" });
  });

/** Push to this browser no more. */
export const unsubscribeBrowser = (center: Center, { endpoint }: UnsubscribeBrowser): Promise<void> =>
  transaction(async () => {
    const gone = await rows("delete from push_subscriptions where endpoint_hash = $1 and center_id = $2 returning 1", [
      hashToken(endpoint),
      center.centerId,
    ]);
    if (gone.length > 0) await record(center, { subject: "center", id: center.centerId, event: "center.pushOff" });
  });

/** What a page needs to offer the switch: our public key (null where there is no push) and this session's addresses, hashed. */
export async function pushHere({ sessionId }: Center): Promise<{ key: string | null; here: string[] }> {
  const key = pushKey();
  if (!key) return { key: null, here: [] };
  const found = await rows<{ hash: string; sealed: string }>(
    "select endpoint_hash as hash, sealed from push_subscriptions where session_id = $1",
    [sessionId],
  );
  return { key, here: found.filter(({ sealed }) => opened(sealed)?.serverKey === key).map(({ hash }) => hash) };
}

/** A browser to push to, with the name the message log has for it. */
export type Browser = { id: string; name: string; hash: string; subscription: Subscription };

/** The browsers of a center whose sessions go on; one that was made for an older key of ours cannot be reached. */
export async function browsersOf(centerId: string): Promise<Browser[]> {
  const found = await rows<{ id: string; hash: string; service: string; sealed: string }>(
    `select p.id, p.endpoint_hash as hash, p.service, p.sealed from push_subscriptions p
     join sessions s on s.id = p.session_id and s.ended_at is null and s.expires_at > $2
     where p.center_id = $1 order by p.created_at`,
    [centerId, now()],
  );
  const key = pushKey();
  return found.flatMap(({ id, hash, service, sealed }) => {
    const kept = opened(sealed);
    if (!kept || kept.serverKey !== key) return [];
    return [{ id, hash, name: `${service} ${hash.slice(0, 8)}`, subscription: kept }];
  });
}

/** Which of these centers have a browser that takes pushes. */
export async function pushedCenters(centerIds: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    "select distinct center_id as id from push_subscriptions where center_id = any($1)",
    [centerIds],
  );
  return found.map(({ id }) => id);
}

/** The browser took its subscription back, or its address does not exist any more. */
export const forgetBrowser = (id: string) => rows("delete from push_subscriptions where id = $1", [id]);

/** Sessions that are over take no pushes. */
export const forgetSessions = ({ sessionIds }: { sessionIds: string[] }) =>
  rows("delete from push_subscriptions where session_id = any($1)", [sessionIds]);

const Kept = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string(), serverKey: z.string().optional() });

function opened(sealed: string) {
  try {
    return Kept.parse(JSON.parse(unseal(sealed)));
  } catch {
    // Sealed by an earlier secret of ours: the browser has to ask again.
    return undefined;
  }
}
