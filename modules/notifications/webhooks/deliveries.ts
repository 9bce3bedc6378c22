import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { keysetPage, type Page, type Place, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { needMay } from "../policy.ts";
import { lockedEndpoint, recordEndpointEvent } from "./endpoints.ts";
import {
  type Delivery,
  type DeliveryDetail,
  type DeliveryRef,
  type DeliveryState,
  type DeliveryTry,
  type EndpointRef,
  testEvent,
} from "./input.ts";
import { type EventFacts, payloadOf } from "./payload.ts";
import { tryForMs } from "./write-deliveries.ts";

/** How long ended deliveries are stored. */
export const retentionMs = 30 * day;
/** The most tests that may wait for an endpoint's answer. */
const mostTests = 5;

/** The log of a client's endpoints: of all or one of them, or what of it is in one state. */
export type DeliveriesFilter = {
  clientId: string;
  endpointId?: string | undefined;
  state?: DeliveryState | undefined;
};

type DeliveryRow = Omit<Delivery, "createdAt" | "triedAt" | "nextAt"> & {
  createdAt: string;
  triedAt: string | null;
  nextAt: string;
};

const shownColumns = sql`d.id, d.endpoint_id as "endpointId", d.created_at as "createdAt", d.event,
  d.facts->>'number' as request, d.status as state, d.attempts, d.answered, d.error, d.took_ms as "tookMs",
  d.tried_at as "triedAt", d.next_at as "nextAt"`;

const shownAs = (delivery: DeliveryRow): Delivery => ({
  ...delivery,
  createdAt: new Date(delivery.createdAt),
  triedAt: delivery.triedAt === null ? null : new Date(delivery.triedAt),
  nextAt: delivery.state === "waiting" ? new Date(delivery.nextAt) : null,
});

/**
 * A page of the log, newest first. Refuses as seeing the client's webhooks does, and an endpoint that is not the client's
 * with `webhook.notFound`.
 */
export async function listDeliveries(
  actor: Actor,
  { clientId, endpointId, state, ...place }: DeliveriesFilter & Place,
): Promise<Page<Delivery>> {
  needMay(actor, "seeWebhooks", clientId);
  if (endpointId) await needOfClient(endpointId, clientId);
  const markOf = (delivery: DeliveryRow) => ({ at: new Date(delivery.createdAt), id: delivery.id });
  const page = await keysetPage<DeliveryRow>(actor, place, { markOf }, ({ beyond, order, limit }) =>
    // Each endpoint's newest by its index, then the newest of these: a client has at most five.
    rows(
      sql`select ${shownColumns} from webhook_endpoints e
        cross join lateral (
          select * from webhook_deliveries d
           where d.endpoint_id = e.id and ${state ? inState[state] : sql`true`} and ${beyond("d.created_at", "d.id")}
           order by ${order("d.created_at", "d.id")} limit ${limit}) d
        where e.client_id = ${clientId} and ${endpointId ? sql`e.id = ${endpointId}` : sql`true`}
        order by ${order("d.created_at", "d.id")} limit ${limit}`,
    ),
  );
  return pageMap(page, shownAs);
}

/** Written out, so that the index of what is not delivered is used whatever is asked for. */
const inState: Record<DeliveryState, Sql> = {
  waiting: sql`d.status = 'waiting'`,
  delivered: sql`d.status = 'delivered'`,
  given_up: sql`d.status = 'given_up'`,
};

async function needOfClient(endpointId: string, clientId: string) {
  const endpoint = await row(sql`select 1 from webhook_endpoints where id = ${endpointId} and client_id = ${clientId}`);
  if (!endpoint) throw missing("webhook.notFound");
}

/** One delivery with its body and its tries. Refuses with `webhook.noDelivery`, also for a foreign client's. */
export async function deliveryOf(
  actor: Actor,
  { clientId, deliveryId }: { clientId: string; deliveryId: string },
): Promise<DeliveryDetail> {
  needMay(actor, "seeWebhooks", clientId);
  type Whole = DeliveryRow & {
    url: string;
    messageId: string;
    facts: EventFacts;
    tries: (Omit<DeliveryTry, "at"> & { at: string })[];
  };
  const delivery = await row<Whole>(
    sql`select ${shownColumns}, d.facts, d.tries, e.url,
            coalesce(d.event_id, d.id) as "messageId"
       from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where d.id = ${deliveryId} and e.client_id = ${clientId}`,
  );
  if (!delivery) throw missing("webhook.noDelivery");
  const { facts, tries, url, messageId: id, ...shown } = delivery;
  const about = { id, event: delivery.event, account: clientId, at: new Date(delivery.createdAt) };
  const sent = payloadOf({ ...about, facts: delivery.event === testEvent ? null : facts });
  return {
    ...shownAs(shown),
    url,
    body: JSON.stringify(JSON.parse(sent), null, 2),
    tries: tries.map((each) => ({ ...each, at: new Date(each.at) })),
  };
}

/** The most tests and replays an endpoint is sent, which bounds the calls a client can cause. */
const replayLimit = { name: "webhook-asked", points: 60, seconds: 3_600, onFailure: "open" } as const;

/** Queues the job that sends what is due, in the running transaction. */
type Wake = () => Promise<unknown>;

/**
 * Send a test, which is about no request. Refuses an endpoint that is off, a sixth test that waits, and
 * above 60 tests and replays an hour.
 */
export const sendTest = (actor: Actor, { endpointId }: EndpointRef, wake: Wake): Promise<void> =>
  transaction(async () => {
    const endpoint = await lockedEndpoint(actor, endpointId);
    if (!endpoint.is_active) throw conflict("webhook.isOff");
    const waiting = await row<{ n: number }>(
      sql`select count(*)::int as n from webhook_deliveries where endpoint_id = ${endpointId} and event = ${testEvent} and status = 'waiting'`,
    );
    if (waiting!.n >= mostTests) throw conflict("webhook.testsWait");
    await countUse(replayLimit, endpointId);
    const at = now();
    await rows(
      sql`insert into webhook_deliveries (id, endpoint_id, event, facts, created_at, next_at, give_up_at)
       values (${rowId()}, ${endpointId}, ${testEvent}, '{}', ${at}, ${at}, ${fromNow(tryForMs)})`,
    );
    await recordEndpointEvent(actor, endpoint, "client.webhookTested");
    await wake();
  });

const againSql = () =>
  sql`set status = 'waiting', attempts = 0, next_at = ${now()}, give_up_at = ${fromNow(tryForMs)}, leased_until = null, error = null`;

/**
 * Send one delivery again that is over, as it was and under its old id, for another 24 hours. Refuses one that waits
 * (`webhook.waits`), an endpoint that is off, and above 60 tests and replays an hour.
 */
export const replayDelivery = (actor: Actor, { deliveryId, endpointId }: DeliveryRef, wake: Wake): Promise<void> =>
  transaction(async () => {
    const delivery = await row<{ endpoint_id: string }>(
      sql`select endpoint_id from webhook_deliveries where id = ${deliveryId} and endpoint_id = ${endpointId}`,
    );
    if (!delivery) throw missing("webhook.noDelivery");
    const endpoint = await lockedEndpoint(actor, delivery.endpoint_id);
    if (!endpoint.is_active) throw conflict("webhook.isOff");
    const again = await rows(
      sql`update webhook_deliveries ${againSql()} where id = ${deliveryId} and status <> 'waiting' returning id`,
    );
    if (again.length === 0) throw conflict("webhook.waits");
    await countUse(replayLimit, endpointId);
    await recordEndpointEvent(actor, endpoint, "client.webhookReplayed", { n: "1" });
    await wake();
  });

/** Send again all given-up deliveries of an endpoint, oldest first; returns how many. Refuses one that is off. */
export const replayFailed = (actor: Actor, { endpointId }: EndpointRef, wake: Wake): Promise<number> =>
  transaction(async () => {
    const endpoint = await lockedEndpoint(actor, endpointId);
    if (!endpoint.is_active) throw conflict("webhook.isOff");
    const again = await rows(
      sql`update webhook_deliveries ${againSql()} where endpoint_id = ${endpointId} and status = 'given_up' returning id`,
    );
    if (again.length === 0) return 0;
    await countUse(replayLimit, endpointId);
    await recordEndpointEvent(actor, endpoint, "client.webhookReplayed", { n: String(again.length) });
    await wake();
    return again.length;
  });

/**
 * Delete deliveries and events that are over for 30 days, and secrets whose overlap has ended. Deliveries written for
 * an endpoint at the moment it was switched off are given up like the rest.
 */
export async function forgetDeliveries(): Promise<void> {
  await rows(
    sql`update webhook_deliveries d set status = 'given_up', error = coalesce(d.error, 'off')
       from webhook_endpoints e where e.id = d.endpoint_id and not e.is_active and d.status = 'waiting'`,
  );
  await rows(sql`delete from webhook_deliveries where created_at < ${fromNow(-retentionMs)} and status <> 'waiting'`);
  await rows(sql`delete from client_events where created_at < ${fromNow(-retentionMs)}`);
  await rows(
    sql`update webhook_endpoints set old_secret_sealed = null, old_secret_until = null where old_secret_until <= ${now()}`,
  );
}
