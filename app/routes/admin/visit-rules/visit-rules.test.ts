import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import * as route from "./route.tsx";

openDatabase();

const money = ["adjust_wallet"] as const;
const rules = {
  earlyMinutes: "120",
  lateFee: "kept",
  lateLeadPercent: "25",
  changeMinutes: "60",
  changeAtMost: "2",
  absentCalls: "2",
  absentMinutes: "15",
  missedMinutes: "15",
  missedLeadPercent: "0",
  freeMinutes: "15",
  freeAtMost: "3",
  laterLeadPercent: "0",
};

/** Sends a form of the page; the sender has just given password and code. */
async function send(cookie: string, fields: Record<string, string>) {
  await rows(sql`update sessions set proved_at = ${now()}`);
  return (await route.action(doorArgs("/visit-rules", cookie, fields))) as unknown as {
    status?: number;
    data?: { problem?: string };
  };
}

const page = (cookie: string) => drawn("/visit-rules", cookie, [route]);

test("a SUPER_ADMIN proposes on the page, who then cannot approve it; another admin reads what it says and approves", async () => {
  const author = await aDesk();
  const second = await aDesk(money);
  const first = await page(author);
  expect(first.text).toContain("Version 1, in force");
  expect(first.text).toContain("up to 180 minutes before the wanted time");
  expect((await page(second)).html).not.toContain('value="propose"');
  expect((await send(second, { intent: "propose", version: "1", ...rules })).data?.problem).toBe("permission.denied");
  expect((await send(author, { intent: "propose", version: "1", ...rules })).status).toBe(303);
  const { id: versionId } = (await row<{ id: string }>(
    sql`select id from visit_rule_versions where state = 'WAITING'`,
  ))!;
  const own = await page(author);
  expect(own.html).toContain('value="withdraw"');
  expect(own.html).not.toContain('value="approve"');
  expect((await send(author, { intent: "approve", versionId })).data?.problem).toBe("visitRules.own");
  const waiting = await page(second);
  expect(waiting.text).toContain("Version 2, waits for a second admin");
  expect(waiting.text).toContain("25 % of the lead price go back to the center");
  expect((await send(second, { intent: "approve", versionId })).status).toBe(303);
  expect((await page(author)).text).toContain("Version 2, in force");
});
