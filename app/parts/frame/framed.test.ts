import { expect, test } from "vitest";
import { loader as pendingPage } from "#app/routes/admin/requests/pending/route.tsx";
import { aDesk, asked } from "#app/testing/a-desk.ts";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aTicket } from "#modules/testing/factories.ts";
import { framed } from "./framed.server.ts";

openDatabase();

const admin = (permissions: Permission[]): ActorOf<"admin"> => ({
  ...{ kind: "admin", adminId: crypto.randomUUID(), name: "Asha", role: "ROLE", permissions, sessionId: "none" },
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
  const page = (await pendingPage(asked("/pending-ticket", await aDesk(all)))) as unknown as {
    data: { count: { n: number } };
  };
  expect(page.data.count.n).toBe(2);
  expect(await waiting(["view_admin_bar", "view_center_ticket"])).toEqual({ "/noService-ticket": "1" });
  // R332: without the admin bar the menu is a client's; the start page leads to the lists, with their numbers.
  expect(await waiting(["view_pending_ticket"])).toEqual({ "/pending-ticket": "2", "/center-ticket": "1" });
});

test("more than 99 rows are 99+, and none are no number", async () => {
  const asker: Permission[] = ["view_admin_bar", "view_pending_ticket"];
  const { id } = await aTicket();
  for (let n = 0; n < 99; n++) await aTicket();
  await announce(["requests"]);
  expect((await waiting(asker))["/pending-ticket"]).toBe("99+");
  await rows("update tickets set deleted_at = now() where id <> $1", [id]);
  await announce(["requests"]);
  expect((await waiting(asker))["/pending-ticket"]).toBe("1");
  await rows("update tickets set deleted_at = now()");
  await announce(["requests"]);
  expect(await waiting(asker)).toEqual({});
});
