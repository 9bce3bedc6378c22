import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aName, customers, desktop, listed } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";
import { expectFocus, tabTo, walkedThrough } from "./keys.ts";

/*
 * The console without a mouse: a bulk act and a saved view from beginning to end, and every screen of the menu walked
 * through by Tab.
 */

test("a bulk act is asked for, confirmed and read, and a view saved, by keyboard alone; the focus is always seen", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  await customers(baseURL!, name, 3);
  const page = await aDesk(browser, desktop);
  const press = async (key: string, step: string) => {
    await page.keyboard.press(key);
    await expectFocus(page, step);
  };
  await page.goto(listed(name));
  await settled(page);
  await press("Tab", "the skip link");
  await press("Enter", "the page");
  await tabTo(page, page.getByLabel("Select the rows of this page"));
  await press("Space", "all rows");
  await expect(page.getByText("3 selected")).toBeVisible();
  // Escape takes the selection back from its acts, too, and so does its button.
  const clear = page.getByRole("button", { name: "Clear the selection" });
  await tabTo(page, page.getByRole("button", { name: "Remarks" }));
  await press("Escape", "no selection");
  await expect(clear).toHaveCount(0);
  for (const key of ["j", "x"]) await press(key, key);
  await tabTo(page, clear);
  await press("Enter", "the selection cleared");
  await expect(clear).toHaveCount(0);
  for (const key of ["j", "x", "j", "x"]) await press(key, key);
  await expect(page.getByText("2 selected")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Remarks" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Write this remark on 2 requests?")).toBeVisible();
  await expectFocus(page, "the question");
  await tabTo(page, page.getByLabel("Remarks"));
  await page.keyboard.type("Customer asks for a call after six");
  await tabTo(page, page.getByRole("button", { name: "Remarks" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Finished").first()).toBeVisible({ timeout: patienceMs });
  await expectFocus(page, "the result");
  await axe(page);
  await tabTo(page, page.getByRole("link", { name: "Back to the list" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(listed(name));
  await expectFocus(page, "the list again");

  await tabTo(page, page.getByRole("link", { name: "Save view" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await expectFocus(page, "the dialog");
  await press("Escape", "the dialog closed");
  await expect(page.getByRole("link", { name: "Save view" })).toBeFocused();
  await press("Enter", "the dialog again");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  const tab = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name, exact: true });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expectFocus(page, "the view");
  await tabTo(page, page.locator(`summary[aria-label="More for ${name}"]`));
  await press("Enter", "its menu");
  await press("ArrowDown", "its first entry");
});

/** The screens of the menu of whoever is signed in, as the console itself lists them; what is older is the same screen. */
const screens = async (page: Page) => [
  ...new Set(
    await page
      .locator("[data-menu] a:not([data-older])")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")!)),
  ),
];

test("every screen is walked through by Tab: in its order, to its end, past everything, with the focus seen", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await aDesk(browser, { ...desktop, reducedMotion: "reduce" });
  await page.goto("/Home");
  await settled(page);
  const all = await screens(page);
  expect(all.length).toBeGreaterThan(25);
  for (const path of all) {
    await page.goto(path);
    await settled(page);
    // What Tab meets first leads past the menu; from there it goes to the end, and round to there again.
    await page.keyboard.press("Tab");
    await expect(page.locator("[data-skip]"), path).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("#main"), path).toBeFocused();
    const { met, ...walk } = await walkedThrough(page, path === all[0] ? "body" : "#main");
    expect.soft(walk, path).toEqual({ unseen: [], backwards: [], unreached: [], ended: true });
    // The menu stands on every page; it is walked through on the first.
    expect.soft(met, path).toBeGreaterThan(path === all[0] ? all.length : 2);
  }
});
