import { randomBytes, randomInt } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

/*
 * What every form of the house does: a number is shown as it will be read, work that was not saved is not lost by a
 * click, and who comes too late sees what the other one changed.
 */

const aPhone = () => `6${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
const aName = () => `Kiran ${randomBytes(3).toString("hex")}`;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const summary = (page: Page) => page.locator("[data-error-summary]");
const save = (page: Page) => page.locator("main form button.btn-main").click();

let center: Center;
test.beforeEach(async ({ baseURL }) => {
  center = await requestsAt(baseURL!).aCenter({ services: ["AC REPAIR", "PLUMBING"] });
});

type Window = Parameters<Browser["newContext"]>[0];

/** A window of the center's, on the form of a technician it has just added. */
async function aTechnician(browser: Browser, baseURL: string, name: string) {
  const at = requestsAt(baseURL);
  const open = (options: Window = {}) => at.windowOf(browser, center, { serviceWorkers: "block", ...options });
  const page = await open();
  await page.goto("/AddTechnician");
  await settled(page);
  await field(page, "Name").fill(name);
  await field(page, "Mobile number").fill(aPhone());
  await field(page, "Engagement type").selectOption("PART_TIME");
  await field(page, "Primary service").selectOption({ index: 1 });
  await field(page, "Service area main pincode").fill(center.pincode);
  const home = page.locator("section", { has: page.getByRole("heading", { name: "Permanent address" }) });
  await home.getByLabel("Address line").fill("14 Residency Road");
  await home.getByLabel("City").fill("Bengaluru");
  await home.getByLabel("State").selectOption("Karnataka");
  const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: "#345" } }).jpeg();
  const file = { name: "card.jpg", mimeType: "image/jpeg", buffer: await picture.toBuffer() };
  await page.getByLabel("Pan image").setInputFiles(file);
  await expect(page.getByText("The picture is here. Save the form to keep it.")).toBeVisible();
  await save(page);
  await expect(page.getByText("Technician created successfully")).toBeVisible();
  const edit = (await page.getByRole("link", { name: `Edit ${name}` }).getAttribute("href"))!;
  return { page, open, edit };
}

test("a pasted number is shown as it will be read, and one that is too long says so and keeps every digit", async ({
  page,
}) => {
  await page.goto("/booking?form=one");
  const phone = field(page, "Phone");
  await page.waitForLoadState("networkidle");
  for (const written of ["+91 98765-43210", "098765 43210", "९८७६५ ४३२१०"]) {
    await phone.fill(written);
    await phone.blur();
    await expect(phone).toHaveValue("9876543210");
  }
  const warning = page.getByText("This number has 11 digits; a mobile number has 10.");
  await expect(warning).toHaveCount(0);
  await phone.fill("98765 432101");
  await phone.blur();
  await expect(phone).toHaveValue("98765432101");
  await expect(warning).toBeVisible();
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await expect(phone).toHaveAccessibleDescription(/11 digits/);
  await axe(page);
  await phone.fill("9876543210");
  await phone.blur();
  await expect(warning).toHaveCount(0);
  await expect(phone).not.toHaveAttribute("aria-invalid", "true");
  // What is no number is left as it was typed.
  await phone.fill("not yet known");
  await phone.blur();
  await expect(phone).toHaveValue("not yet known");
});

test("a text that is too long keeps every character when it is pasted and says how long it may be; typing stops there", async ({
  page,
  browser,
}) => {
  const desk = await aDesk(browser, desktop);
  for (const [at, address] of [
    [page, "/booking?form=one"],
    [desk, "/admin-ticket"],
  ] as const) {
    await at.goto(address);
    await at.waitForLoadState("networkidle");
    const name = at.locator("[name=name]");
    const tooLong = at.getByText("This is too long: at most 30 characters");
    await name.fill("x".repeat(31));
    await expect(tooLong).toBeVisible();
    await expect(name).toHaveValue("x".repeat(31));
    await expect(name).toHaveAccessibleDescription(/at most 30 characters/);
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await axe(at);
    await name.press("End");
    await name.pressSequentially("y");
    await expect(name).toHaveValue("x".repeat(31));
    await name.press("Backspace");
    await expect(tooLong).toHaveCount(0);
    await expect(name).not.toHaveAttribute("aria-invalid", "true");
    await name.fill("");
    await name.pressSequentially("z".repeat(33));
    await expect(name).toHaveValue("z".repeat(30));
    await expect(tooLong).toHaveCount(0);
  }
});

test("work that was not saved is asked about before it is left, and nothing else is", async ({ browser, baseURL }) => {
  const technician = aName();
  const { page, edit } = await aTechnician(browser, baseURL!, technician);
  const list = page.getByRole("main").getByRole("link", { name: "Technicians", exact: true });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });

  // Nothing typed, nothing asked; typed and taken back neither.
  await page.goto(edit);
  await settled(page);
  await field(page, "Name").fill("Another");
  await field(page, "Name").fill(technician);
  await list.click();
  await page.waitForURL("**/Technicians");

  await page.getByRole("link", { name: `Edit ${technician}` }).click();
  await expect(field(page, "Name")).toHaveValue(technician);
  await field(page, "Name").fill("Kiran K");
  await list.click();
  await expect(question).toBeVisible();
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await list.click();
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(field(page, "Name")).toHaveValue("Kiran K");
  await expect(list).toBeFocused();
  await page.goBack();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay here" }).click();
  expect(page.url()).toContain("edit=");

  // The browser asks by itself on the way out.
  const leaveDialog = page.waitForEvent("dialog");
  await Promise.all([
    leaveDialog.then((dialog) => {
      expect(dialog.type()).toBe("beforeunload");
      return dialog.dismiss();
    }),
    page.evaluate(() => setTimeout(() => location.reload())),
  ]);
  await expect(field(page, "Name")).toHaveValue("Kiran K");

  // A form that was refused still is not saved; one that was taken is left without a question.
  await field(page, "Name").fill("");
  await save(page);
  await expect(summary(page)).toBeVisible();
  await list.click();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(question).toBeHidden();
  await field(page, "Name").fill("Kiran K");
  await save(page);
  await page.waitForURL("**/Technicians");
  await expect(page.getByText("Technician updated successfully")).toBeVisible();

  await page.goto(edit);
  await settled(page);
  await field(page, "Name").fill("Nobody");
  await list.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/Technicians");
  await expect(page.getByText("Kiran K")).toBeVisible();
});

test("who types on while a refusal is on its way keeps the cursor and every character", async ({
  browser,
  baseURL,
}) => {
  const page = await requestsAt(baseURL!).windowOf(browser, center, { serviceWorkers: "block" });
  await page.goto("/payments");
  await settled(page);
  const amount = field(page, "Another amount");
  const answer = Promise.withResolvers<void>();
  await page.route("**/payments*", async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.continue();
  });
  await amount.fill("99");
  await amount.press("Enter");
  await amount.press("End");
  await page.keyboard.type("9");
  answer.resolve();
  await expect(summary(page)).toContainText("Please enter a whole amount from ₹100 to ₹50,000");
  await page.keyboard.type("5");
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue("9995");
  // Sent and refused without typing on, the summary has the focus.
  await amount.fill("99");
  await amount.press("Enter");
  await expect(summary(page)).toBeFocused();
});

for (const javaScriptEnabled of [true, false]) {
  test(`who comes too late sees what was changed, takes it or keeps their own, and saves, ${
    javaScriptEnabled ? "with" : "without"
  } JavaScript`, async ({ browser, baseURL }) => {
    const name = aName();
    const { page: quicker, open, edit } = await aTechnician(browser, baseURL!, name);
    const page = await open({ javaScriptEnabled, viewport: { width: 360, height: 740 } });
    await page.goto(edit);
    if (javaScriptEnabled) await settled(page);
    await quicker.goto(edit);
    await settled(quicker);
    await field(quicker, "Name").fill(`${name} Rao`);
    await field(quicker, "Service area main pincode").fill("560002");
    await field(quicker, "Engagement type").selectOption("SALARIED");
    await save(quicker);
    await expect(quicker.getByText("Technician updated successfully")).toBeVisible();

    await field(page, "Name").fill(`${name} Nair`);
    await save(page);
    await expect(summary(page)).toBeFocused();
    await expect(summary(page)).toContainText(
      /You changed this in another window or on another device, \d+ \w+ 20\d\d, .*:/,
    );
    for (const changed of ["Name", "Service area main pincode", "Engagement type"])
      await expect(summary(page).getByRole("link", { name: changed, exact: true })).toBeVisible();
    await expect(field(page, "Name")).toHaveValue(`${name} Nair`);
    await expect(field(page, "Name")).toHaveAccessibleDescription(new RegExp(`Now: ${name} Rao`));
    await expect(page.getByText(`Changed from ${center.pincode} to 560002`)).toBeVisible();
    await expect(page.getByText("Changed from Part time (PART_TIME) to On salary (SALARIED)")).toBeVisible();
    if (javaScriptEnabled) {
      expect(await sideways(page)).toBe(0);
      await axe(page);
    }

    await page.getByRole("button", { name: "Take 560002" }).click();
    await expect(field(page, "Service area main pincode")).toHaveValue("560002");
    await page.getByRole("button", { name: "Take On salary (SALARIED)" }).click();
    await expect(field(page, "Engagement type")).toHaveValue("SALARIED");
    await expect(field(page, "Name")).toHaveValue(`${name} Nair`);
    // Enter in a field saves, and takes nothing over.
    await field(page, "Name").press("Enter");
    await page.waitForURL("**/Technicians");
    await expect(page.getByText(`${name} Nair`).first()).toBeVisible();
    await quicker.goto(edit);
    await expect(field(quicker, "Service area main pincode")).toHaveValue("560002");
    await expect(field(quicker, "Name")).toHaveValue(`${name} Nair`);
  });
}
