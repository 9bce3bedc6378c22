import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { istDate } from "#modules/kernel/clock.ts";
import { foldChanges } from "#modules/reports/index.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aService, aTicket } from "#modules/testing/factories.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const report = (...args: string[]) => cli("reports", "insights", ...args);

test("the insights of days are told, written as a sheet or as JSON, and masked by the rights of who asks", async () => {
  const service = await aService({ serviceName: "=AC REPAIR" });
  const { id: clientId } = await aClient();
  await aTicket({ serviceId: service.id, city: "Mysuru" });
  await aTicket({ serviceId: service.id, city: "Mysuru", clientId });
  await foldChanges();
  const chief = await anAdmin();
  const clerk = await anAdmin({ permissions: ["view_admin_bar"] });
  const ofClient = await anAdmin({ adminRole: "CLIENT", clientId, permissions: ["view_dashboard_full_access"] });
  const today = istDate();

  const whole = await report("--json", "--from", today, "--to", today);
  expect([whole.code, whole.err]).toEqual([0, ""]);
  expect(JSON.parse(whole.out)).toMatchObject({
    from: today,
    to: today,
    received: 2,
    services: [{ name: "=AC REPAIR", received: 2, open: 2, closed: 0, earnedPaise: 0 }],
  });
  expect((await report("--as", chief.userName)).out).toMatch(/requests +2\n[\s\S]*Mysuru +2 +2 +0 +0 +₹0/);
  const client = JSON.parse((await report("--as", ofClient.userName, "--json")).out);
  expect([client.received, client.money.earnedPaise]).toEqual([1, null]);
  expect((await report("--as", clerk.userName)).code).toBe(4);
  expect(JSON.parse((await report("--to", "2020-01-30", "--json")).out)).toMatchObject({
    from: "2020-01-01",
    received: 0,
  });

  const file = path.join(folder, "insights.csv");
  expect((await report("--out", file)).code).toBe(0);
  const sheet = readFileSync(file, "utf8");
  expect(sheet).toContain("table,value,name,received,open,closed,cancelled,earned\r\n");
  expect(sheet).toContain(`services,${service.id},'=AC REPAIR,2,2,0,0,0.00\r\n`);
  expect((await report("--out", file)).code).toBe(5);
  expect((await report("--out", path.join(folder, "insights.pdf"))).code).toBe(2);
  expect((await report("--out", path.join(folder, "insights.json"))).code).toBe(0);
  expect(JSON.parse(readFileSync(path.join(folder, "insights.json"), "utf8")).received).toBe(2);
  expect((await report("--from", "2026-02-01", "--to", "2026-01-01")).code).toBe(2);
  expect((await report("--out", path.join(folder, "none.xlsx"), "--from", "2026-13-01")).code).toBe(2);
  expect(existsSync(path.join(folder, "none.xlsx"))).toBe(false);
}, 180_000);
