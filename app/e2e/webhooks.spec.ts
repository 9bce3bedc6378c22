import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";

/* A client's admin has its own system told of requests: it checks what comes with what the documentation says. */

type Got = { headers: Record<string, string>; body: string };
type Check = (secret: string, headers: Record<string, string>, body: string) => boolean;

/** A client's system on this machine. It answers with `answers`, and keeps what came. */
async function aReceiver() {
  const receiver = { answers: 204, got: [] as Got[], url: "", close: () => {} };
  const server = createServer(async (incoming, outgoing) => {
    receiver.got.push({ headers: incoming.headers as Record<string, string>, body: await text(incoming) });
    outgoing.writeHead(receiver.answers).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
  receiver.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return receiver;
}

/** The check a developer copies from the documentation. */
async function checkOf(page: Page): Promise<Check> {
  await page.goto("/api/docs?find=webhook-signature");
  await axe(page, "the documentation of webhooks");
  const receiver = await page.locator('[data-code="receiver.mjs"]').textContent();
  // Its check alone: the receiver around it listens on a port.
  const code = receiver!.slice(
    receiver!.indexOf("import { createHmac"),
    receiver!.indexOf("\n}", receiver!.indexOf("isOurs(")) + 2,
  );
  return ((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { isOurs: Check }).isOurs;
}

test("a client's desk adds a webhook, tests it, renews its secret, and sends again what was not taken", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "clientdesk");
  const isOurs = await checkOf(page);
  const receiver = await aReceiver();
  const { url, got } = receiver;
  const dialog = page.getByRole("dialog");
  const secretShown = page.locator("[data-made-secret]");
  const hook = page.locator("[data-webhook]").filter({ hasText: url });
  const act = (word: string) => hook.getByRole("link", { name: word }).click();
  const keep = () => page.getByRole("link", { name: "I have saved it" }).click();
  const sendTest = async () => {
    await act("Send a test to");
    await dialog.getByRole("button", { name: "Send a test" }).click();
    await expect(dialog).toHaveCount(0);
  };
  const deliveries = async () => {
    await act("Deliveries to");
    await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  };
  const arrived = (count: number) => expect.poll(() => got.length, { timeout: patienceMs }).toBe(count);
  /** The newest delivery of the open log, once it is in this state. */
  const newest = page.getByRole("row").nth(1);
  const stands = (state: string) =>
    expect(async () => {
      await page.reload();
      await expect(newest).toContainText(state, { timeout: 2_000 });
    }).toPass({ timeout: patienceMs });

  await page.goto("/client-dashboard");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await settled(page);
  await axe(page, "the webhooks");
  await page.getByRole("link", { name: "New webhook" }).click();
  await dialog.getByLabel("Address").fill("http://shop.example/orders");
  await dialog.getByRole("button", { name: "Add the webhook" }).click();
  await expect(dialog.getByText("The address must begin with https://").first()).toBeVisible();
  await axe(page, "an address that is refused");
  await dialog.getByLabel("Address").fill(url);
  await dialog.getByRole("button", { name: "Add the webhook" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The webhook's secret" })).toBeFocused();
  const secret = (await secretShown.innerText()).trim();
  await axe(page, "a new secret");

  await keep();
  await expect(hook).toContainText("Everything");
  await expect(page.getByText(secret)).toHaveCount(0);
  await sendTest();
  await arrived(1);
  expect(JSON.parse(got[0]!.body)).toMatchObject({ type: "webhook.test", data: {} });
  expect(isOurs(secret, got[0]!.headers, got[0]!.body)).toBe(true);

  await act("New secret for");
  await dialog.getByLabel("Signs for 24 more hours, too").check();
  await dialog.getByRole("button", { name: "New secret" }).click();
  await expect(secretShown).not.toHaveText(secret);
  const next = (await secretShown.innerText()).trim();
  await keep();
  await sendTest();
  await arrived(2);
  for (const either of [secret, next]) expect(isOurs(either, got[1]!.headers, got[1]!.body)).toBe(true);

  // What is not taken waits, is given up when the webhook is switched off, and is sent again under its id.
  receiver.answers = 503;
  await sendTest();
  await arrived(3);
  await deliveries();
  await stands("503");
  await expect(newest).toContainText("Waiting");
  await settled(page);
  await axe(page, "the deliveries");
  await page.getByRole("link", { name: "All webhooks" }).click();
  await act("Switch off 127");
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(hook).toContainText("Switched off");
  await act("Switch on 127");
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(hook.getByRole("link", { name: "Send a test to" })).toBeVisible();
  receiver.answers = 200;
  const failed = got.length;
  await deliveries();
  await expect(newest).toContainText("Failed");
  await newest.getByRole("link", { name: /^Details/ }).click();
  await expect(dialog.getByText("503").first()).toBeVisible();
  await settled(page);
  await axe(page, "a delivery");
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(dialog).toHaveCount(0);
  await arrived(failed + 1);
  expect(got.at(-1)!.headers["webhook-id"]).toBe(got[2]!.headers["webhook-id"]);
  await stands("Delivered");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page)).toBe(0);

  await page.getByRole("link", { name: "All webhooks" }).click();
  await expect(hook).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await act("Remove 127");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(hook).toHaveCount(0);
  receiver.close();
});
