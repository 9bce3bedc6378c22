import { sql } from "kysely";
import { expect, test } from "vitest";
import * as frame from "#app/routes/admin/frame/route.tsx";
import * as home from "#app/routes/admin/home/route.tsx";
import * as pending from "#app/routes/admin/requests/pending/route.tsx";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { day, freezeClock, fromIst, fromNow, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aTicket } from "#modules/testing/factories.ts";
import { framed } from "./framed.server.ts";

openDatabase();

const admin = (permissions: Permission[]): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: crypto.randomUUID(),
  name: "Asha",
  role: "ROLE",
  permissions,
  sessionId: "none",
  secondFactor: true,
});
const waiting = async (permissions: Permission[]) => (await unitOfWork(() => framed(admin(permissions)))).waiting;

test("the menu says how many rows the pending, no-service and center requests have when they are opened", async () => {
  await aTicket({ serviceAvailable: false });
  await aTicket({ createdBy: "CENTER" });
  await aTicket({ status: "CANCEL", cancelledAt: new Date() });
  await aTicket({ createdAt: fromNow(-9 * day) });
  const all: Permission[] = ["view_admin_bar", "view_pending_ticket", "view_center_ticket"];
  expect(await waiting(all)).toEqual({ "/pending-ticket": "2", "/noService-ticket": "1", "/center-ticket": "1" });
  const page = (await pending.loader(doorArgs("/pending-ticket", await aDesk(all)))) as unknown as {
    data: { count: { n: number } };
  };
  expect(page.data.count.n).toBe(2);
  expect(await waiting(["view_admin_bar", "view_center_ticket"])).toEqual({ "/noService-ticket": "1" });
  // R332: without the admin bar the menu is a client's; the start page leads to the lists, with their numbers.
  expect(await waiting(["view_pending_ticket"])).toEqual({ "/pending-ticket": "2", "/center-ticket": "1" });
});

test("older rows than a list begins with are said and linked, exactly those, by the list, the menu and the start page", async () => {
  await rows(sql`update tickets set deleted_at = now()`);
  freezeClock(fromIst("2026-11-25", "12:00"));
  await aTicket({ createdAt: fromIst("2026-11-18", "00:00") });
  const lastOlder = await aTicket({ createdAt: fromIst("2026-11-17", "23:59") });
  await aTicket({ createdAt: fromIst("2026-05-02", "10:00") });
  await aTicket({ createdAt: fromIst("2026-05-02", "10:00"), status: "CLOSED", closedAt: new Date() });
  await aTicket({ createdAt: fromIst("2026-05-01", "10:00"), serviceAvailable: false, status: "CANCEL" });
  await announce(["requests"]);
  const cookie = await aDesk(["view_admin_bar", "view_pending_ticket", "view_center_ticket"]);
  const clerk = await aDesk(["view_admin_bar", "view_center_ticket"]);
  const words = "and 2 older";
  const address = "/pending-ticket?to=2026-11-17";

  const list = await drawn("/pending-ticket", cookie, [pending]);
  expect(linksTo(list.html, address)).toEqual([words]);
  const start = await drawn("/Home", cookie, [frame, home]);
  expect(linksTo(start.html, address)).toEqual([`Pending Requests: ${words}`, `Pending Requests: ${words}`]);
  // A list without rows of these days has older ones all the same.
  expect(linksTo(start.html, "/noService-ticket?to=2026-11-17")).toHaveLength(2);
  expect(linksTo((await drawn("/Home", clerk, [frame, home])).html, address)).toEqual([]);
  const hindi = await drawn("/Home", cookie, [frame, home], { locale: "hi" });
  expect(linksTo(hindi.html, address)[0]).toContain("और 2 पुराने");

  const opened = await drawn(address, cookie, [pending]);
  expect(opened.html).toContain(lastOlder.ticketId);
  expect(opened.text).toContain("1–2 of 2");
  expect(opened.text).not.toContain("older");
  // What else narrows the list narrows the older rows, too.
  expect((await drawn("/pending-ticket?city=Nowhere", cookie, [pending])).text).not.toContain("older");
  resetClock();
});

/** What the links to an address say. */
const linksTo = (html: string, address: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)]
    .filter(([, to]) => to === address)
    .map(([, , shown]) => shown!.replace(/<[^>]*>/g, ""));

test("more than 99 rows are 99+, and none are no number", async () => {
  const asker: Permission[] = ["view_admin_bar", "view_pending_ticket"];
  const { id } = await aTicket();
  for (let n = 0; n < 99; n++) await aTicket();
  await announce(["requests"]);
  expect((await waiting(asker))["/pending-ticket"]).toBe("99+");
  await rows(sql`update tickets set deleted_at = now() where id <> ${id}`);
  await announce(["requests"]);
  expect((await waiting(asker))["/pending-ticket"]).toBe("1");
  await rows(sql`update tickets set deleted_at = now()`);
  await announce(["requests"]);
  expect(await waiting(asker)).toEqual({});
});
