import { randomBytes } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPicture } from "./tracking-steps.ts";

/* The banner manager, and the banners above the booking form (002 §2.14, R428–R430). */

/** There is one order of banners, so the journeys do not change it under each other. */
test.describe.configure({ mode: "default" });

const aName = () => `Offer ${randomBytes(4).toString("hex")}`;
const picture = () => ({ name: "banner.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) });
const cardOf = (page: Page, name: string): Locator => page.getByRole("listitem").filter({ hasText: name });
/** The order of these banners among the others. */
const orderOf = async (page: Page, names: readonly string[]) =>
  (await page.locator("[data-name]").allTextContents()).filter((name) => names.includes(name));

async function addBanner(page: Page, name: string, days: { from?: string; until?: string } = {}) {
  await page.getByRole("link", { name: "Add banner" }).click();
  const adding = page.getByRole("dialog", { name: "Add a banner" });
  await adding.getByLabel("Picture", { exact: true }).setInputFiles(picture());
  await expect(adding.getByText("The picture is uploaded")).toBeVisible();
  await adding.getByLabel("What the picture says").fill(name);
  if (days.from) await adding.getByLabel("Shown from").fill(days.from);
  if (days.until) await adding.getByLabel("Shown until").fill(days.until);
  await adding.getByRole("button", { name: "Add banner" }).click();
  await expect(page.getByText("Banner uploaded successfully!")).toBeVisible();
  await expect(cardOf(page, name)).toBeVisible();
}

async function removeBanner(page: Page, name: string) {
  await page.getByRole("link", { name: `Delete: ${name}` }).click();
  const asking = page.getByRole("dialog", { name: "Delete the banner" });
  await expect(asking).toContainText(`Delete the banner “${name}”?`);
  await asking.getByRole("button", { name: "Delete" }).click();
  await expect(cardOf(page, name)).toHaveCount(0);
}

test("R429, R430 a banner is refused in words, uploaded, previewed, shown at booking on its days, and deleted", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "superadmin");
  const name = aName();
  await page.goto("/banner");
  await settled(page);
  await expect(page).toHaveTitle(/^Banners/);
  await axe(page);
  await page.getByRole("link", { name: "Add banner" }).click();
  const adding = page.getByRole("dialog", { name: "Add a banner" });
  const file = { name: "banner.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") };
  await adding.getByLabel("Picture", { exact: true }).setInputFiles(file);
  await expect(adding.getByRole("alert")).toContainText(
    "Failed to upload banner. Please try again. Please choose a PNG or JPEG picture",
  );
  await adding.getByRole("button", { name: "Add banner" }).click();
  await expect(adding.getByText("Enter what the picture says").first()).toBeVisible();
  await adding.getByLabel("What the picture says").fill(name);
  await adding.getByRole("button", { name: "Add banner" }).click();
  await expect(adding.getByText("Choose a picture").first()).toBeVisible();
  await axe(page, "refused");
  await adding.getByRole("link", { name: "Cancel" }).click();

  await page.goto("/banner");
  await settled(page);
  await addBanner(page, name);
  const card = cardOf(page, name);
  await expect(card).toContainText("Shown now Always");
  const guest = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const shown = guest.getByRole("img", { name });
  await guest.goto("/booking?form=one");
  await expect(shown).toHaveCount(1);
  const box = await shown.boundingBox();
  expect(Math.round(box!.width / box!.height)).toBe(3);

  await page.getByRole("link", { name: `Preview of ${name}` }).click();
  const preview = page.getByRole("dialog", { name });
  await expect(preview.getByRole("img", { name })).toBeVisible();
  await axe(page, "preview");
  await preview.getByRole("link", { name: "Close" }).click();

  await page.getByRole("link", { name: `Edit: ${name}` }).click();
  const editing = page.getByRole("dialog", { name: "Edit the banner" });
  await editing.getByLabel("Shown from").fill("2099-12-01");
  await editing.getByLabel("Shown until").fill("2099-11-30");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(editing.getByText("The banner ends before it begins").first()).toBeVisible();
  await editing.getByLabel("Shown until").fill("2099-12-31");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Banner updated successfully!")).toBeVisible();
  await expect(card).toContainText("Not yet begun 1 Dec 2099 – 31 Dec 2099");
  await guest.goto("/booking?form=one");
  await expect(shown).toHaveCount(0);

  await page.getByRole("switch", { name: `Active: ${name}` }).click();
  await expect(page.getByText("Banner status updated to Inactive")).toBeVisible();
  await page.getByRole("switch", { name: `Inactive: ${name}` }).click();
  await expect(page.getByText("Banner status updated to Active")).toBeVisible();
  await removeBanner(page, name);
  await expect(page.getByText("Banner deleted successfully!")).toBeVisible();
});

test("R428 banners are put in order by buttons, by keys and by dragging", async ({ browser }) => {
  const page = await aDesk(browser, desktop, "superadmin");
  const names = [aName(), aName()] as const;
  const [first, second] = names;
  await page.goto("/banner");
  await settled(page);
  for (const name of names) await addBanner(page, name);
  expect(await orderOf(page, names)).toEqual([first, second]);

  await page.getByRole("button", { name: `Move ${second} earlier` }).click();
  await expect.poll(() => orderOf(page, names)).toEqual([second, first]);

  const grip = page.getByRole("button", { name: `Move ${second} by dragging or with the arrow keys` });
  await grip.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => orderOf(page, names)).toEqual([first, second]);
  await expect(grip).toBeFocused();

  await cardOf(page, second).locator("[data-days]").dragTo(cardOf(page, first).locator("[data-days]"));
  await expect(page.getByText("The banners are in their new order")).toBeVisible();
  expect(await orderOf(page, names)).toEqual([second, first]);
  await page.reload();
  await settled(page);
  expect(await orderOf(page, names)).toEqual([second, first]);
  for (const name of names) await removeBanner(page, name);
});

test("another admin is refused in the specified words, and on a phone nothing is beside the screen", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "operations");
  await page.goto("/banner");
  await expect(page.getByText("No permission , contact admin")).toBeVisible();
  await axe(page);
  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "superadmin");
  for (const path of ["/banner", "/banner?act=add"]) {
    await phone.goto(path);
    await settled(phone);
    expect(await sideways(phone), path).toBe(0);
    await axe(phone, path);
  }
});
