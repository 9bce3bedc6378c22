import { type Browser, expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

/* New Tickets: requests come, are accepted from the wallet or by card, rejected, or taken by another center. */

let at: ReturnType<typeof requestsAt>;

const windowOf = (browser: Browser, center: Center, options?: Parameters<Browser["newContext"]>[0]) =>
  at.windowOf(browser, center, options);

const row = (page: Page, number: string) => page.getByRole("row").filter({ hasText: number });
const live = (page: Page) => expect(page.getByText("This page updates by itself")).toBeVisible();

test.beforeAll(({ baseURL }) => {
  at = requestsAt(baseURL!);
});

test("New Tickets changes by itself in every window: a request comes, one center wins it", async ({ browser }) => {
  const center = await at.aCenter();
  const one = await windowOf(browser, center);
  const two = await windowOf(browser, await at.aCenter({ pincode: center.pincode }));
  for (const page of [one, two]) {
    await page.goto("/brodcast-requests");
    await live(page);
  }
  const request = await at.offered(center);
  for (const page of [one, two]) {
    await expect(row(page, request.ticket_id)).toBeVisible();
    await expect(row(page, request.ticket_id).getByText("New", { exact: true })).toBeVisible();
    await expect(page.getByText(/^New requests arrived: \d+$/)).toBeAttached();
    await expect(page).toHaveTitle(/^\(1\) New Tickets/);
  }
  // Before acceptance a center sees neither name nor phone nor street (fixed point 16).
  for (const secret of [request.name, request.phone, "Lake View Residency"])
    await expect(one.getByText(secret)).toHaveCount(0);

  // Under the pointer the row stays where it is, whatever becomes of it.
  await row(two, request.ticket_id).hover();
  await row(one, request.ticket_id)
    .getByRole("button", { name: /^Accept/ })
    .click();
  const list = two.getByRole("table", { name: "New Tickets" });
  await expect(row(two, request.ticket_id).getByText("Taken by another center")).toBeVisible();
  await expect(list.getByText(request.ticket_id)).toBeVisible();
  await two.mouse.move(0, 0);
  await expect(list).toHaveCount(0);
  await expect(row(two, request.ticket_id).getByRole("button", { name: /^Accept/ })).toHaveCount(0);
  await expect(one.getByText("Request accepted successfully")).toBeVisible();
  await expect(row(one, request.ticket_id).getByText("ACCEPTED", { exact: true })).toBeVisible();
});

test("rows stay under the pointer and new ones wait; Accept from the wallet asks in its row, and Enter confirms", async ({
  browser,
}) => {
  const center = await at.aCenter({ walletRupees: 500 });
  const page = await windowOf(browser, center);
  const request = await at.paidRequest(center);
  await page.goto("/brodcast-requests");
  await live(page);
  await row(page, request.ticket_id).hover();
  const later = await at.offered(center);
  const news = page.getByRole("button", { name: "1 new – show" });
  await expect(news).toBeVisible();
  await expect(row(page, later.ticket_id)).toHaveCount(0);
  await page.mouse.move(0, 0);
  await expect(row(page, later.ticket_id)).toBeVisible();

  await row(page, request.ticket_id)
    .getByRole("link", { name: /^Accept for ₹49/ })
    .dblclick();
  const requestRow = row(page, request.ticket_id);
  await expect(requestRow).toContainText(`Accept ${request.ticket_id} for ₹49 from your wallet?`);
  await expect(requestRow.getByRole("button", { name: "Accept for ₹49" })).toBeFocused();
  await requestRow.getByRole("link", { name: "Cancel" }).click();
  await expect(requestRow.getByRole("link", { name: /^Accept for ₹49/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(requestRow.getByRole("button", { name: "Accept for ₹49" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Request accepted successfully ${request.ticket_id}`)).toBeVisible();
  await expect(requestRow.getByText("ACCEPTED", { exact: true })).toBeVisible();
  await expect(requestRow.getByRole("region", { name: /^Request accepted successfully/ })).toBeFocused();
  await expect(requestRow.getByRole("link", { name: "Assign technician" })).toBeVisible();

  // A page that is not reached says so, and comes by itself when the line is back.
  await page.getByRole("link", { name: "Tickets", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tickets");
  await page.getByRole("link", { name: /^New Tickets/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New Tickets");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Tickets", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByText("has been reported")).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tickets");
});

test("a center that comes too late is told who was faster, and rejects what it does not want (R137, R140)", async ({
  browser,
}) => {
  const center = await at.aCenter();
  const one = await windowOf(browser, center);
  const two = await windowOf(browser, await at.aCenter({ pincode: center.pincode }), { javaScriptEnabled: false });
  const wanted = await at.offered(center);
  const unwanted = await at.offered(center);
  await two.goto("/brodcast-requests");
  await one.goto("/brodcast-requests");
  await row(one, wanted.ticket_id)
    .getByRole("button", { name: /^Accept/ })
    .click();
  await expect(one.getByText("Request accepted successfully")).toBeVisible();
  await row(two, wanted.ticket_id)
    .getByRole("button", { name: /^Accept/ })
    .click();
  await expect(two.getByRole("alert")).toHaveText("Another center has already accepted this request");

  await row(one, unwanted.ticket_id)
    .getByRole("link", { name: /^Reject/ })
    .click();
  await expect(one.getByRole("dialog")).toContainText(unwanted.ticket_id);
  await one.keyboard.press("Escape");
  await expect(one.getByRole("dialog")).toHaveCount(0);
  await expect(row(one, unwanted.ticket_id).getByRole("link", { name: /^Reject/ })).toBeFocused();
  await one.keyboard.press("Enter");
  await one.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await expect(row(one, unwanted.ticket_id).getByText("REJECTED", { exact: true })).toBeVisible();
  await expect(row(one, unwanted.ticket_id).getByRole("button", { name: /^Accept/ })).toHaveCount(0);
});

test("a paid acceptance that fails keeps its reservation, is retried and succeeds (R138, R141)", async ({
  browser,
}) => {
  const center = await at.aCenter({ walletRupees: 0 });
  const page = await windowOf(browser, center);
  const request = await at.paidRequest(center);
  await page.goto("/brodcast-requests");
  await expect(row(page, request.ticket_id)).toContainText("₹49by card");
  await row(page, request.ticket_id)
    .getByRole("button", { name: /^Accept for ₹49/ })
    .click();
  await page.getByRole("button", { name: "Let the payment fail" }).click();
  await expect(page.getByText("Your payment was declined by the bank. Try another way to pay.")).toBeVisible();
  await page.getByRole("button", { name: "Back without paying" }).click();
  await expect(page.getByText("Payment failed! The request was not accepted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry the payment of ₹49" })).toBeFocused();
  await expect(page.getByRole("timer").first()).toHaveText(/^\d:\d\d$/);
  await axe(page);

  await page.getByRole("button", { name: "I have paid: check" }).click();
  await expect(page).toHaveURL(/payment=(pending|failed)/);
  await page.goto("/brodcast-requests");
  await row(page, request.ticket_id).getByRole("link", { name: "Continue to the payment" }).click();
  await page.getByRole("button", { name: "Pay successfully" }).click();
  await expect(page.getByText("Payment successfully")).toBeVisible();
  await expect(row(page, request.ticket_id)).toContainText("Paid by card");
  await row(page, request.ticket_id).getByRole("link", { name: "Assign technician" }).click();
  await expect(page.getByRole("dialog")).toContainText(request.ticket_id);
});

test("nothing moves while New Tickets and Tickets wake up on a phone", async ({ browser }) => {
  const page = await windowOf(browser, await at.aCenter(), { viewport: { width: 360, height: 740 } });
  await page.addInitScript(() => {
    const moved = { by: 0 };
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) moved.by += (shift as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/brodcast-requests", "/tickets-center"]) {
    await page.goto(path);
    await settled(page);
    await expect(page.locator("p[data-live]")).toHaveAttribute("data-live", "on");
    if (path === "/brodcast-requests") await expect(page.getByRole("switch", { name: /Sound when/ })).toBeVisible();
    expect(await page.evaluate(() => (globalThis as unknown as { moved: { by: number } }).moved.by), path).toBeLessThan(
      0.01,
    );
  }
});
