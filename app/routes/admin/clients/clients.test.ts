import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, aName, aPhone } from "#modules/testing/factories.ts";
import { loader as download } from "../requests/lists/export.ts";
import { action, loader } from "./route.tsx";

openDatabase();

/* The screens of clients: what they show, and what those who may not get by sending forms. */

type Fields = Record<string, string | readonly string[]>;
type Shown = {
  status: number;
  to?: string;
  problem?: string;
  params?: object;
  errors?: Record<string, string>;
  values?: Record<string, string | string[]>;
  result?: Record<string, string>;
};

async function send(cookie: string, fields: Fields, path = "/admin-clients"): Promise<Shown> {
  const answer = (await action(doorArgs(path, cookie, fields) as never)) as unknown as {
    status?: number;
    headers?: Headers;
    data?: object;
    init?: { status?: number };
  };
  const to = answer.headers?.get?.("location");
  return { status: answer.status ?? answer.init?.status ?? 200, ...(to && { to }), ...answer.data };
}
// biome-ignore lint/suspicious/noExplicitAny: list and form differ
async function page(cookie: string, path = "/admin-clients"): Promise<any> {
  return ((await loader(doorArgs(path, cookie) as never)) as unknown as { data: object }).data;
}
const refusal = (cookie: string, path: string) =>
  page(cookie, path).then(
    () => "ok",
    (refused: { data: { problem: string } }) => refused.data.problem,
  );

const secrets = { gstNumber: "27AAPFU0939F1ZV", panNumber: "AAPFU0939F", accountNumber: "998877665544" };
const filled = (more: Fields = {}): Fields => ({
  intent: "create",
  clientName: aName("Client"),
  productName: "Split AC",
  specificRequirement: "Repair",
  price: "450",
  officialEmail: "desk@example.in",
  contactName: "Asha",
  contactDesignation: "Head",
  contactPhone: aPhone(),
  addressLine: "1 MG Road",
  city: "Pune",
  state: "Maharashtra",
  pincode: "411001",
  ...secrets,
  aadhaarNumber: "XXXXXXXX1234",
  tinNumber: "27",
  bankName: "State Bank",
  ifscCode: "SBIN0001234",
  branch: "Camp",
  ...more,
});
const idOf = async (clientName: unknown) =>
  (await row<{ id: string }>(sql`select id from clients where client_name = ${clientName}`))!.id;

test("R363 R368 a client is added once with what is still typed as a chip; a refused form keeps what was typed", async () => {
  const cookie = await aDesk();
  const wrong = await send(cookie, filled({ gstNumber: "27AAPFU0939F1ZW" }));
  expect(wrong).toMatchObject({ status: 422, errors: { gstNumber: "form.gstCheck" } });
  expect(wrong.values).toMatchObject({ accountNumber: secrets.accountNumber, city: "Pune" });
  const foreign = await send(cookie, filled({ panNumber: "ABCDE1234F" }));
  expect(foreign).toMatchObject({ status: 422, errors: { panNumber: "form.gstPan" } });
  const form = filled({ category: ["Cooling", " "], typedCategory: "Heating", allowedBrands: "AC" });
  const { to } = await send(cookie, form);
  const id = await idOf(form.clientName);
  expect(to).toBe(`/admin-clients?did=${id}`);
  expect(await row(sql`select category, allowed_brands from clients where id = ${id}`)).toEqual({
    category: ["Cooling", "Heating"],
    allowed_brands: ["AC"],
  });
  expect(await send(cookie, form)).toMatchObject({ status: 422, errors: { clientName: "clients.taken" } });
});

test("R366 without JavaScript a chip is added on the server, and nothing is kept by it", async () => {
  const before = await rows(sql`select from clients`);
  const shown = await send(await aDesk(), { intent: "addCategory", category: "Cooling", typedCategory: "Heating" });
  expect(shown.values?.category ?? (await rows(sql`select from refused_forms`)).length).toBeTruthy();
  expect(await rows(sql`select from clients`)).toHaveLength(before.length);
});

