import { randomUUIDv7 } from "node:crypto";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { type Bind, binds } from "#modules/kernel/db/binds.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { type Page, type Place, pageByCreation, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import {
  type Delivery,
  type DeliveryError,
  type DeliveryRef,
  type DeliveryState,
  type EndpointRef,
  testEvent,
} from "../webhook-schemas.ts";
import { lockedEndpoint } from "./endpoints.ts";
import { needSeesWebhooks } from "./may.ts";
import { tryForMs } from "./write-deliveries.ts";

/** How long the log keeps what is over. */
const keptMs = 30 * day;
/** How often a test may be asked for: what an endpoint does not answer is enough to wait for. */
const mostTests = 5;

/** The log of an endpoint, or what of it is in one state. */
export type DeliveriesFilter = { endpointId: string; state?: DeliveryState | undefined };

type Found = Omit<Delivery, "createdAt" | "triedAt" | "nextAt"> & {
  createdAt: string;
  triedAt: string | null;
  nextAt: string;
};

/** The log of one endpoint, newest first. Refuses with `webhook.notFound`, also for a foreign client's. */
export async function listDeliveries(
  actor: Actor,
  { endpointId, state, ...place }: DeliveriesFilter & Place,
): Promise<Page<Delivery>> {
  await needSeesEndpoint(actor, endpointId);
  const { params, bind } = binds();
  const page = await pageByCreation<Found>(actor, place, { bind, of: "d" }, (rest) =>
    rows(
      `select d.id, d.created_at as "createdAt", d.event, d.facts->>'number' as request, d.status as state, d.attempts,
              d.answered, d.error, d.took_ms as "tookMs", d.tried_at as "triedAt", d.next_at as "nextAt"
         from webhook_deliveries d where ${narrowed(endpointId, state, bind)} ${rest}`,
      params,
    ),
  );
  return pageMap(page, (found) => ({
    ...found,
    state: found.state as DeliveryState,
    error: found.error as DeliveryError | null,
    createdAt: new Date(found.createdAt),
    triedAt: found.triedAt === null ? null : new Date(found.triedAt),
    nextAt: found.state === "waiting" ? new Date(found.nextAt) : null,
  }));
}

const narrowed = (endpointId: string, state: DeliveryState | undefined, bind: Bind) =>
  `d.endpoint_id = ${bind(endpointId)}${state ? ` and d.status = ${bind(state)}` : ""}`;

async function needSeesEndpoint(actor: Actor, endpointId: string) {
  const found = await row<{ client_id: string }>("select client_id from webhook_endpoints where id = $1", [endpointId]);
  if (!found) throw missing("webhook.notFound");
  try {
    needSeesWebhooks(actor, found.client_id);
  } catch (error) {
    throw (error as { kind?: string }).kind === "missing" ? missing("webhook.notFound") : error;
  }
}

/** Asks for what is due to be sent, in the running transaction. */
type Wake = () => Promise<unknown>;

/** Send a test, which no request stands behind. Refuses an endpoint that is off, and a sixth test that waits. */
export const sendTest = (actor: Actor, { endpointId }: EndpointRef, wake: Wake): Promise<void> =>
  transaction(async () => {
    const endpoint = await lockedEndpoint(actor, endpointId);
    if (!endpoint.is_active) throw conflict("webhook.isOff");
    const waiting = await row<{ n: number }>(
      `select count(*)::int as n from webhook_deliveries where endpoint_id = $1 and event = $2 and status = 'waiting'`,
      [endpointId, testEvent],
    );
    if (waiting!.n >= mostTests) throw conflict("webhook.testsWait");
    await rows(
      `insert into webhook_deliveries (id, endpoint_id, event, facts, created_at, next_at, give_up_at)
       values ($1, $2, $3, '{}', $4, $4, $5)`,
      [randomUUIDv7(), endpointId, testEvent, now(), fromNow(tryForMs)],
    );
    await wake();
  });

const againSql = `set status = 'waiting', attempts = 0, next_at = $2, give_up_at = $3, leased_until = null, error = null`;

/**
 * Send one delivery again that is over, as it was and under its old id, for another 24 hours. Refuses one that waits
 * (`webhook.waits`) and an endpoint that is off.
 */
export const replayDelivery = (actor: Actor, { deliveryId, endpointId }: DeliveryRef, wake: Wake): Promise<void> =>
  transaction(async () => {
    const found = await row<{ endpoint_id: string }>(
      "select endpoint_id from webhook_deliveries where id = $1 and endpoint_id = $2",
      [deliveryId, endpointId],
    );
    if (!found) throw missing("webhook.noDelivery");
    const endpoint = await lockedEndpoint(actor, found.endpoint_id);
    if (!endpoint.is_active) throw conflict("webhook.isOff");
    const again = await rows(
      `update webhook_deliveries ${againSql} where id = $1 and status <> 'waiting' returning id`,
      [deliveryId, now(), fromNow(tryForMs)],
    );
    if (again.length === 0) throw conflict("webhook.waits");
    await wake();
  });

/** Send again everything an endpoint was given up on, the oldest first; returns how many. Refuses one that is off. */
export const replayGivenUp = (actor: Actor, { endpointId }: EndpointRef, wake: Wake): Promise<number> =>
  transaction(async () => {
    const endpoint = await lockedEndpoint(actor, endpointId);
    if (!endpoint.is_active) throw conflict("webhook.isOff");
    const again = await rows(
      `update webhook_deliveries ${againSql} where endpoint_id = $1 and status = 'given_up' returning id`,
      [endpointId, now(), fromNow(tryForMs)],
    );
    if (again.length > 0) await wake();
    return again.length;
  });

/** Forget what is over for 30 days, and secrets whose overlap has ended. */
export async function forgetDeliveries(): Promise<void> {
  await rows("delete from webhook_deliveries where created_at < $1 and status <> 'waiting'", [fromNow(-keptMs)]);
  await rows(
    "update webhook_endpoints set old_secret_sealed = null, old_secret_until = null where old_secret_until <= $1",
    [now()],
  );
}
