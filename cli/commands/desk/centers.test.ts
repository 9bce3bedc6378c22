import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, asCenter, qrOf } from "#modules/testing/factories.ts";
import { buySubscription, joiningBonus, walletBalance } from "#modules/wallet/index.ts";
import { BuySubscription } from "#modules/wallet/shared.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const centers = (...args: string[]) => cli("centers", ...args);
const keeping = ["update_center.full_access", "view_center_details.full_access"] as const;

test("trials that ended long ago begin again: listed first, then done by the rights of who is named, and once", async () => {
  const old = await aCenter({ createdAt: fromNow(-40 * day) });
  const young = await aCenter({ createdAt: fromNow(-20 * day) });
  const keeper = await anAdmin({ permissions: keeping });
  const clerk = await anAdmin({ permissions: [keeping[1]] });
  const many = (...more: string[]) => centers("extend-trial", "--expired-more-than", "15d", ...more);
  const extended = async () =>
    (await rows<{ id: string }>(sql`select id from centers where extended_date is not null`)).map(({ id }) => id);

  const dry = await many("--dry-run", "--json");
  expect(JSON.parse(dry.out)).toMatchObject({ wouldDo: [{ id: old.id }] });
  expect(dry.out).not.toContain(old.phone);
  expect((await many()).code).toBe(2);
  expect((await centers("extend-trial")).code).toBe(2);
  expect((await centers("extend-trial", "--expired-more-than", "soon", "--yes")).code).toBe(2);
  expect((await many("--as", clerk.userName, "--yes")).code).toBe(4);
  expect(await extended()).toEqual([]);

  expect(await many("--as", keeper.userName, "--yes")).toMatchObject({
    code: 0,
    out: expect.stringContaining("the trial of 1 centers begins again today"),
  });
  expect(await extended()).toEqual([old.id]);
  expect((await historyOf("center", old.id)).map(({ event, actor_kind }) => [event, actor_kind])).toEqual([
    ["center.trialExtended", "admin"],
  ]);
  const [audit] = await historyOf("admin", keeper.id);
  expect(audit).toMatchObject({
    event: "admin.usedTheShell",
    data: { command: "centers extend-trial", centerId: old.id },
  });
  expect(audit?.actor_kind).toMatch(/^system:cli:./);
  expect((await many("--yes")).out).toBe("No trial ended so long ago.\n");

  const { qrId } = await qrOf(young);
  expect((await centers("extend-trial", qrId, "--dry-run")).out).toContain("would be: ");
  expect((await centers("extend-trial", qrId, "--yes")).code).toBe(0);
  expect((await centers("extend-trial", qrId, "--yes")).code).toBe(5);
  expect((await historyOf("center", young.id))[0]?.actor_kind).toMatch(/^system:cli:./);
}, 180_000);

test("a center is shown, gets another capacity, is disabled when said twice and enabled again", async () => {
  const center = await aCenter();
  const { qrId } = await qrOf(center);
  const clerk = await anAdmin({ permissions: [keeping[1]] });
  const state = () =>
    row(
      sql`select ticket_accept_limit as limit, login_disabled as login, broadcast_disabled as requests from centers where id = ${center.id}`,
    );
  expect((await centers("capacity", qrId, "80", "--dry-run")).out).toContain("would be: ");
  expect((await centers("capacity", qrId, "80", "--as", clerk.userName)).code).toBe(4);
  expect((await centers("capacity", qrId, "many")).code).toBe(2);
  expect(await state()).toEqual({ limit: 50, login: false, requests: false });
  expect((await centers("capacity", qrId, "80")).code).toBe(0);
  expect((await centers("capacity", "all", "70")).code).toBe(2);

  const off = (...more: string[]) => centers("disable", qrId, "--remark", "Nobody answers", ...more);
  expect((await centers("disable", qrId, "--yes")).code).toBe(2);
  expect((await off("--for", "requests")).code).toBe(2);
  expect((await off("--for", "requests", "--yes", "--tell", "Please call us")).out).toContain(
    "login enabled, requests disabled",
  );
  expect(await state()).toEqual({ limit: 80, login: false, requests: true });
  expect((await off("--yes")).code).toBe(0);
  const shown = await centers("show", qrId);
  expect(shown.out).toMatch(/capacity +0 of 80 open/);
  expect(shown.out).toMatch(/login disabled +yes/);
  expect(shown.out).not.toContain(center.phone);
  expect((await centers("enable", qrId, "--remark", "They called", "--json")).code).toBe(0);
  expect(await state()).toEqual({ limit: 80, login: false, requests: false });
  const changes = (await historyOf("center", center.id)).map(({ event }) => event);
  expect(changes).toEqual(["center.capacity", "center.updated", "center.updated", "center.updated"]);
  expect((await centers("kit", qrId, "--reference", "UTR412345678901")).out).toContain("onboarding kit paid");
  expect((await centers("kit", qrId, "--undo")).out).toContain("onboarding kit not paid");
  expect((await centers("show", "INA99999999")).code).toBe(3);
  expect((await centers("capacity", "all", "70", "--yes")).out).toContain("centers may have 70 open requests");
}, 180_000);

test("a subscription paid outside is entered by who may move money, tried out first, and waits for a second admin", async () => {
  const center = await aCenter();
  const { qrId } = await qrOf(center);
  const finance = await anAdmin({ permissions: ["adjust_wallet"] });
  const entry = (...more: string[]) =>
    centers("subscribe", qrId, "--as", finance.userName, "--reference", "UTR 4711", ...more);
  expect((await entry("--product", "monthly", "--yes")).code).toBe(2);
  expect((await entry("--product", "annual")).code).toBe(2);
  expect((await entry("--product", "annual", "--amount", "2000", "--yes")).code).toBe(5);
  expect((await entry("--product", "first_instalment", "--dry-run")).out).toContain("first_instalment for ₹999");
  expect(await rows(sql`select 1 from subscriptions`)).toEqual([]);
  expect((await entry("--product", "annual", "--yes")).out).toContain("waits for a second admin");
  expect(await rows(sql`select state from subscriptions where center_id = ${center.id}`)).toEqual([
    { state: "WAITING" },
  ]);
  const other = await aCenter();
  await joiningBonus({ centerId: other.id, amountPaise: fromRupees(3_000) });
  await buySubscription(asCenter(other), BuySubscription.parse({ product: "first_instalment", payBy: "wallet" }));
  const refund = (...more: string[]) =>
    centers("refund-subscription", other.id, "--as", finance.userName, "--remarks", "Agreed", ...more);
  expect((await refund("--amount", "1000", "--yes")).code).toBe(5);
  expect((await refund("--amount", "999", "--dry-run")).out).toContain("₹999 of first_instalment refunded");
  expect(await walletBalance(other.id)).toBe(fromRupees(2_001));
  expect((await refund("--amount", "999", "--yes")).out).toContain("subscribed until");
  expect(await walletBalance(other.id)).toBe(fromRupees(3_000));
}, 180_000);
