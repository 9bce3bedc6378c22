import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aName, customers, listed } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";

/*
 * Bulk acts on requests, also without JavaScript, and the saved views of All Requests.
 */

const finished = (page: Page) => expect(page.getByText("Finished").first()).toBeVisible({ timeout: patienceMs });
const outcome = (page: Page, name: string) => page.locator("[data-counts] div", { hasText: name }).locator("dd");

test("a remark is written on all selected requests after a question, and its result is kept", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  await customers(baseURL!, name, 12);
  const page = await aDesk(browser, { viewport: { width: 1366, height: 650 } });
  await page.goto(listed(name));
  await settled(page);
  await page.getByLabel("Select the rows of this page").check();
  await page.getByRole("button", { name: "Select all 12" }).click();
  await expect(page.getByText("12 selected")).toBeVisible();
  await page.getByRole("button", { name: "Remarks" }).click();
  await expect(page.getByText("Write this remark on 12 requests?")).toBeVisible();
  await settled(page);
  await axe(page);
  const send = page.getByRole("button", { name: "Remarks" });
  await send.click();
  await expect(page.getByText("Please write a remark").first()).toBeVisible();
  await page.getByLabel("Remarks").fill("Customer asks for a call after six");
  await send.dblclick();
  await finished(page);
  await expect(outcome(page, "Done")).toHaveText("12");
  await expect(outcome(page, "Failed")).toHaveText("0");
  await axe(page);
  const result = page.url();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(page).toHaveURL(listed(name));
  await page.goto(result);
  await expect(outcome(page, "Done")).toHaveText("12");
});

test("without JavaScript rows are ticked and remarked as well", async ({ browser, baseURL }) => {
  const name = aName();
  await customers(baseURL!, name, 3);
  const page = await aDesk(browser, { javaScriptEnabled: false, viewport: { width: 1366, height: 650 } });
  await page.goto(listed(name));
  await page.getByRole("button", { name: "Remarks" }).click();
  await expect(page.getByText("Nothing is selected that you may see.")).toBeVisible();
  const boxes = page.locator(".desk-grid tbody .pick input");
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  await page.getByRole("button", { name: "Remarks" }).click();
  await expect(page.getByText("Write this remark on 2 requests?")).toBeVisible();
  await page.getByLabel("Remarks").fill("Called");
  await page.getByRole("button", { name: "Remarks" }).click();
  await expect(async () => {
    await page.reload();
    await expect(outcome(page, "Done")).toHaveText("2", { timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
});

test("what a list is narrowed to is kept as a view, changed, renamed and deleted", async ({ browser, baseURL }) => {
  const name = aName();
  await customers(baseURL!, name, 2);
  const page = await aDesk(browser, { viewport: { width: 1366, height: 650 } });
  await page.goto(listed(name));
  await settled(page);
  await page.getByRole("link", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog");
  await axe(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Give the view a name").first()).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  const views = page.getByRole("navigation", { name: "Views" });
  const tab = views.getByRole("link", { name, exact: true });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("link", { name: "Save as" })).toBeHidden();

  await page.getByRole("link", { name: "More filters" }).click();
  const rarer = page.getByRole("dialog", { name: "More filters" });
  await rarer.getByRole("textbox", { name: "City" }).fill("Bengaluru");
  await rarer.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("link", { name: "Save as" })).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Save as" })).toBeHidden();
  await views.getByRole("link", { name: "All", exact: true }).click();
  await expect(page).toHaveURL(/\/Tickets$/);
  await tab.click();
  await expect(page.locator(".desk-grid tbody tr")).toHaveCount(2);
  expect(new URL(page.url()).searchParams.get("city")).toBe("Bengaluru");

  const more = page.locator(`summary[aria-label="More for ${name}"]`);
  await more.click();
  await page.getByRole("link", { name: "Rename or share" }).click();
  await dialog.getByLabel("Name").fill(`${name} 2`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(views.getByRole("link", { name: `${name} 2` })).toBeVisible();
  await page.locator(`summary[aria-label="More for ${name} 2"]`).click();
  await page.getByRole("link", { name: "Delete the view" }).click();
  await expect(dialog).toContainText(`Delete the view ${name} 2?`);
  await dialog.getByRole("button", { name: "Delete the view" }).click();
  await expect(views.getByRole("link", { name: `${name} 2` })).toBeHidden();
});
