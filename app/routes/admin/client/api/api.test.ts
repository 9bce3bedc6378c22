import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { actorOfKey, keysOfUsersOff } from "#modules/catalog/index.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress } from "#modules/testing/factories.ts";
import { action, loader } from "./route.tsx";

openDatabase();

/* The page of a client's API keys: what it shows, and what its forms do. */

type Made = { id: string; key: string; prefix: string };
type Sent = { status: number; problem?: string; errors?: Record<string, string>; result?: Made; confirm?: object };

async function send(cookie: string, fields: Record<string, string | readonly string[]>): Promise<Sent> {
  const answer = (await action(doorArgs("/client-api", cookie, fields) as never)) as unknown as {
    status?: number;
    data?: object;
    init?: { status?: number };
  };
  return { status: answer.status ?? answer.init?.status ?? 200, ...answer.data };
}
// biome-ignore lint/suspicious/noExplicitAny: what is asserted is the page's shape
const page = async (cookie: string, query = ""): Promise<any> =>
  ((await loader(doorArgs(`/client-api${query}`, cookie) as never)) as unknown as { data: object }).data;
const refusal = (shown: Promise<unknown>) =>
  shown.then(
    () => "ok",
    (refused: { data: { problem: string } }) => refused.data.problem,
  );

/** The session gave password and code a moment ago. */
const fresh = () => rows(sql`update sessions set proved_at = now()`);

test("a client's admin makes, renews and revokes a key; it is in the answer once and on no page", async () => {
  const { id } = await aClient();
  const desk = await aDesk(["view_ticket.full_access", "add_ticket"], id);
  await fresh();
  const keyForm = { intent: "create", clientId: id, name: "Warehouse", scopes: "requests:create", expires: "90" };
  const made = (await send(desk, keyForm)).result!;
  expect((await actorOfKey(made.key, anAddress())).clientId).toBe(id);
  const shown = await page(desk);
  const mayGive = ["requests:read", "requests:create", "requests:upload"];
  expect(shown).toMatchObject({ own: true, here: "/client-api", mayGive });
  expect(shown.keys).toMatchObject([{ name: "Warehouse", prefix: made.prefix, state: "active" }]);
  expect((await page(desk, `?act=rotate&of=${made.id}`)).dialog).toMatchObject({ act: "rotate", key: { id: made.id } });

  const next = (await send(desk, { intent: "rotate", keyId: made.id, overlap: "week" })).result!;
  expect(next.key).not.toBe(made.key);
  expect(await send(desk, { intent: "revoke", keyId: next.id })).toMatchObject({ status: 303 });
  const after = await page(desk);
  expect(after.keys.map(({ state }: { state: string }) => state)).toEqual(["revoked", "ending"]);
  for (const { key } of [made, next]) expect(JSON.stringify(after)).not.toContain(key);
  expect(JSON.stringify(await rows(sql`select r::text as line from refused_forms r`))).not.toContain(made.key);
});

test("a session that is not fresh is asked for the password before a key is made, renewed or ended", async () => {
  const { id } = await aClient();
  const desk = await aDesk(["add_ticket"], id);
  await fresh();
  const keyForm = { intent: "create", clientId: id, name: "Till", scopes: "requests:create", expires: "never" };
  const { result } = await send(desk, keyForm);
  await rows(sql`update sessions set proved_at = null`);
  expect(await send(desk, keyForm)).toMatchObject({ status: 403, problem: "confirm.first" });
  expect(await send(desk, { intent: "rotate", keyId: result!.id, overlap: "now" })).toMatchObject({ status: 403 });
  expect(await send(desk, { intent: "revoke", keyId: result!.id })).toMatchObject({ status: 403 });
});

test("an operator opens a client's keys from its page; another client's admin, and who has no client, finds none", async () => {
  const { id, clientName } = await aClient();
  const { id: foreign } = await aClient();
  const keeper = await aDesk(["edit_clients.full_access"]);
  const viewer = await aDesk(["view_clients.full_access"]);
  expect(await page(keeper, `?client=${id}`)).toMatchObject({ own: false, client: { clientName }, mayEnd: true });
  expect(await page(viewer, `?client=${id}&act=create`)).toMatchObject({ mayGive: [], mayEnd: false, dialog: null });
  expect(await refusal(page(keeper))).toBe("error.notFound");
  const desk = await aDesk(["view_ticket.full_access", "add_ticket"], id);
  expect(await refusal(page(desk, `?client=${foreign}`))).toBe("client.notFound");
  expect(await refusal(page(await aDesk([], id)))).toBe("permission.denied");
});

test("a key without a name or a scope is not made, and the form says of which field", async () => {
  const { id } = await aClient();
  const desk = await aDesk(["view_ticket.full_access"], id);
  await fresh();
  expect(await send(desk, { intent: "create", clientId: id, name: "", expires: "never" })).toMatchObject({
    status: 422,
    errors: { name: "form.incomplete", scopes: "clientKey.noScope" },
  });
  // A scope whose permission the admin lacks is not its to give.
  const keyForm = { intent: "create", clientId: id, name: "W", scopes: "requests:create", expires: "never" };
  expect(await send(desk, keyForm)).toMatchObject({ status: 403, problem: "permission.denied" });
});

test("keys that work although their maker is switched off or deleted are shown to the client, the house and doctor, until renewed", async () => {
  const { id, clientName } = await aClient();
  const maker = await aDesk(["view_ticket.full_access"], id);
  const colleague = await aDesk(["view_ticket.full_access"], id);
  const house = await aDesk(["edit_clients.full_access"]);
  await fresh();
  const keyForm = { intent: "create", clientId: id, scopes: "requests:read", expires: "90" };
  const made: Made[] = [];
  for (const name of ["Till", "Stock", "Gone"]) made.push((await send(maker, { ...keyForm, name })).result!);
  await send(maker, { intent: "revoke", keyId: made[2]!.id });
  const marked = async () =>
    (await page(colleague)).keys.flatMap(({ name, makerOff }: { name: string; makerOff: boolean }) =>
      makerOff ? [name] : [],
    );
  const listed = () => unitOfWork(async () => (await keysOfUsersOff()).filter(({ client }) => client === clientName));
  expect([await marked(), await listed()]).toEqual([[], []]);

  const become = (what: Sql) =>
    rows(sql`update admins set ${what} where id = (select created_by from client_keys where id = ${made[0]!.id})`);
  for (const what of [sql`is_active = false`, sql`is_active = true, deleted_at = now()`]) {
    await become(what);
    expect(await marked()).toEqual(["Stock", "Till"]);
    const shown = (await page(house, `?client=${id}`)).keys as { makerOff: boolean }[];
    expect(shown.map(({ makerOff }) => makerOff)).toEqual([false, true, true]);
    expect(await listed()).toEqual([
      { client: clientName, name: "Stock", prefix: made[1]!.prefix },
      { client: clientName, name: "Till", prefix: made[0]!.prefix },
    ]);
  }
  // A key that another user renewed is that user's.
  await send(colleague, { intent: "rotate", keyId: made[0]!.id, overlap: "now" });
  expect(await marked()).toEqual(["Stock"]);
  await become(sql`deleted_at = null`);
  expect([await marked(), await listed()]).toEqual([[], []]);
});
