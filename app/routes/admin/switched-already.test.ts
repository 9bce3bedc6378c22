import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { sent } from "#app/testing/a-page.tsx";
import { system } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { addEndpoint, createNotification } from "#modules/notifications/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBanner, aBlog, aCenter, aClient, anAdmin, anOffer, aService, asAdmin } from "#modules/testing/factories.ts";
import * as users from "./access/users/route.tsx";
import * as banners from "./banners/route.tsx";
import * as blog from "./blog/route.tsx";
import * as centers from "./centers/all/route.tsx";
import * as webhooks from "./client/webhooks/route.tsx";
import * as notifications from "./notifications/all/route.tsx";
import * as offers from "./offers/route.tsx";
import * as services from "./services/route.tsx";

openDatabase();

/* Two windows show the same switch: the second press finds it done, and says that nothing was changed. */

const activeAlready = "It was active already. Nothing was changed.";
const inactiveAlready = "It was inactive already. Nothing was changed.";

/** Each switch of the console: its page, what it sends, and the words of a change. */
const switches = {
  offers: async () => ({
    path: "/offers",
    page: offers,
    off: { offerId: (await anOffer()).id, active: "false" },
    toast: "The offer is inactive",
  }),
  banners: async () => ({
    path: "/banner",
    page: banners,
    off: { bannerId: (await aBanner()).id, active: "false" },
    toast: "Banner status updated to Inactive",
  }),
  services: async () => ({
    path: "/admin-dashboard",
    page: services,
    off: { serviceId: (await aService()).id, active: "0" },
    toast: "The service cannot be booked any more",
  }),
  blog: async () => ({
    path: "/blog",
    page: blog,
    off: { blogId: (await aBlog()).id, active: "false" },
    toast: "Nobody outside can read the post now",
  }),
  notifications: async () => {
    const written = { title: "Offer", description: "Less", userType: "Individual", active: "true" } as const;
    const { id } = await createNotification(asAdmin(), written);
    const off = { notificationId: id, active: "false" };
    return { path: "/notifications", page: notifications, off, toast: "The notification cannot be sent any more." };
  },
  webhooks: async () => {
    const { id: clientId } = await aClient();
    const endpoint = { clientId, url: "https://shop.example/hooks", events: ["request.closed" as const] };
    const { id } = await addEndpoint(system("tests"), endpoint);
    const off = { endpointId: id, on: "off" };
    return { path: `/client-webhooks?client=${clientId}`, page: webhooks, off, toast: "The webhook is switched off" };
  },
  users: async () => {
    const { id } = await anAdmin({ permissions: [] });
    const off = { intent: "setActive", adminId: id, isActive: "0" };
    return { path: "/users", page: users, off, toast: "User status changed" };
  },
};

/** The same press the other way round. */
const turned = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { false: "true", off: "on", 0: "1" }[value] ?? value]),
  );

test.each(Object.keys(switches) as (keyof typeof switches)[])(
  "a switch of %s that is there already changes nothing and says so",
  async (name) => {
    const { path, page, off, toast } = await switches[name]();
    const cookie = await aDesk();
    await rows(sql`update sessions set proved_at = now()`);
    const press = async (fields: Record<string, string>) =>
      (await sent(path, cookie, page, { intent: "switch", ...fields })).toast;
    expect(await press(off)).toBe(toast);
    expect(await press(off)).toBe(inactiveAlready);
    expect([activeAlready, inactiveAlready]).not.toContain(await press(turned(off)));
    expect(await press(turned(off))).toBe(activeAlready);
  },
);

test("a center that is disabled as it was is not said to be updated", async () => {
  const { id, version } = await aCenter();
  const cookie = await aDesk();
  await rows(sql`update sessions set proved_at = now()`);
  const save = async (fields: Record<string, string>) =>
    (await sent("/admin-centers", cookie, centers, { intent: "disable", centerId: id, ...fields })).toast;
  expect(await save({ version: String(version) })).toBe("Nothing was changed.");
  const off = { disabledFor: "login_into_application", remark: "Papers are missing" };
  expect(await save({ version: String(version), ...off })).toBe("Center Updated ");
});
