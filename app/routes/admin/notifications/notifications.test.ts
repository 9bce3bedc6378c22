import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter } from "#modules/testing/factories.ts";
import * as all from "./all/route.tsx";
import * as log from "./log/route.tsx";

openDatabase();

/* The pages of notifications as they are drawn (002 §2.15). */

const path = "/notifications";

test("R439 R442 Add Notification opens the form, the log is a link away, and each row has a Send that opens its dialog", async () => {
  const cookie = await aDesk();
  const empty = await drawn(path, cookie, [all]);
  expect(empty.html).toMatch(/href="[^"]*act=add[^"]*"[^>]*>(?:(?!<\/a>).)*Add Notification/);
  expect(empty.html).toMatch(/href="\/notification-history"[^>]*>Notification Log</);
  expect(empty.html).not.toContain('name="description"');
  expect((await drawn(`${path}?act=add`, cookie, [all])).html).toContain('name="description"');

  const title = `Monsoon ${randomUUID().slice(0, 8)}`;
  const fields = { intent: "add", title, description: "Ten rupees less", userType: "Individual", active: "true" };
  const refused = (await sent(path, cookie, all, { ...fields, description: "" })).shown;
  expect((await drawn(`${path}?act=add`, cookie, [all], { answered: refused })).html).toContain(`value="${title}"`);
  const { to } = await sent(path, cookie, all, fields);
  const shown = await drawn(to!, cookie, [all]);
  expect(shown.text).toContain(title);
  const send = /href="([^"]*act=send[^"]*)"[^>]*>Send</.exec(shown.html)![1]!.replaceAll("&amp;", "&");
  expect((await drawn(send, cookie, [all])).html).toContain('name="phone"');
});

test("a notification that waits for the morning is not told as sent", async () => {
  freezeClock(fromIst("2026-12-04", "22:00"));
  onTestFinished(resetClock);
  const cookie = await aDesk();
  const fields = { intent: "add", title: "Offer", description: "Less", userType: "Individual", active: "true" };
  const { to } = await sent(path, cookie, all, fields);
  const notificationId = new URL(to!, "http://localhost").searchParams.get("did")!;
  const { phone } = await aCenter();
  const send = (more: object) =>
    sent(path, cookie, all, { intent: "send", notificationId, userType: "Individual", phone, ...more });
  expect((await send({})).toast).toMatch(/^Nothing is sent at night\. It goes out on .*9:00/);
  expect((await send({ night: "now" })).toast).toBe("Notification sent successfully");
});

test("R441 a sending that failed says 'Error sending notification' in the open dialog", async () => {
  const cookie = await aDesk();
  const fields = { intent: "add", title: "Offer", description: "Less", userType: "Individual", active: "true" };
  const { to } = await sent(path, cookie, all, fields);
  const did = new URL(to!, "http://localhost").searchParams.get("did");
  const page = await drawn(`${path}?act=send&of=${did}`, cookie, [all]);
  expect(page.html).toContain('data-failed="Error sending notification"');
});

test("R443 the log has sent at, title, description, sent to and sent by first, in this order", async () => {
  const { html } = await drawn("/notification-history?days=all", await aDesk(), [log]);
  const heads = [...html.matchAll(/<th[^>]*scope="col"[^>]*>(.*?)<\/th>/gs)].map(([, head]) =>
    head!
      .replace(/<[^>]+>/g, "")
      .trim()
      .toLowerCase(),
  );
  expect(heads.filter(Boolean).slice(0, 5)).toEqual(["sent at", "title", "description", "sent to", "sent by"]);
});
