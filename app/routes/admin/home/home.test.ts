import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pagesOpenedBy } from "#app/parts/frame/menu-pages.ts";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { type Permission, permissions } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPriceList, aTicket } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import * as clients from "../clients/route.tsx";
import * as frame from "../frame/route.tsx";
import * as home from "./route.tsx";
import type { HomeView } from "./view.server.ts";

openDatabase();
const { action, loader } = home;

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

/** The state of the payment keys on the checklist, opened by this address. */
async function keysAt(address: string, cookie: string) {
  const { data } = (await loader(doorArgs(address, cookie) as never)) as unknown as { data: HomeView };
  return data.setUp?.steps.find(({ step }) => step === "payments")?.state;
}
const tried = async (cookie: string) =>
  (await action(doorArgs("/Home", cookie, { intent: "checkKeys" }) as never)) as Response;

test("the payment keys are done by a test order the provider took, by nothing that stands in an address", async () => {
  const cookie = await aDesk();
  const addresses = ["/Home", "/Home?keys=ok", "/Home?keys=bad"];
  for (const address of addresses) expect(await keysAt(address, cookie), address).toBe("look");

  const { status, headers } = await tried(cookie);
  expect([status, headers.get("location")]).toEqual([303, "/Home"]);
  for (const address of addresses) expect(await keysAt(address, cookie), address).toBe("done");

  const { paymentKeySecret, paymentBaseUrl } = env;
  configure({ paymentKeySecret: "another secret" });
  expect(await keysAt("/Home?keys=ok", cookie)).toBe("look");
  configure({ paymentBaseUrl: `${sandbox.origin}/nowhere` });
  await tried(cookie);
  for (const address of addresses) expect(await keysAt(address, cookie), address).toBe("missing");
  configure({ paymentKeySecret, paymentBaseUrl });
  expect(await keysAt("/Home", cookie)).toBe("done");
});

test("who is no SUPER_ADMIN sees no checklist and tries no keys", async () => {
  const clerk = await aDesk(["view_admin_bar"]);
  const tries = sql`select count(*)::int as n from history where event = 'installation.paymentKeysTried'`;
  const before = await row(tries);
  expect(await keysAt("/Home?keys=ok", clerk)).toBeUndefined();
  expect(await tried(clerk)).toMatchObject({ init: { status: 403 } });
  expect(await row(tries)).toEqual(before);
});

test("without view_admin_bar the start page leads to every page the role opens and its menu lacks, with what waits", async () => {
  const homeOf = async (...permissions: Permission[]) =>
    ((await loader(doorArgs("/Home", await aDesk(permissions)) as never)) as unknown as { data: HomeView }).data;
  const pagesOf = async (...permissions: Permission[]) => (await homeOf(...permissions)).pages.map(({ to }) => to);
  expect(await pagesOf("view_pending_ticket")).toEqual(["/pending-ticket", "/center-ticket"]);
  expect(await pagesOf("add_clients")).toEqual(["/admin-clients?act=add"]);
  expect(await pagesOf("add_clients", "view_clients.full_access")).toEqual(["/admin-clients"]);
  expect(await pagesOf("view_pending_ticket", "view_admin_bar")).toEqual([]);
  await aTicket();
  await announce(["requests"]);
  expect((await homeOf("view_pending_ticket")).waiting.map(({ to }) => to)).toContain("/pending-ticket");
  for (const permission of permissions) {
    const menu = ["/wallet-client", "/b2b-ticket", "/add-client-ticket", "/uploads"];
    const led = [...menu, ...(await pagesOf(permission))];
    const missing = pagesOpenedBy([permission]).filter(({ to }) => !led.includes(to));
    if (permission !== "view_admin_bar") expect([permission, missing]).toEqual([permission, []]);
  }
});

test("who may add clients and not see them is led to the form by the menu, and home after saving", async () => {
  const cookie = await aDesk(["view_admin_bar", "add_clients"]);
  const { html } = await drawn("/Home", cookie, [frame, home]);
  expect(html).toContain('href="/admin-clients?act=add"');
  expect((await drawn("/admin-clients?act=add", cookie, [clients])).text).toContain("Add Client");
  const both = await aDesk(["view_admin_bar", "add_clients", "view_clients.full_access"]);
  expect((await drawn("/Home", both, [frame, home])).html).not.toContain('href="/admin-clients?act=add"');
});

test("the list of the first run stays after the first booking, until each of its lines is done", async () => {
  const cookie = await aDesk();
  const page = () => drawn("/Home", cookie, [frame, home]);
  const open = async () =>
    ((await loader(doorArgs("/Home", cookie) as never)) as unknown as { data: HomeView }).data.setUp?.steps.flatMap(
      ({ step, state }) => (state === "done" ? [] : [step]),
    );
  await aTicket();
  expect(await open()).not.toContain("booking");
  const { text } = await page();
  expect(text).toContain("Still to set up");
  expect(text).not.toContain("There is no request yet");

  await aPriceList();
  await aDesk(["view_admin_bar"]);
  await aCenter();
  await rows(sql`update services set image_blob_id = ${randomUUID()}`);
  await tried(cookie);
  expect(await open()).toBeUndefined();
  expect((await page()).text).not.toContain("Still to set up");

  await rows(sql`update services set image_blob_id = null`);
  expect(await open()).toEqual(["services"]);
});

test("a super admin reads that payments come and the provider's webhook does not, in both languages", async () => {
  const [{ id }] = (await rows<{ id: string }>(
    sql`insert into orders (id, purpose, amount_paise, receipt, status, price_snapshot, created_at, updated_at)
     values (gen_random_uuid(), 'recharge', 9900, 'webhooks', 'closed', '{}', now(), now()) returning id`,
  )) as [{ id: string }];
  await rows(
    sql`insert into payments (id, order_id, provider_payment_id, status, amount_paise, source, captured_at, created_at, updated_at)
     select gen_random_uuid(), ${id}, gen_random_uuid(), 'captured', 9900, 'reconciler', now() - interval '1 day', now(), now()
     from generate_series(1, 3)`,
  );
  const cookie = await aDesk();
  const noticeFor = async (cookie: string, locale: Locale = "en") =>
    /<p class="note note-warm">(.*?)<\/p>/.exec((await drawn("/Home", cookie, [frame, home], { locale })).html)?.[1];
  expect(await noticeFor(cookie)).toBeUndefined();
  configure({ sandbox: false });
  try {
    expect(await noticeFor(cookie)).toMatch(/webhook never came here, though 3 payments did\. .* 15 minutes later/);
    expect(await noticeFor(await aDesk(["view_admin_bar"]))).toBeUndefined();
    expect(await noticeFor(cookie, "hi")).toMatch(/वेबहुक यहाँ कभी नहीं आया, जबकि 3 भुगतान आए/);
    await rows(
      sql`insert into webhook_events (event_id, kind, received_at) values ('e', 'order.paid', now() - interval '2 days')`,
    );
    expect(await noticeFor(cookie)).toMatch(/webhook has not come since \d+ \w+ \d{4}.*, though 3 payments did/);
    await rows(sql`update webhook_events set received_at = now()`);
    expect(await noticeFor(cookie)).toBeUndefined();
  } finally {
    configure({ sandbox: true });
  }
});
