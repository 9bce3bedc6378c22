import { expect } from "@playwright/test";
import { settled } from "./center-steps.ts";
import { aDesk, aListOf, aName, customers, desktop, listed, numbers, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";

/* Where an operator is after an act: in the whole list, and with the keyboard at what changed. */

test("an opened request is one of the whole list: `j` and `k` go on over its pages, and back leads to its own", async ({
  browser,
  baseURL,
}) => {
  const { page, name } = await aListOf(browser, baseURL!, 12);
  const [ninth, tenth] = (await numbers(page)).slice(8, 10) as [string, string];
  await rowOf(page, ninth).getByRole("link", { name: ninth }).click();
  const place = page.getByRole("navigation", { name: "Path" }).locator(".desk-count");
  const title = page.getByRole("heading", { level: 1 });
  await expect(place).toHaveText("9 of 12");
  await page.keyboard.press("j");
  await expect(place).toHaveText("10 of 12");
  await expect(page.getByRole("link", { name: "Next request" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(place).toHaveText("11 of 12");
  await page.keyboard.press("j");
  await expect(place).toHaveText("12 of 12");
  await expect(page.getByRole("link", { name: "Next request" })).toHaveCount(0);
  const last = await title.innerText();
  for (const at of ["11 of 12", "10 of 12"]) {
    await expect(page.getByRole("link", { name: "Previous request" })).toBeVisible();
    await page.keyboard.press("k");
    await expect(place).toHaveText(at);
  }
  await expect(title).toHaveText(tenth);

  await page.keyboard.press("j");
  await expect(place).toHaveText("11 of 12");
  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "Requests" }).click();
  await expect(page.getByText("11–12 of 12")).toBeVisible();
  expect(await numbers(page)).toContain(last);
  expect(new URL(page.url()).searchParams.get("search")).toBe(name);
});

test("after an act the focus is at what changed, and never around the whole page", async ({ browser, baseURL }) => {
  const name = aName();
  const { made } = await customers(baseURL!, name, 2);
  const page = await aDesk(browser, desktop);
  const dialog = page.getByRole("dialog");
  const assign = async () => {
    await dialog.getByRole("radio").first().focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Technician assigned successfully")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  };

  // On the request's own page: the sentence that says where it stands now.
  await page.goto(`/view-ticket?ticketId=${made[0]!._id}`);
  await settled(page);
  await page.keyboard.press("a");
  await assign();
  const sentence = page.locator("[data-changed]");
  await expect(sentence).toContainText("is assigned");
  await expect(sentence).toBeFocused();

  // Over a list: the row.
  await page.goto(listed(name));
  await settled(page);
  await rowOf(page, made[1]!.ticket_id).getByRole("link", { name: "Assign Technician" }).click();
  await assign();
  await expect(page.locator("tr.did")).toContainText(made[1]!.ticket_id);
  await expect.poll(() => page.locator("tr.did").evaluate((row) => row.contains(document.activeElement))).toBe(true);

  // A selection that is given up: its first row.
  await page.getByRole("checkbox", { name: `Select ${made[0]!.ticket_id}` }).check();
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await expect(page.getByRole("checkbox", { name: `Select ${made[0]!.ticket_id}` })).toBeFocused();

  // Another page: its title.
  await page.locator(".desk-grid tbody .id a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
