import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow, hour, minute, now, second } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { isHeld } from "#modules/kernel/outside/hold.server.ts";
import { type Post, type Posted, postAbroad } from "#modules/kernel/outside/post-abroad.server.ts";
import { isLoopback, isPublic } from "#modules/kernel/outside/public-address.ts";
import { recordEndpointEvent, turnOff } from "./endpoints.ts";
import { type DeliveryError, testEvent } from "./input.ts";
import { type EventFacts, headersOf, payloadOf } from "./payload.ts";

/** Deliveries one run has under way at once, and of those to one endpoint: one more only while it answers. */
const mostAtOnce = 10;
const mostPerEndpoint = 2;
/** After this time other runs claim the deliveries of a run that died: longer than a request may take. */
const leaseMs = minute;
/** A run ends after this time and queues the next, well before the queue counts it as dead. */
const runMs = minute;
/** How often a run with deliveries under way looks for new ones. */
const lookAgainMs = second;

/** How long an answer may take. */
export const answerMs = 10 * second;

/** The pauses after the first, second … failed attempt; the last one repeats until 24 hours are over. */
export const pausesMs = [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour];

/** The newest tries of a delivery that are stored: those of two days without an answer. */
const mostTries = 40;

/** An endpoint that fails for this long is switched off. */
export const silencedAfterMs = 3 * day;

type Claimed = {
  id: string;
  event_id: string | null;
  client_id: string;
  endpoint_id: string;
  event: string;
  facts: EventFacts | null;
  attempts: number;
  created_at: string;
  give_up_at: string;
  url: string;
  secret_sealed: string;
  old_secret_sealed: string | null;
  old_secret_until: string | null;
};

type SendOptions = Pick<Post, "resolve" | "timeoutMs">;

/**
 * Send due deliveries, until there are none or a minute is over; returns whether there may be more. Several runs, in
 * several processes, share the work: each delivery is claimed by one of them, and an endpoint that is slow or silent
 * occupies one or two of the places. A restored copy that is not released sends none.
 */