test("no page, file or export holds a paper in full, whoever asks; only a look with a reason shows it, once", async () => {
  const cookie = await aDesk();
  const form = filled();
  await send(cookie, form);
  const id = await idOf(form.clientName);
  const viewer = await aDesk(["view_clients.full_access", "edit_clients.full_access"]);
  for (const desk of [cookie, viewer])
    for (const query of [
      "",
      `?act=view&of=${id}`,
      `?act=reveal&of=${id}`,
      `?act=edit&of=${id}`,
      `?act=delete&of=${id}`,
    ]) {
      const text = JSON.stringify(await page(desk, `/admin-clients${query}`));
      expect(text, query).toContain(String(form.clientName));
      for (const secret of Object.values(secrets)) expect(text, query).not.toContain(secret);
      if (desk === viewer) expect(text, query).not.toContain(String(form.contactPhone));
    }
  const file = (await download(doorArgs("/lists/clients/export?format=csv", cookie) as never)) as unknown as Response;
  const csv = await file.text();
  expect(csv).toContain(String(form.clientName));
  for (const secret of Object.values(secrets)) expect(csv).not.toContain(secret);
  const foreign = (await download(
    doorArgs("/lists/clients/export?format=csv", viewer) as never,
  )) as unknown as Response;
  expect(foreign.status).toBe(403);

  expect((await send(viewer, { intent: "reveal", clientId: id })).errors).toEqual({ reason: "clients.reasonMissing" });
  expect((await send(viewer, { intent: "reveal", clientId: id, reason: "payment" })).result).toMatchObject(secrets);
  expect((await historyOf("catalog", id)).filter(({ event }) => event === "client.revealed")).toHaveLength(1);
});

test("R362 list and form are refused in their own words; a foreign or gone client is not found", async () => {
  const { id } = await aClient();
  const nobody = await aDesk([]);
  const adder = await aDesk(["add_clients"]);
  expect(await refusal(nobody, "/admin-clients")).toBe("client.noView");
  expect(await refusal(nobody, "/admin-clients?act=add")).toBe("client.noAdd");
  expect(await refusal(nobody, `/admin-clients?act=edit&of=${id}`)).toBe("permission.denied");
  expect(await refusal(adder, "/admin-clients")).toBe("client.noView");
  expect(await refusal(adder, "/admin-clients?act=add")).toBe("ok");
  const own = await aDesk(["add_clients", "view_clients.full_access", "edit_clients.full_access"], id);
  for (const path of ["", "?act=add", `?act=edit&of=${id}`, `?act=view&of=${id}`])
    expect(await refusal(own, `/admin-clients${path}`), path).not.toBe("ok");
  const cookie = await aDesk();
  for (const of of [randomUUID(), "x", "' or true --"])
    expect(await refusal(cookie, `/admin-clients?act=edit&of=${encodeURIComponent(of)}`)).toBe("error.notFound");
  expect((await page(cookie, `/admin-clients?act=view&of=${randomUUID()}`)).list.also.dialog.client).toBeNull();
  const acts: Record<string, Fields> = {
    create: filled(),
    update: filled({ clientId: id }),
    reveal: { clientId: id, reason: "papers" },
    remove: { clientId: id },
  };
  for (const [intent, fields] of Object.entries(acts))
    expect(await send(nobody, { ...fields, intent }), intent).toMatchObject({ status: 403 });
});

test("Q115 what stands in the way is shown before, and said when it came meanwhile", async () => {
  const cookie = await aDesk();
  const { id } = await aClient();
  await aDesk(["add_ticket"], id);
  const shown = await page(cookie, `/admin-clients?act=delete&of=${id}`);
  expect(shown.list.also.dialog.client.inTheWay).toEqual({ users: 1, requests: 0 });
  expect(await send(cookie, { intent: "remove", clientId: id })).toMatchObject({
    status: 409,
    problem: "clients.inUse",
    params: { users: 1, requests: 0 },
  });
});

test("hostile texts are kept as texts: no formula in a file, no second meaning in a search", async () => {
  const cookie = await aDesk();
  const clientName = aName('=HYPERLINK("http://x")');
  await send(cookie, filled({ clientName, productName: "<script>alert(1)</script>", branch: "+1+1" }));
  const csv = await (
    (await download(doorArgs("/lists/clients/export?format=csv", cookie) as never)) as never as Response
  ).text();
  expect(csv).not.toMatch(/(^|,)"?=HYPERLINK/m);
  for (const search of ["%", "_", "'; drop table clients; --", "\\"])
    expect((await page(cookie, `/admin-clients?search=${encodeURIComponent(search)}%00`)).list).toBeTruthy();
});
