import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aName, customers } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * The operators' lists one after another, by keyboard alone, on a desk and on a phone: each has its title, its columns,
 * its controls, and nothing axe complains about.
 */

const lists = [
  ["/Tickets", "Requests"],
  ["/pending-ticket", "Pending Requests"],
  ["/close-ticket", "Closed Requests"],
  ["/noService-ticket", "No Service Requests"],
  ["/center-ticket", "Center requests"],
  ["/center-ticket/new-tickets", "New Tickets"],
  ["/center-ticket/not-assigned", "Ticket created by you, not assigned to you"],
  ["/erickshaw-ticket", "E-rickshaw requests"],
  ["/b2b-ticket", "Client requests (B2B)"],
  ["/all-client-ticket", "All client requests"],
  ["/admin-broadcast-tickets", "New Tickets"],
  ["/broad-casted-list", "Broadcasted list"],
] as const;

test("R223, R462, R463, R464 an operator walks through every list by keyboard, and axe finds nothing", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  await customers(baseURL!, aName(), 2);
  const page = await aDesk(browser, { viewport: { width: 1366, height: 650 } });
  for (const [path, title] of lists) {
    await page.goto(path);
    await settled(page);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true }), path).toBeVisible();
    await expect(page.getByRole("button", { name: "Refresh" }), path).toBeVisible();
    await axe(page, path);
    const rows = page.locator(".desk-grid tbody tr");
    if ((await rows.count()) === 0) continue;
    await page.keyboard.press("j");
    await expect(rows.first(), path).toHaveClass(/\bat\b/);
    if ((await page.locator(".desk-grid tbody .pick input").count()) === 0) continue;
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected"), path).toBeVisible();
    await expect(page.locator("[data-paid]"), path).toHaveText(/PAID ₹/);
    await page.keyboard.press("Escape");
    await expect(page.getByText("1 selected"), path).toBeHidden();
  }
});

/** The texts of the elements that have no room for them. */
const cutAt = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((cells) =>
      cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );

test("at 1366 px numbers and statuses are whole in every list, its filters one line, and broadcasts and rides need no scrolling sideways", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { at, center } = await customers(baseURL!, aName(), 2);
  await at.offered(center, { name: aName() });
  const page = await aDesk(browser, { viewport: { width: 1366, height: 650 } });
  const cut = (selector: string) => cutAt(page, selector);
  for (const [path] of lists) {
    await page.goto(`${path}?days=all`);
    await settled(page);
    expect(await cut(".desk-grid tbody td.id"), path).toEqual([]);
    expect(await cut(".desk-grid tbody td:not(.desk-card):has(.d-st)"), path).toEqual([]);
    const bar = await page.getByRole("search", { name: "Filters" }).boundingBox();
    expect(bar!.height, path).toBeLessThanOrEqual(48);
    if (!/broad|rickshaw/.test(path)) continue;
    expect(await cut(".desk-scroll"), path).toEqual([]);
    expect(await cut(".desk-grid thead th"), path).toEqual([]);
  }
});

test("on a phone every list is cards, with whole numbers and statuses and nothing beside the screen", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  await customers(baseURL!, aName(), 1);
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  for (const [path] of lists) {
    await page.goto(path);
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    expect(await cutAt(page, ".desk-grid tbody .on-card"), path).toEqual([]);
    await axe(page, path);
  }
  // The longest title leaves the language beside it, however many rows there are.
  await page.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  await page.goto("/broad-casted-list");
  await settled(page);
  await page.locator(".desk-count").evaluate((count) => {
    count.textContent = "3,283";
  });
  expect((await page.getByRole("button", { name: "English" }).boundingBox())!.y).toBeLessThan(48);
});

test("the analysis is told for what the list is filtered to, and a changed request is announced", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  const { at, center } = await customers(baseURL!, name, 2);
  const page = await aDesk(browser, { viewport: { width: 1366, height: 650 } });
  await page.goto(`/Tickets?${new URLSearchParams({ search: name })}`);
  await settled(page);
  await page.getByRole("link", { name: "Analysis" }).click();
  const dialog = page.getByRole("dialog", { name: "Analysis" });
  await expect(dialog).toContainText("Counts and sums of the 2 requests this list is filtered to.");
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await at.requestOf(center, { name });
  await expect(page.getByRole("button", { name: /1 new/ })).toBeVisible();
});
