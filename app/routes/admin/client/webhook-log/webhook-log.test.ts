import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { sent } from "#app/testing/a-page.tsx";
import { system } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { addEndpoint, switchEndpoint } from "#modules/notifications/index.ts";
import { type DeliveryState, webhookEvents } from "#modules/notifications/shared.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient } from "#modules/testing/factories.ts";
import * as log from "./route.tsx";

openDatabase();

const { action, loader } = log;

/* The log of a client's webhooks: what was sent, and how it is sent again. */

const cli = system("tests");
type Answered = { status?: number; data?: object; init?: { status?: number } };

async function send(cookie: string, fields: Record<string, string>): Promise<{ status: number; problem?: string }> {
  const sent = action(doorArgs("/client-webhook-log", cookie, fields) as never) as Promise<unknown>;
  const { status, init, data } = (await sent.catch((refused: unknown) => refused)) as Answered;
  return { status: status ?? init?.status ?? 200, ...data };
}
// biome-ignore lint/suspicious/noExplicitAny: what is asserted is the page's shape
const page = async (cookie: string, query = ""): Promise<any> =>
  ((await loader(doorArgs(`/client-webhook-log${query}`, cookie) as never)) as unknown as { data: object }).data;
const refusal = (shown: Promise<unknown>) =>
  shown.then(
    () => "ok",
    (refused: { data: { problem: string } }) => refused.data.problem,
  );
const idsOf = (shown: { rows: { id: string }[] }) => shown.rows.map(({ id }) => id);

const ofClient = (clientId: string) => aDesk(["view_ticket.full_access"], clientId);
const anEndpoint = (clientId: string, url = "https://shop.example/hooks") =>
  addEndpoint(cli, { clientId, url, events: [...webhookEvents] });

/** Tests that were sent to an endpoint, the oldest first, a minute apart. */
async function deliveriesTo(endpointId: string, ...states: DeliveryState[]): Promise<string[]> {
  const made = states.map(() => randomUUID());
  const tries = JSON.stringify([{ at: "2026-11-23T08:30:00Z", answered: 503, error: "status", tookMs: 41 }]);
  for (const [n, state] of states.entries())
    await rows(
      sql`insert into webhook_deliveries (id, endpoint_id, event, facts, status, attempts, answered, error, tries,
                                       created_at, next_at, give_up_at)
       select ${made[n]}, ${endpointId}, 'webhook.test', '{}', ${state}, 1, 503, 'status', ${tries}::jsonb, at, at, at
         from (select now() - interval '1 hour' + ${n} * interval '1 minute' as at)`,
    );
  return made;
}

test("a client's admin reads what was sent, newest first, by state and by address, 25 a page", async () => {
  const { id } = await aClient();
  const desk = await ofClient(id);
  expect(await page(desk)).toMatchObject({ own: true, rows: [], pages: { next: null, previous: null } });
  const { id: one } = await anEndpoint(id);
  const { id: other } = await anEndpoint(id, "https://till.example/");
  const sent = await deliveriesTo(one, ...(Array(26).fill("delivered") as DeliveryState[]), "given_up");
  const [waits] = await deliveriesTo(other, "waiting");

  const first = await page(desk, `?endpoint=${one}`);
  expect(idsOf(first)).toEqual(sent.toReversed().slice(0, 25));
  const second = await page(desk, `?endpoint=${one}&after=${first.pages.next}`);
  expect(idsOf(second)).toEqual(sent.toReversed().slice(25));
  expect(idsOf(await page(desk, `?endpoint=${one}&before=${second.pages.previous}`))).toEqual(idsOf(first));
  expect(idsOf(await page(desk, "?state=waiting"))).toEqual([waits]);
  expect(idsOf(await page(desk, `?endpoint=${one}&state=given_up`))).toEqual([sent.at(-1)]);
  expect(idsOf(await page(desk, `?endpoint=${other}&state=given_up`))).toEqual([]);
});

