import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { system } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { addEndpoint } from "#modules/notifications/index.ts";
import { type MadeEndpoint, webhookEvents } from "#modules/notifications/shared.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient } from "#modules/testing/factories.ts";
import { action, loader } from "./route.tsx";

openDatabase();

/* The page of a client's webhooks: what it shows, and what its forms do. */

type Sent = { status: number; problem?: string; errors?: Record<string, string>; result?: MadeEndpoint };
type Answered = { status?: number; data?: object; init?: { status?: number } };

async function send(cookie: string, fields: Record<string, string | readonly string[]>): Promise<Sent> {
  const sent = action(doorArgs("/client-webhooks", cookie, fields) as never) as Promise<unknown>;
  const { status, init, data } = (await sent.catch((refused: unknown) => refused)) as Answered;
  return { status: status ?? init?.status ?? 200, ...data };
}
// biome-ignore lint/suspicious/noExplicitAny: what is asserted is the page's shape
const page = async (cookie: string, query = ""): Promise<any> =>
  ((await loader(doorArgs(`/client-webhooks${query}`, cookie) as never)) as unknown as { data: object }).data;
const refusal = (shown: Promise<unknown>) =>
  shown.then(
    () => "ok",
    (refused: { data: { problem: string } }) => refused.data.problem,
  );

/** The session gave password and code a moment ago. */
const fresh = () => rows(sql`update sessions set proved_at = now()`);

const ofClient = (clientId: string) => aDesk(["view_ticket.full_access"], clientId);
const endpointForm = (clientId: string, more: Record<string, string | readonly string[]> = {}) => ({
  intent: "add",
  clientId,
  url: "https://shop.example/hooks",
  events: ["request.closed", "request.accepted"],
  ...more,
});
const anEndpoint = (clientId: string) =>
  addEndpoint(system("tests"), { clientId, url: "https://shop.example/hooks", events: [...webhookEvents] });

test("a client's admin adds a webhook and renews its secret; each is in the answer once and on no page", async () => {
  const { id } = await aClient();
  const desk = await ofClient(id);
  await fresh();
  expect(await page(desk)).toMatchObject({ own: true, endpoints: [], mayAdd: true, here: "/client-webhooks" });
  expect((await page(desk, "?act=add")).dialog).toEqual({ act: "add", endpoint: null });
  const made = (await send(desk, endpointForm(id))).result!;
  expect(made).toMatchObject({ url: "https://shop.example/hooks", secret: expect.stringMatching(/^whsec_/) });
  const shown = await page(desk, `?act=renew&of=${made.id}`);
  expect(shown.endpoints).toMatchObject([
    { id: made.id, state: "active", events: ["request.accepted", "request.closed"], oldSecretUntil: null },
  ]);
  expect(shown.dialog).toMatchObject({ act: "renew", endpoint: { id: made.id } });

  const next = (await send(desk, { intent: "renew", endpointId: made.id, overlap: "week" })).result!;
  expect(next.secret).not.toBe(made.secret);
  const after = await page(desk);
  expect(after.endpoints[0].oldSecretUntil).toBeInstanceOf(Date);
  for (const { secret } of [made, next]) expect(JSON.stringify(after)).not.toContain(secret);
  const stored = await rows(sql`select r::text from refused_forms r union all select h::text from history h`);
  for (const { secret } of [made, next]) expect(JSON.stringify(stored)).not.toContain(secret);
});

test("a webhook gets another address and other events and keeps its secret; a wrong address stands at its field", async () => {
  const { id } = await aClient();
  const desk = await ofClient(id);
  const { id: endpointId } = await anEndpoint(id);
  await fresh();
  const sealed = () =>
    rows(sql`select secret_sealed, old_secret_sealed from webhook_endpoints where id = ${endpointId}`);
  const before = await sealed();
  const shown = await page(desk, `?act=change&of=${endpointId}`);
  expect(shown.dialog).toMatchObject({
    act: "change",
    endpoint: { id: endpointId, url: "https://shop.example/hooks" },
  });
  const change = (more: object) =>
    send(desk, { intent: "change", endpointId, url: "https://new.example/in", events: ["request.closed"], ...more });
  expect(await change({ url: "http://new.example/in" })).toMatchObject({
    status: 422,
    errors: { url: expect.any(String) },
  });
  expect(await change({ url: "https://10.0.0.1/in" })).toMatchObject({
    status: 422,
    errors: { url: expect.any(String) },
  });
  expect(await change({ events: [] })).toMatchObject({ status: 422, errors: { events: expect.any(String) } });
  expect((await page(desk)).endpoints).toMatchObject([{ url: "https://shop.example/hooks" }]);
  expect((await change({})).status).toBe(303);
  expect((await page(desk)).endpoints).toMatchObject([{ url: "https://new.example/in", events: ["request.closed"] }]);
  expect(await sealed()).toEqual(before);
  const history = await rows(
    sql`select data from history where subject_id = ${id} and event = 'client.webhookChanged'`,
  );
  expect(history).toEqual([{ data: { host: "new.example", before: "shop.example", events: "request.closed" } }]);
  // Saved as it is, it is no change.
  expect((await change({})).status).toBe(303);
  expect(await rows(sql`select 1 from history where event = 'client.webhookChanged'`)).toHaveLength(1);
});

