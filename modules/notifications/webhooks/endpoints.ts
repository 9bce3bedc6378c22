import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { sql } from "kysely";
import { adminNames } from "#modules/access/index.ts";
import { type Actor, actorId, isClient } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { seal } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import type { Switched } from "#modules/kernel/lists/switched.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { isLoopback, isPublic } from "#modules/kernel/outside/public-address.ts";
import { may, needMay } from "../policy.ts";
import {
  type AddEndpoint,
  type ChangeEndpoint,
  type Endpoint,
  type EndpointRef,
  type EndpointState,
  type MadeEndpoint,
  mostEndpoints,
  type RenewSecret,
  type SwitchEndpoint,
  urlRefusal,
  type WebhookEvent,
} from "./input.ts";

const overlapMs = { now: 0, day, week: 7 * day } as const;

type EndpointRow = {
  id: string;
  client_id: string;
  url: string;
  events: WebhookEvent[];
  is_active: boolean;
  off_because: string | null;
  created_kind: "client" | "operator" | "system";
  created_by: string | null;
  created_at: string;
  delivered_at: string | null;
  failing_since: string | null;
  old_secret_until: string | null;
  waiting: number;
  given_up: number;
};

const toInstant = (text: string | null) => (text === null ? null : new Date(text));

function stateOf({ is_active, off_because, failing_since }: EndpointRow): EndpointState {
  if (!is_active) return off_because === "failing" ? "silenced" : "off";
  return failing_since ? "failing" : "active";
}

/** A client's endpoints, and whether the reader may change them. */
export type EndpointsOfClient = {
  client: { id: string; clientName: string };
  endpoints: Endpoint[];
  mayKeep: boolean;
};

/**
 * Returns a client's endpoints, oldest first. Which admin of the operator made one is not shown to the client. Refuses
 * with `permission.denied`, and `client.notFound` for a foreign client.
 */
export async function endpointsOf(actor: Actor, clientId: string): Promise<EndpointsOfClient> {
  needMay(actor, "seeWebhooks", clientId);
  const client = await existing(clientId);
  const endpoints = await rows<EndpointRow>(
    sql`select e.id, e.client_id, e.url, e.events, e.is_active, e.off_because, e.created_kind, e.created_by, e.created_at,
            e.delivered_at, e.failing_since, e.old_secret_until,
            (select count(*)::int from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'waiting') as waiting,
            (select count(*)::int from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'given_up') as given_up
       from webhook_endpoints e where e.client_id = ${clientId} order by e.created_at, e.id`,
  );
  const names = await adminNames(endpoints.flatMap(({ created_by }) => created_by ?? []));
  const ofClient = isClient(actor);
  return {
    client: { ...client, clientName: nameFor(actor, client.clientName) },
    endpoints: endpoints.map((each) => ({
      id: each.id,
      url: each.url,
      events: each.events,
      state: stateOf(each),
      createdAt: new Date(each.created_at),
      by: {
        kind: each.created_kind,
        name: ofClient && each.created_kind === "operator" ? null : (names.get(each.created_by ?? "") ?? null),
      },
      deliveredAt: toInstant(each.delivered_at),
      failingSince: toInstant(each.failing_since),
      oldSecretUntil:
        each.old_secret_until && new Date(each.old_secret_until) > now() ? toInstant(each.old_secret_until) : null,
      waiting: each.waiting,
      givenUp: each.given_up,
    })),
    mayKeep: may(actor, "keepWebhooks", clientId),
  };
}

/**
 * Add an endpoint of a client's. Its signing secret is in the answer alone. Refuses an address that is not https (of
 * the sandbox's own machine also http), has another port than 443 or 8443, a password in it or a private IP address, and
 * a sixth endpoint. `dryRun` checks all of it and adds nothing.
 */
