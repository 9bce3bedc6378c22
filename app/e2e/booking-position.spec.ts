import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";

const locateMessage = (page: Page) => page.locator("[data-locate-said]");

test("R031 R032 the device's position fills the pincode, or says that it has none", async ({ page, context }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 12.97, longitude: 77.59 });
  await page.goto("/booking?form=one");
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(page.getByLabel("Pincode")).toHaveValue("560001");
  await context.setGeolocation({ latitude: 20, longitude: 77.59 });
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(locateMessage(page)).toHaveText("Pincode not found for your location.");
});

test("R033 maps that do not answer are said", async ({ page, context }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 12.97, longitude: 77.59 });
  await page.route("**/api/common/reverse-geocode*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto("/booking?form=one");
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(locateMessage(page)).toHaveText("Failed to fetch location data.");
});

test("R034 a position that may not be read is said", async ({ page }) => {
  await page.goto("/booking?form=one");
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(locateMessage(page)).toHaveText("Unable to retrieve your location. Please check permissions.");
});

test("R035 a browser without positions is said", async ({ page }) => {
  await page.addInitScript(() => {
    delete (Navigator.prototype as { geolocation?: unknown }).geolocation;
  });
  await page.goto("/booking?form=one");
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(locateMessage(page)).toHaveText("Geolocation is not supported by your browser.");
});

const pincode = (page: Page) => page.getByLabel("Pincode", { exact: true });
const city = (page: Page) => page.getByLabel("City");
const state = (page: Page) => page.getByLabel("State");

for (const path of ["/booking?form=one", "/registration"]) {
  test(`${path}: city and state come from the pincode, change with it, and never over what was typed`, async ({
    page,
  }) => {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await pincode(page).fill("560001");
    await expect(city(page)).toHaveValue("Bengaluru");
    await expect(state(page)).toHaveValue("Karnataka");
    await pincode(page).fill("110001");
    await expect(city(page)).toHaveValue("New Delhi");
    await expect(state(page)).toHaveValue("Delhi");
    await city(page).fill("Dilli");
    const pincodeResponse = page.waitForResponse("**/pincodes/560001");
    await pincode(page).fill("560001");
    await pincodeResponse;
    await expect(state(page)).toHaveValue("Karnataka");
    await expect(city(page)).toHaveValue("Dilli");
    // A pincode nobody knows the city of leaves none behind that came with another.
    await city(page).fill("");
    await pincode(page).fill("110001");
    await expect(city(page)).toHaveValue("New Delhi");
    await pincode(page).fill("999999");
    await expect(city(page)).toHaveValue("");
  });
}

test("the position gives city and state with its pincode", async ({ page, context }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 12.97, longitude: 77.59 });
  await page.goto("/booking?form=one");
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(page.getByLabel("Pincode")).toHaveValue("560001");
  await expect(city(page)).toHaveValue("Bengaluru");
  await expect(state(page)).toHaveValue("Karnataka");
});

test("a pincode that was there before the script that looks it up gives its city and state, too", async ({ page }) => {
  const typed = Promise.withResolvers<void>();
  await page.route(/\/assets\/place-[^/]*\.js$/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto("/booking?form=one");
  await pincode(page).fill("560001");
  typed.resolve();
  await expect(city(page)).toHaveValue("Bengaluru");
  await expect(state(page)).toHaveValue("Karnataka");
});