export async function sendDue(options: SendOptions = {}): Promise<boolean> {
  if (await isHeld()) return false;
  const until = performance.now() + runMs;
  const underWay = new Set<Promise<void>>();
  for (;;) {
    let noneDue = false;
    while (underWay.size < mostAtOnce && performance.now() < until) {
      // A delivery that ends during the query may make room for others: none is left only when none was under way.
      noneDue = underWay.size === 0;
      const claimed = await unitOfWork(claim);
      if (!claimed) break;
      noneDue = false;
      const sending: Promise<void> = attempt(claimed, options).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    if (noneDue) return false;
    if (performance.now() >= until) {
      await Promise.all(underWay);
      return true;
    }
    if (underWay.size > 0) await Promise.race([...underWay, pause(lookAgainMs, undefined, { ref: false })]);
  }
}

/**
 * Take one delivery that is due: of the endpoint that waited longest, its earliest one whose request has no earlier one
 * waiting there. The endpoint's row is locked meanwhile, so that no two runs take the same or too many.
 */
const claim = (): Promise<Claimed | undefined> =>
  transaction(async () => {
    const at = now();
    const endpoint = await row<{ id: string }>(
      sql`select e.id from webhook_endpoints e join clients c on c.id = e.client_id
        where e.is_active and c.is_active and c.deleted_at is null
          and (select count(*) from webhook_deliveries u
                where u.endpoint_id = e.id and u.status = 'waiting' and u.leased_until > ${at})
              < case when e.failing_since is null then ${sql.lit(mostPerEndpoint)} else 1 end
          and exists (${dueOf(at)})
        order by e.tried_at nulls first limit 1 for update of e skip locked`,
    );
    if (!endpoint) return undefined;
    const leasedUntil = fromNow(leaseMs);
    const taken = await row<Claimed>(
      sql`update webhook_deliveries t set attempts = attempts + 1, leased_until = ${leasedUntil}, next_at = ${leasedUntil}, tried_at = ${at}
         from webhook_endpoints e
        where e.id = t.endpoint_id and t.id = (select d.id from (${dueOf(at)}) d order by d.next_at, d.turn limit 1)
          and e.id = ${endpoint.id}
      returning t.id, t.event_id, e.client_id, t.endpoint_id, t.event, t.facts, t.attempts, t.created_at, t.give_up_at, e.url, e.secret_sealed,
                e.old_secret_sealed, e.old_secret_until`,
    );
    if (taken) await rows(sql`update webhook_endpoints set tried_at = ${at} where id = ${endpoint.id}`);
    return taken;
  });

/** The deliveries to the endpoint `e` that are due at an instant; tests and ends of uploads belong to no request. */
const dueOf = (at: Date) => sql`select d.* from webhook_deliveries d
  where d.endpoint_id = e.id and d.status = 'waiting' and d.next_at <= ${at}
    and not exists (select 1 from webhook_deliveries b
                     where b.endpoint_id = d.endpoint_id and b.ticket_id = d.ticket_id and b.status = 'waiting'
                       and b.turn < d.turn)`;

async function attempt(claimed: Claimed, options: SendOptions): Promise<void> {
  try {
    const outcome = await post(claimed, options);
    await unitOfWork(() => transaction(() => keep(claimed, outcome)));
  } catch (error) {
    // Its lease ends by itself, and another run takes it.
    log.error({ err: error, delivery: claimed.id }, "webhook delivery");
  }
}

function post(
  { id, event, event_id, client_id, facts, created_at, url, ...endpoint }: Claimed,
  options: SendOptions,
): Promise<Posted> {
  const { secret_sealed, old_secret_sealed, old_secret_until } = endpoint;
  const overlaps = old_secret_sealed && old_secret_until && new Date(old_secret_until) > now();
  const secrets = [secret_sealed, ...(overlaps ? [old_secret_sealed] : [])].map(unseal);
  const about = { id: event_id ?? id, event, account: client_id, at: new Date(created_at) };
  const body = payloadOf({ ...about, facts: event === testEvent ? null : facts });
  const timestamp = Math.floor(now().getTime() / 1000);
  return postAbroad({
    url,
    body,
    headers: headersOf(secrets, id, timestamp, body),
    timeoutMs: answerMs,
    may: (address) => isPublic(address) || (env.sandbox && isLoopback(address)),
    ...options,
  });
}

/** Write down what became of an attempt, unless a later one has begun or the endpoint was switched off meanwhile. */
async function keep({ id, endpoint_id, attempts, give_up_at }: Claimed, outcome: Posted): Promise<void> {
  const at = now();
  const answered = "status" in outcome ? outcome.status : null;
  const delivered = answered !== null && answered >= 200 && answered < 300;
  const error = delivered ? null : errorOf(outcome);
  const pauseMs = pausesMs[Math.min(attempts, pausesMs.length) - 1]!;
  const last = new Date(give_up_at);
  // The last attempt is made when the 24 hours end.
  const nextAt = new Date(Math.min(at.getTime() + pauseMs, Math.max(last.getTime(), at.getTime())));
  const status = delivered ? "delivered" : at >= last ? "given_up" : "waiting";
  const endpoint = await row<{ client_id: string; url: string; is_active: boolean; failing_since: string | null }>(
    sql`select client_id, url, is_active, failing_since from webhook_endpoints where id = ${endpoint_id} for update`,
  );
  const updated = await rows(
    sql`update webhook_deliveries set status = case when ${status} = 'waiting' then status else ${status} end, answered = ${answered}, error = ${error},
            took_ms = ${outcome.tookMs}, leased_until = null, next_at = ${delivered ? at : nextAt},
            tries = case when jsonb_array_length(tries) < ${sql.lit(mostTries)} then tries else tries - 0 end || ${JSON.stringify([{ at, answered, error, tookMs: outcome.tookMs }])}::jsonb
      where id = ${id} and attempts = ${attempts} and (status = 'waiting' or ${status} = 'delivered') returning id`,
  );
  if (!endpoint || updated.length === 0) return;
  await rows(
    sql`update webhook_endpoints set delivered_at = case when ${delivered} then ${at}::timestamptz else delivered_at end,
            failing_since = case when ${delivered} then null else coalesce(failing_since, ${at}::timestamptz) end where id = ${endpoint_id}`,
  );
  const silenced =
    !delivered &&
    endpoint.is_active &&
    endpoint.failing_since &&
    at.getTime() - new Date(endpoint.failing_since).getTime() >= silencedAfterMs;
  if (!silenced) return;
  await turnOff(endpoint_id, "failing");
  await recordEndpointEvent(system("webhooks"), endpoint, "client.webhookSilenced");
}

function errorOf(outcome: Posted): DeliveryError {
  if ("failure" in outcome) return outcome.failure;
  return outcome.status >= 300 && outcome.status < 400 ? "redirect" : "status";
}