export function addEndpoint(actor: Actor, input: AddEndpoint): Promise<MadeEndpoint>;
export function addEndpoint(actor: Actor, input: AddEndpoint, how: { dryRun: boolean }): Promise<MadeEndpoint | null>;
export function addEndpoint(
  actor: Actor,
  { clientId, url: written, events }: AddEndpoint,
  { dryRun = false } = {},
): Promise<MadeEndpoint | null> {
  return transaction(async () => {
    needMay(actor, "keepWebhooks", clientId);
    await existing(clientId, { lock: true });
    const url = acceptable(written);
    const there = await row<{ n: number }>(
      sql`select count(*)::int as n from webhook_endpoints where client_id = ${clientId}`,
    );
    if (there!.n >= mostEndpoints) throw conflict("webhook.tooMany", { most: mostEndpoints });
    if (dryRun) return null;
    const { secret, sealed } = newSecret();
    const id = rowId();
    const kind = actor.kind !== "admin" ? "system" : isClient(actor) ? "client" : "operator";
    await rows(
      sql`insert into webhook_endpoints (id, client_id, url, events, secret_sealed, created_kind, created_by, created_at)
       values (${id}, ${clientId}, ${url}, ${events}, ${sealed}, ${kind}, ${actorId(actor)}, ${now()})`,
    );
    await recordEndpointEvent(actor, { client_id: clientId, url }, "client.webhookAdded", { events: events.join(" ") });
    return { id, url, secret };
  });
}

/**
 * Change the address or the events of an endpoint; its secret is unchanged. Waiting deliveries, also of events no
 * longer chosen, are sent to the new address, and failures of the former address no longer count. Refuses an address as
 * `addEndpoint` does.
 */
export const changeEndpoint = (actor: Actor, { endpointId, url: written, events }: ChangeEndpoint): Promise<void> =>
  transaction(async () => {
    const endpoint = await lockedEndpoint(actor, endpointId);
    const url = acceptable(written);
    const moved = url !== endpoint.url;
    if (!moved && events.join() === endpoint.events.join()) return;
    await rows(
      sql`update webhook_endpoints set url = ${url}, events = ${events},
          failing_since = case when ${moved} then null else failing_since end
        where id = ${endpointId}`,
    );
    await recordEndpointEvent(actor, { client_id: endpoint.client_id, url }, "client.webhookChanged", {
      events: events.join(" "),
      ...(moved && { before: new URL(endpoint.url).host }),
    });
  });

/**
 * Put a new signing secret in the place of the one an endpoint has; for the overlap both sign. A secret before that
 * ends now.
 */
export const renewSecret = (actor: Actor, { endpointId, overlap }: RenewSecret): Promise<MadeEndpoint> =>
  transaction(async () => {
    const endpoint = await lockedEndpoint(actor, endpointId);
    const { secret, sealed } = newSecret();
    await rows(
      sql`update webhook_endpoints set old_secret_sealed = case when ${overlap !== "now"} then secret_sealed end,
              old_secret_until = case when ${overlap !== "now"} then ${fromNow(overlapMs[overlap])}::timestamptz end, secret_sealed = ${sealed} where id = ${endpointId}`,
    );
    await recordEndpointEvent(actor, endpoint, "client.webhookRenewed", { overlap });
    return { id: endpoint.id, url: endpoint.url, secret };
  });

/**
 * Switch an endpoint off or on. While it is off no deliveries are written for it; waiting ones are given up and can be
 * replayed. Switching to the present state changes nothing.
 */
export const switchEndpoint = (actor: Actor, { endpointId, on }: SwitchEndpoint): Promise<Switched> =>
  transaction(async () => {
    const endpoint = await lockedEndpoint(actor, endpointId);
    const isActive = on === "on";
    if (endpoint.is_active === isActive) return { isActive, changed: false };
    if (on === "off") await turnOff(endpointId, "asked");
    else
      await rows(
        sql`update webhook_endpoints set is_active = true, off_because = null, failing_since = null where id = ${endpointId}`,
      );
    await recordEndpointEvent(actor, endpoint, isActive ? "client.webhookOn" : "client.webhookOff");
    return { isActive, changed: true };
  });