test("a delivery shows what is sent and each try; it is sent again once, and all that was given up together", async () => {
  const { id } = await aClient();
  const desk = await ofClient(id);
  const { id: endpointId } = await anEndpoint(id);
  const [first, second] = await deliveriesTo(endpointId, "given_up", "given_up");
  const shown = await page(desk, `?act=look&of=${first}`);
  expect(JSON.parse(shown.delivery.body)).toMatchObject({ type: "webhook.test", data: {} });
  expect(shown.delivery.tries).toMatchObject([{ answered: 503, error: "status", tookMs: 41 }]);

  const again = { intent: "replay", endpointId, deliveryId: first! };
  expect(await send(desk, again)).toMatchObject({ status: 303 });
  expect((await page(desk, `?act=look&of=${first}`)).delivery).toMatchObject({ state: "waiting", attempts: 0 });
  expect(await send(desk, again)).toMatchObject({ status: 409, problem: "webhook.waits" });

  const asking = await page(desk, `?endpoint=${endpointId}&act=replayAll`);
  expect(asking).toMatchObject({ replayingAll: true, chosen: { givenUp: 1 } });
  expect(await send(desk, { intent: "replayAll", endpointId })).toMatchObject({ status: 303 });
  expect(idsOf(await page(desk, "?state=waiting"))).toEqual([second, first]);
  expect(await page(desk, `?endpoint=${endpointId}&act=replayAll`)).toMatchObject({ replayingAll: false });
  const late = await sent("/client-webhook-log", desk, log, { intent: "replayAll", endpointId });
  expect(late.toast).toBe("Nothing was sent again: this webhook has no failed delivery");
});

test("what is over is not sent again to a webhook that is off", async () => {
  const { id } = await aClient();
  const desk = await ofClient(id);
  const { id: endpointId } = await anEndpoint(id);
  const [deliveryId] = await deliveriesTo(endpointId, "given_up");
  await switchEndpoint(cli, { endpointId, on: "off" });
  const off = { status: 409, problem: "webhook.isOff" };
  expect(await send(desk, { intent: "replay", endpointId, deliveryId: deliveryId! })).toMatchObject(off);
  expect(await send(desk, { intent: "replayAll", endpointId })).toMatchObject(off);
  expect(await page(desk)).toMatchObject({ endpoints: [{ on: false }], rows: [{ state: "given_up" }] });
});

test("another client's log, webhook and delivery are not found; who may only see them sends nothing again", async () => {
  const { id } = await aClient();
  const { id: foreign } = await aClient();
  const { id: endpointId } = await anEndpoint(foreign);
  const [deliveryId] = await deliveriesTo(endpointId, "given_up");
  const desk = await ofClient(id);
  expect(await refusal(page(desk, `?client=${foreign}`))).toBe("client.notFound");
  expect(await refusal(page(desk, `?endpoint=${endpointId}`))).toBe("webhook.notFound");
  expect(await refusal(page(desk, `?act=look&of=${deliveryId}`))).toBe("webhook.noDelivery");
  const again = { intent: "replay", endpointId, deliveryId: deliveryId! };
  expect(await send(desk, again)).toMatchObject({ status: 404 });
  expect(await send(desk, { intent: "replayAll", endpointId })).toMatchObject({ status: 404 });
  const viewer = await aDesk(["view_clients.full_access"]);
  expect(await page(viewer, `?client=${foreign}`)).toMatchObject({ mayKeep: false, rows: [{ id: deliveryId }] });
  expect(await send(viewer, again)).toMatchObject({ status: 403, problem: "permission.denied" });
  expect(await send(viewer, { intent: "replayAll", endpointId })).toMatchObject({ status: 403 });
  expect(await refusal(page(viewer))).toBe("error.notFound");
  expect((await page(viewer, `?client=${foreign}`)).rows).toMatchObject([{ state: "given_up" }]);
});
