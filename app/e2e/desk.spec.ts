import { expect } from "@playwright/test";
import { axe } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aListOf, aName, customers, desktop, listed, numbers } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * All Requests in the admin console: density, paging both ways, selection and its sum, the keyboard, new rows, a phone,
 * Hindi, and no JavaScript. Each journey uses customers with its own name.
 */

test("twelve requests and more stand in sight, and their list goes page by page and back", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  await customers(baseURL!, name, 14);
  const page = await aDesk(browser, { viewport: { width: 1366, height: 650 } });
  await page.goto(listed(name, { take: "25" }));
  await settled(page);
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(14);
  const foot = (await page.locator("[data-foot]").boundingBox())!;
  const boxes = await page
    .locator(".desk-grid tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  expect(boxes.filter((bottom) => bottom <= foot.y).length).toBeGreaterThanOrEqual(12);
  await axe(page);

  await page.getByLabel("Rows a page").selectOption("10");
  await expect(page.getByText("1–10 of 14")).toBeVisible();
  const first = await numbers(page);
  expect(first).toHaveLength(10);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByText("11–14 of 14")).toBeVisible();
  const second = await numbers(page);
  expect(new Set([...first, ...second]).size).toBe(14);
  await page.reload();
  await expect(page.getByText("11–14 of 14")).toBeVisible();
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(page.getByText("1–10 of 14")).toBeVisible();
  expect(await numbers(page)).toEqual(first);
  await page.goBack();
  await expect(page.getByText("11–14 of 14")).toBeVisible();

  await page.goto(listed(name, { from: "2026-11-30", to: "2020-01-01" }));
  await expect(page.getByText("The day in 'From' is after the day in 'To'").first()).toBeVisible();
  await page.getByRole("link", { name: "Swap the two days" }).first().click();
  await expect(page).toHaveURL(/from=2020-01-01/);
});

test("rows are selected by mouse and keys, the sum is told, a menu is walked through, and Escape closes what is on top", async ({
  browser,
  baseURL,
}) => {
  const { page } = await aListOf(browser, baseURL!, 3);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("3 selected")).toBeVisible();
  await expect(page.locator("[data-paid]")).toHaveText(/PAID ₹0/);
  await axe(page);
  await page.keyboard.press(".");
  const menu = page.locator(".acts details[open]");
  await expect(menu).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.locator("h1").click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("3 selected")).toBeHidden();

  // A dialog that a menu opened gives the focus back to the menu's button.
  const more = page.locator(".desk-grid tbody .acts summary").first();
  await more.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Delete" })).toBeVisible();
  const address = page.url();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(more).toBeFocused();

  // Escape is the first key on a page that was opened with its dialog.
  await page.goto(address);
  await settled(page);
  await expect(page.getByRole("dialog", { name: "Delete" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).not.toHaveURL(/act=/);
});

test("`?` shows all keys, `f` finds in the list, and a lost connection is said with the time of what is shown", async ({
  browser,
  baseURL,
}) => {
  const { page } = await aListOf(browser, baseURL!, 2);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toContainText("Select a range");
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("f");
  const search = page.getByRole("searchbox", { name: "Request id or customer" });
  await expect(search).toBeFocused();
  await search.fill("nobody has this name");
  await search.press("Enter");
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(0);

  await page.context().setOffline(true);
  await expect(page.getByText(/^No connection – showing \d+:\d\d [ap]m$/)).toBeVisible();
  await axe(page);
  await page.context().setOffline(false);
  await expect(page.getByText(/^No connection/)).toBeHidden();
});

test("a request that comes meanwhile waits until it is asked for; one is broadcast after a question", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  const { at, center } = await customers(baseURL!, name, 1);
  const page = await aDesk(browser, { viewport: { width: 1280, height: 720 } });
  await page.goto(listed(name));
  await settled(page);
  const before = await numbers(page);
  await at.requestOf(center, { name });
  const news = page.getByRole("button", { name: "1 new – show" });
  await expect(news).toBeVisible();
  expect(await numbers(page)).toEqual(before);
  await news.click();
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(2);
  await expect(news).toBeHidden();

  await page.locator(".desk-grid tbody tr").first().locator(".acts summary").click();
  await page.getByRole("link", { name: "Broadcast", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Are you sure you want to broadcast this ticket?");
  await axe(page);
  await dialog.getByRole("link", { name: "No" }).click();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).searchParams.get("search")).toBe(name);
});

test("on a phone a request is a card, the menu a drawer, and everything is there in Hindi", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  await customers(baseURL!, name, 2);
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(listed(name));
  await settled(page);
  await expect(page.locator(".desk-card").first()).toContainText(name);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await axe(page);
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu).toBeHidden();
  await page.locator("[data-burger]").click();
  await expect(menu.getByRole("link", { name: "All Requests" })).toBeVisible();
  await page.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  await page.goto(listed(name));
  await expect(page.getByRole("heading", { name: "अनुरोध" })).toBeVisible();
  await axe(page);
});

test("a console loads no texts beside its page, which is whole in each language", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  const loadedLocales: string[] = [];
  page.on("request", (request) => loadedLocales.push(...(/\/assets\/(en|hi)-/.exec(request.url())?.slice(1) ?? [])));
  await page.goto("/Tickets");
  await settled(page);
  await page.getByRole("button", { name: "हिन्दी" }).click();
  await settled(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("अगली और पिछली पंक्ति");
  expect(loadedLocales).toEqual([]);
});

test("columns are chosen in a dialog, which nothing is left of; this browser remembers them", async ({
  browser,
  baseURL,
}) => {
  const { page, name } = await aListOf(browser, baseURL!, 2);
  await expect(page.getByRole("columnheader", { name: "Specific requirements" })).toHaveCount(0);
  const control = page.getByRole("link", { name: "Columns and row height" });
  await control.click();
  const dialog = page.getByRole("dialog", { name: "Columns and row height" });
  await expect(dialog.getByRole("checkbox", { name: "Service" })).toBeChecked();
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(control).toBeFocused();
  await control.click();
  await dialog.getByRole("checkbox", { name: "Specific requirements" }).check();
  await dialog.getByRole("checkbox", { name: "Origin" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Compact rows" }).check();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("columnheader", { name: "Specific requirements" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Origin" })).toHaveCount(0);
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(2);
  // The dialog took no place in the browser's history, and the next visit shows the same columns.
  await page.goto("/Home");
  await page.goto(listed(name));
  await expect(page.getByRole("columnheader", { name: "Specific requirements" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/Home$/);
});

test("without JavaScript the list is narrowed, paged, its columns are chosen and its menus lead on", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  await customers(baseURL!, name, 11);
  const page = await aDesk(browser, { javaScriptEnabled: false, viewport: { width: 1366, height: 650 } });
  await page.goto(listed(name));
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(10);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(1);
  await page.locator("summary", { hasText: "Status" }).click();
  await page.locator("select[name=status]").selectOption("CLOSED");
  await page.locator("details[open]").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();

  await page.goto(listed(name));
  await page.getByRole("link", { name: "More filters" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "City" }).fill("No such city");
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.goto(listed(name));
  await page.getByRole("link", { name: "Columns and row height" }).click();
  await page.getByRole("checkbox", { name: "City" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("columnheader", { name: "City" })).toBeVisible();
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(10);
  await page.locator("summary[aria-label^='More for ']").first().click();
  await page.locator(".acts details[open]").getByRole("link", { name: "View", exact: false }).first().click();
  await expect(page).toHaveURL(/\/view-ticket\?ticketId=/);
});
