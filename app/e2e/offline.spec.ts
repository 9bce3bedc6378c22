import { expect } from "@playwright/test";
import { axe } from "./accessible.ts";
import { codeOf, customer, fillDetails, freshPhone, sendCode } from "./booking-steps.ts";
import { test } from "./journey.ts";

/*
 * B10: a phone that goes offline loses nothing and sends nothing twice; the product can be installed on the phone.
 */

test.use({ serviceWorkers: "allow" });

const offlineNotice =
  "You are offline, so this was not sent. It is kept on this page and can be sent as soon as you are online.";

test("a booking that is sent while offline is kept, offered again, and makes exactly one request", async ({
  page,
  context,
}) => {
  const phone = freshPhone();
  await page.goto("/booking?form=one");
  await fillDetails(page, phone);
  await sendCode(page);
  await page.getByLabel("OTP", { exact: true }).fill(await codeOf(page, phone));
  await context.setOffline(true);
  await page.getByRole("button", { name: "Verify and book" }).click();
  await expect(page.getByText(offlineNotice)).toBeVisible();
  await expect(page).toHaveURL(/step=otp/);
  await axe(page);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page).toHaveURL(/step=pay/);
  await page.goto("/serviceStatus");
  await expect(page.getByText(/REQ-\d{6}-\w{4}/)).toHaveCount(1);
});

test("a form that could not be sent is filled in again after its tab was closed, with nothing that says who it was", async ({
  page,
  context,
}) => {
  await page.goto("/booking?form=one");
  await page.waitForLoadState("networkidle");
  await fillDetails(page, freshPhone());
  await context.setOffline(true);
  await sendCode(page);
  // The button is far down a long form.
  await expect(page.getByText(offlineNotice)).toBeInViewport();
  const left = await page.evaluate(() => JSON.stringify(localStorage));
  for (const value of [customer.name, customer.houseNumber, customer.locality, customer.requirement, "phone"])
    expect(left).not.toContain(value);
  await page.close();
  await context.setOffline(false);

  const later = await context.newPage();
  await later.goto("/booking?form=one");
  const filled = later.getByText("This could not be sent without a connection, and its page was closed.");
  await expect(filled).toBeVisible();
  await expect(later.getByLabel("Service", { exact: true }).locator("option:checked")).toHaveText("AC REPAIR");
  await expect(later.locator("[name=pincode]")).toHaveValue(customer.pincode);
  await expect(later.getByLabel("State")).toHaveValue("Karnataka");
  await expect(later.getByLabel("Immediately")).toBeChecked();
  for (const name of ["name", "phone", "houseNumber", "locality", "requirement"])
    await expect(later.locator(`[name="${name}"]`)).toHaveValue("");
  await axe(later);

  // Once sent, it is not offered again.
  await fillDetails(later, freshPhone());
  await sendCode(later);
  await expect(later).toHaveURL(/step=otp/);
  expect(await later.evaluate(() => localStorage.length)).toBe(0);
});

test("a page that cannot be reached says so in both languages, and leads on when the line is back", async ({
  page,
  context,
}) => {
  await page.goto("/booking?form=one");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto("/serviceStatus");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "इंटरनेट नहीं है" })).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/serviceStatus/);
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeHidden();
});

test("what is kept for no line is files and the offline page alone, whoever is signed in", async ({ page }) => {
  await page.goto("/booking?form=one");
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const path of ["/login", "/serviceStatus", "/booking/INA0001"]) await page.goto(path);
  const paths = await page.evaluate(async () => {
    const caches = await window.caches.keys();
    const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(paths).toContain("/offline");
  expect(paths.filter((path) => path !== "/offline" && !path.startsWith("/assets/"))).toEqual([]);
});

test("the product can be kept on a phone: its manifest has a name, a start and icons that are there", async ({
  page,
  request,
}) => {
  await page.goto("/booking?form=one");
  const manifest = await (
    await request.get(await page.locator("link[rel=manifest]").evaluate((link: HTMLLinkElement) => link.href))
  ).json();
  expect(manifest).toMatchObject({ name: "GharSeva", start_url: "/booking", display: "standalone" });
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
    expect.arrayContaining(["192x192", "512x512"]),
  );
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()["content-type"]).toBe("image/png");
});