/** Switch a locked endpoint off, in the running transaction; its waiting deliveries are given up. */
export async function turnOff(endpointId: string, because: "asked" | "failing"): Promise<void> {
  await rows(sql`update webhook_endpoints set is_active = false, off_because = ${because} where id = ${endpointId}`);
  await rows(
    sql`update webhook_deliveries set status = 'given_up', leased_until = null, error = coalesce(error, 'off')
      where endpoint_id = ${endpointId} and status = 'waiting'`,
  );
}

/**
 * Switches every endpoint off, and gives up its waiting deliveries, for a restored copy of the database: some were
 * removed, switched off or got another secret after it was made.
 */
export const turnOffEveryEndpoint = sql`
  with given_up as (
    update webhook_deliveries set status = 'given_up', leased_until = null, error = coalesce(error, 'off')
     where status = 'waiting')
  update webhook_endpoints set is_active = false, off_because = 'restored' where is_active returning id`;

/** Remove an endpoint with its log. */
export const removeEndpoint = (actor: Actor, { endpointId }: EndpointRef): Promise<void> =>
  transaction(async () => {
    const endpoint = await lockedEndpoint(actor, endpointId);
    await rows(sql`delete from webhook_endpoints where id = ${endpointId}`);
    await recordEndpointEvent(actor, endpoint, "client.webhookRemoved");
  });

/** An endpoint of a client whose webhooks the actor may change, locked until the transaction ends. */
export async function lockedEndpoint(actor: Actor, endpointId: string) {
  const endpoint = await row<Pick<EndpointRow, "id" | "client_id" | "url" | "events" | "is_active">>(
    sql`select id, client_id, url, events, is_active from webhook_endpoints where id = ${endpointId} for update`,
  );
  if (!endpoint) throw missing("webhook.notFound");
  try {
    needMay(actor, "keepWebhooks", endpoint.client_id);
  } catch (error) {
    // A foreign client's endpoint is no more than one that is not there.
    throw (error as { kind?: string }).kind === "missing" ? missing("webhook.notFound") : error;
  }
  return endpoint;
}

/** The endpoint with this id, for the command line. Refuses with `webhook.notFound`. */
export async function endpointNamed(id: string): Promise<{ id: string; url: string; clientId: string }> {
  const endpoint = await row<{ id: string; url: string; clientId: string }>(
    sql`select id, url, client_id as "clientId" from webhook_endpoints where id = ${id}`,
  );
  if (!endpoint) throw missing("webhook.notFound");
  return endpoint;
}

/** The longest stored address; letters outside ASCII make it longer than it was written. */
const longestUrl = 1_000;

/**
 * Returns an address as it is called and shown: its host in ASCII, its other letters encoded, without invisible
 * letters.
 */
function acceptable(written: string): string {
  const url = URL.parse(written);
  const refusal = urlRefusal(written, env);
  if (!url || refusal || url.href.length > longestUrl) {
    const why = refusal ?? "webhook.urlWrong";
    throw invalid(why, { url: why });
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A host name is resolved and checked at every connection; a literal address is refused now.
  if (isIP(host) && !isPublic(host) && !(env.sandbox && isLoopback(host)))
    throw invalid("webhook.urlPrivate", { url: "webhook.urlPrivate" });
  return url.href;
}

/** Returns a client that is not deleted; `lock` serializes additions. Refuses with `client.notFound`. */
async function existing(clientId: string, { lock = false } = {}) {
  const client = await row<{ id: string; clientName: string }>(
    lock
      ? sql`select id, client_name as "clientName" from clients where id = ${clientId} and deleted_at is null for update`
      : sql`select id, client_name as "clientName" from clients where id = ${clientId} and deleted_at is null`,
  );
  if (!client) throw missing("client.notFound");
  return client;
}

/** Returns a new signing secret in the form of Standard Webhooks, and its sealed form. */
function newSecret() {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, sealed: seal(secret) };
}

/** The client's history names an endpoint by its host, because a path may hold a secret. */
export const recordEndpointEvent = (
  actor: Actor,
  { client_id, url }: { client_id: string; url: string },
  event: string,
  more: Record<string, string> = {},
) => record(actor, { subject: "catalog", id: client_id, event, data: { host: new URL(url).host, ...more } });