test("a webhook is switched off and on, is sent a test, and is removed with its deliveries", async () => {
  const { id } = await aClient();
  const desk = await ofClient(id);
  const { id: endpointId } = await anEndpoint(id);
  const done = async (fields: Record<string, string>) => (await send(desk, { endpointId, ...fields })).status;
  const stateNow = async () => (await page(desk)).endpoints.map(({ state }: { state: string }) => state);

  expect(await done({ intent: "test" })).toBe(303);
  expect((await page(desk)).endpoints).toMatchObject([{ waiting: 1, givenUp: 0 }]);
  expect(await done({ intent: "switch", on: "off" })).toBe(303);
  expect((await page(desk)).endpoints).toMatchObject([{ state: "off", waiting: 0, givenUp: 1 }]);
  expect(await send(desk, { intent: "test", endpointId })).toMatchObject({ status: 409, problem: "webhook.isOff" });
  expect(await done({ intent: "switch", on: "on" })).toBe(303);
  expect(await stateNow()).toEqual(["active"]);
  expect(await done({ intent: "remove" })).toBe(303);
  expect(await stateNow()).toEqual([]);
  expect(await rows(sql`select 1 from webhook_deliveries where endpoint_id = ${endpointId}`)).toEqual([]);
  // A dialog whose webhook is gone does not open.
  expect((await page(desk, `?act=remove&of=${endpointId}`)).dialog).toBeNull();
});

test("a session that is not fresh is asked for the password before a secret is made and before a webhook is switched", async () => {
  const { id } = await aClient();
  const desk = await ofClient(id);
  const { id: endpointId } = await anEndpoint(id);
  await rows(sql`update sessions set proved_at = null`);
  expect(await send(desk, endpointForm(id))).toMatchObject({ status: 403, problem: "confirm.first" });
  expect(await send(desk, { intent: "renew", endpointId, overlap: "now" })).toMatchObject({ status: 403 });
  expect(await send(desk, { intent: "switch", endpointId, on: "off" })).toMatchObject({ status: 403 });
  expect((await page(desk)).endpoints).toMatchObject([{ state: "active", oldSecretUntil: null }]);
});

test("an operator opens a client's webhooks from its page; who may only see them changes none", async () => {
  const { id, clientName } = await aClient();
  const { id: endpointId } = await anEndpoint(id);
  const keeper = await aDesk(["edit_clients.full_access"]);
  const viewer = await aDesk(["view_clients.full_access"]);
  await fresh();
  expect(await page(keeper, `?client=${id}`)).toMatchObject({ own: false, client: { clientName }, mayKeep: true });
  const seen = await page(viewer, `?client=${id}&act=renew&of=${endpointId}`);
  expect(seen).toMatchObject({ mayKeep: false, mayAdd: false, dialog: null, endpoints: [{ id: endpointId }] });
  const no = { status: 403, problem: "permission.denied" };
  expect(await send(viewer, endpointForm(id))).toMatchObject(no);
  expect(await send(viewer, { intent: "renew", endpointId, overlap: "now" })).toMatchObject(no);
  expect(await send(viewer, { intent: "switch", endpointId, on: "off" })).toMatchObject(no);
  expect(await send(viewer, { intent: "test", endpointId })).toMatchObject(no);
  expect(await send(viewer, { intent: "remove", endpointId })).toMatchObject(no);
  expect(await refusal(page(keeper))).toBe("error.notFound");
});

test("another client's webhooks are not found, and no form reaches one; a client's admin needs its requests", async () => {
  const { id } = await aClient();
  const { id: foreign } = await aClient();
  const { id: endpointId } = await anEndpoint(foreign);
  const desk = await ofClient(id);
  await fresh();
  expect(await refusal(page(desk, `?client=${foreign}`))).toBe("client.notFound");
  expect((await page(desk, `?act=remove&of=${endpointId}`)).dialog).toBeNull();
  expect(await send(desk, endpointForm(foreign))).toMatchObject({ status: 404 });
  for (const intent of ["renew", "switch", "test", "remove"])
    expect(await send(desk, { intent, endpointId, overlap: "now", on: "off" })).toMatchObject({
      status: 404,
      problem: "webhook.notFound",
    });
  expect((await page(await aDesk(), `?client=${foreign}`)).endpoints).toMatchObject([{ id: endpointId, waiting: 0 }]);
  expect(await refusal(page(await aDesk([], id)))).toBe("permission.denied");
});

test("an address that cannot be called is refused beside its field; the sixth webhook is not added", async () => {
  const { id } = await aClient();
  const desk = await ofClient(id);
  await fresh();
  expect(await send(desk, endpointForm(id, { url: "", events: [] }))).toMatchObject({
    status: 422,
    errors: { url: expect.any(String), events: "webhook.noEvent" },
  });
  for (const [url, error] of [
    ["shop.example", "webhook.urlWrong"],
    ["https://me:word@shop.example/", "webhook.urlWrong"],
    ["http://shop.example/", "webhook.urlHttps"],
    ["https://shop.example:8080/", "webhook.urlPort"],
    ["https://10.0.0.8/", "webhook.urlPrivate"],
  ] as const)
    expect(await send(desk, endpointForm(id, { url }))).toMatchObject({ status: 422, errors: { url: error } });
  for (let n = 0; n < 5; n++) await anEndpoint(id);
  expect(await page(desk, "?act=add")).toMatchObject({ mayAdd: false, dialog: null });
  expect(await send(desk, endpointForm(id))).toMatchObject({ status: 409, problem: "webhook.tooMany" });
});
