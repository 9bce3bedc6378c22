import { randomBytes, randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { idOfCenter, photo, sendPapers, switchOf } from "./paper-steps.ts";
import { type Center, peopleAt } from "./people.ts";

/* Identity papers: a center sends them, an operator decides, the center reads why; technicians and onboarders. */

const aPhone = () => `6${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
const paper = (page: Page, value: string) => page.locator(`[data-document="${value}"]`);

let center: Center;
test.beforeEach(async ({ baseURL }) => {
  center = await peopleAt(baseURL!).aCenter();
});

test("R401–R405 a center sends its papers, an unmasked card is rejected, another one is sent, and the center is verified", async ({
  browser,
  baseURL,
}) => {
  const shop = await requestsAt(baseURL!).windowOf(browser, center, { serviceWorkers: "block" });
  await shop.goto("/center-documents");
  await settled(shop);
  await expect(
    shop.getByRole("navigation").getByRole("link", { name: "Your documents", exact: true }).first(),
  ).toBeVisible();
  await axe(shop, "Your documents, empty");
  // Nothing chosen: the form says so.
  await shop.getByRole("button", { name: "Send for checking" }).click();
  await expect(shop.getByText("Choose at least one picture").first()).toBeVisible();
  await sendPapers(shop);
  await expect(shop.getByText("To be checked")).toHaveCount(3);
  await axe(shop, "Your documents, sent");

  const page = await aDesk(browser, desktop);
  const id = await idOfCenter(page, center.qrId);
  await page.goto(`/admin-centers?act=documents&of=${id}`);
  await settled(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img")).toHaveCount(3);
  await expect
    .poll(() =>
      dialog
        .getByRole("img")
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(320);
  await axe(page, "View Documents");

  // R402
  const number = dialog.getByLabel("Aadhar number");
  await number.fill("1234");
  await dialog.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(dialog.getByText("No. must be 12 characters").first()).toBeVisible();
  await number.fill("XXXX XXXX 4321");
  await dialog.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("Center verification status updated successfully.").first()).toBeVisible();
  await expect(dialog.getByText("Stored: XXXXXXXX4321")).toBeVisible();

  // R403: the switch is on at once, and off again when the server cannot be reached.
  await page.route("**/admin-centers*", async (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await switchOf(page, "Aadhar back").click();
  await expect(page.getByText("Failed to update center verification status.").first()).toBeVisible();
  await expect(switchOf(page, "Aadhar back")).toHaveAttribute("aria-checked", "false");
  await page.unroute("**/admin-centers*");
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/admin-centers*", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.fallback();
  });
  await switchOf(page, "Aadhar back").click();
  await expect(switchOf(page, "Aadhar back")).toHaveAttribute("aria-checked", "true");
  release();
  await expect(page.getByText("Aadhar Card Back Document Verified Done.").first()).toBeVisible();
  await page.unroute("**/admin-centers*");
  // By keyboard, too.
  await switchOf(page, "Pan card").focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Pan Verified Done.").first()).toBeVisible();

  // Without a reason nothing is rejected; an unmasked card is deleted at once.
  const front = paper(page, "aadhar_front");
  await front.locator("summary").click();
  await front.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(front.getByText("Choose why it is rejected").first()).toBeVisible();
  await expect(paper(page, "pan").getByText("Choose why it is rejected")).toHaveCount(0);
  await front.getByLabel("Why it is rejected").selectOption("UNMASKED");
  await front.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(front.getByText("Image Not Available")).toBeVisible();
  await expect(front.getByText("The Aadhar card is not masked")).toBeVisible();
  await axe(page, "rejected");

  // The center reads why and what to do, and sends another one.
  await shop.goto("/center-dashboard");
  await expect(shop.getByText("A document was rejected")).toBeVisible();
  await expect(shop.getByText(/Send a masked card, whose first eight digits are hidden/)).toBeVisible();
  await axe(shop, "rejected, at the center");
  await shop.getByRole("link", { name: "Send it again" }).click();
  await settled(shop);
  await shop.getByLabel("Aadhar front").setInputFiles(await photo("masked.jpg", "#666"));
  await expect(shop.getByText("The picture is here. Save the form to keep it.")).toBeVisible();
  await shop.getByRole("button", { name: "Send for checking" }).click();
  await expect(shop.getByText("Thank you! We are checking your documents.")).toBeVisible();

  await page.goto(`/view-center/${id}?act=documents`);
  await settled(page);
  await switchOf(page, "Aadhar front").click();
  await expect(page.getByText("Aadhar Card Front Document Verified Done.").first()).toBeVisible();
  await expect(page.getByRole("dialog").getByText(/^Verified on /)).toBeVisible();
  await shop.goto("/center-documents");
  await expect(shop.getByText("Your center is verified. Thank you!")).toBeVisible();
  await expect(shop.getByRole("button", { name: "Send for checking" })).toHaveCount(0);

  // A picture belongs to nobody else.
  await page.goto(`/admin-centers?act=documents&of=${id}`);
  const src = (await page.getByRole("dialog").getByRole("img").first().getAttribute("src"))!;
  const rival = await requestsAt(baseURL!).windowOf(browser, await peopleAt(baseURL!).aCenter(), {
    serviceWorkers: "block",
  });
  expect((await rival.request.get(src)).status()).toBe(404);
  expect((await page.request.get(src)).headers()["cache-control"]).toBe("no-store");
});

test("R406–R411 a technician is found by requests, shown with papers, authorized and deleted", async ({
  browser,
  baseURL,
}) => {
  const name = `Kiran ${randomBytes(3).toString("hex")}`;
  const shop = await requestsAt(baseURL!).windowOf(browser, center, { serviceWorkers: "block" });
  await shop.goto("/AddTechnician");
  await settled(shop);
  const field = (label: string) => shop.getByLabel(label, { exact: true });
  await field("Name").fill(name);
  await field("Mobile number").fill(aPhone());
  await field("Engagement type").selectOption("PART_TIME");
  await field("Primary service").selectOption({ index: 1 });
  await field("Service area main pincode").fill(center.pincode);
  const home = shop.locator("section", { has: shop.getByRole("heading", { name: "Permanent address", exact: true }) });
  await home.getByLabel("Address line").fill("14 Residency Road");
  await home.getByLabel("City").fill("Bengaluru");
  await home.getByLabel("State").selectOption("Karnataka");
  await shop.getByLabel("Pan image").setInputFiles(await photo("pan.jpg"));
  await shop.getByLabel("Masked Aadhar card, front side").setInputFiles(await photo("front.jpg"));
  await shop.getByLabel("Certificate").setInputFiles(await photo("certificate.jpg"));
  await expect(shop.getByText("The picture is here. Save the form to keep it.")).toHaveCount(3);
  await shop.locator("main form button.btn-main").click();
  await shop.waitForURL("**/Technicians");

  const page = await aDesk(browser, desktop);
  await page.goto(`/admin-technician?search=${encodeURIComponent(name)}`);
  await settled(page);
  const row = rowOf(page, name);
  await expect(row).toContainText("Views");
  await expect(row).toContainText("TECHNICIAN");
  await axe(page, "technicians");
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  // R407
  await page.goto(`/admin-technician?search=${encodeURIComponent(name)}&total=more`);
  await expect(
    page
      .getByText("No technicians yet")
      .or(page.getByText(/Nothing|No /))
      .first(),
  ).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
  await page.goto(`/admin-technician?search=${encodeURIComponent(name)}&total=0`);
  await settled(page);
  await rowOf(page, name)
    .getByRole("link", { name: `Views: documents of ${name}` })
    .click();
  await expect(page).toHaveURL(/\/tecnicianDocument\?technicianId=/);
  await expect(page.getByText("Image Not Available")).toHaveCount(2);
  await axe(page, "a technician's documents");
  await switchOf(page, "Certificate").click();
  await expect(page.getByText("Center verification status updated successfully.").first()).toBeVisible();
  await switchOf(page, "Pan card").click();
  await expect(page.getByText("Pan Verified Done.").first()).toBeVisible();
  await switchOf(page, "Pan card").click();
  await expect(switchOf(page, "Pan card")).toHaveAttribute("aria-checked", "false");
  await page.getByRole("link", { name: "Go Back" }).click();
  await page.waitForURL("**/admin-technician");

  await page.goto(`/admin-technician?search=${encodeURIComponent(name)}`);
  await settled(page);
  await rowOf(page, name).getByLabel(`More for ${name}`).click();
  await rowOf(page, name).getByRole("link", { name: "Authorized For" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Demo Client").check();
  await axe(page, "Authorized For");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Technician updated successfully").first()).toBeVisible();
  await expect(rowOf(page, name)).toContainText("Demo Client");
  await rowOf(page, name).getByLabel(`More for ${name}`).click();
  await rowOf(page, name).getByRole("link", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  const password = page.getByLabel("Your password");
  await expect(page.getByText("Technician Delete successfully").or(password).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill("Demo@2026");
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  }
  await expect(page.getByText("Technician Delete successfully").first()).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("R412, R413, R487 an onboarder is added, listed and changed, and a taken number is refused", async ({
  browser,
  baseURL,
}) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/Home");
  await settled(page);
  await expect(page.getByRole("link", { name: /^Technicians/ }).first()).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Center Onboarders/ })
    .click();
  await page.waitForURL("**/admin-center-onboarders");
  await axe(page, "onboarders");
  await page.getByRole("link", { name: "Add a Center Onboarder" }).first().click();
  await page.waitForURL("**/admin-add-center-onboarder");
  await settled(page);
  await axe(page, "Add Center Onboarder");
  const save = page.getByRole("button", { name: "Add Center Onboarder", exact: true });
  await save.click();
  await expect(page.getByText("Please fill in all required details").first()).toBeVisible();
  const taken = await peopleAt(baseURL!).anOnboarder();
  const name = `Shop ${randomBytes(3).toString("hex")}`;
  await page.getByLabel("Shop / Center (Name)").fill(name);
  await page.getByLabel("Mobile Number").fill(taken.phone);
  await save.click();
  await expect(page.locator("[data-error-summary]")).toBeVisible();
  await expect(page.getByLabel("Shop / Center (Name)")).toHaveValue(name);
  await page.getByLabel("Mobile Number").fill(aPhone());
  await save.click();
  await expect(page.getByText("Center Onboarder Created successfully")).toBeVisible();
  await page.goto(`/admin-center-onboarders?search=${encodeURIComponent(name)}`);
  await settled(page);
  await rowOf(page, name)
    .getByRole("link", { name: `Edit Onboarder ${name}` })
    .click();
  await settled(page);
  await page.getByLabel("Shop / Center (Name)").fill(`${name} Two`);
  const update = page.getByRole("button", { name: "Update Center Onboarder", exact: true });
  await update.click();
  const password = page.getByLabel("Your password");
  await expect(page.getByText("Center Onboarder updated successfully").or(password).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill("Demo@2026");
    await update.click();
  }
  await expect(page.getByText("Center Onboarder updated successfully")).toBeVisible();
  await page.goto(`/admin-center-onboarders?search=${encodeURIComponent(`${name} Two`)}`);
  await expect(rowOf(page, `${name} Two`)).toBeVisible();
  await page.goto("/admin-add-center-onboarder?edit=0190a000-0000-7000-8000-000000000001");
  await expect(page.getByText("Page not found !!!")).toBeVisible();
});

test("on a phone and in Hindi the lists, the papers and the center's page stay whole; a client's admin gets none of it", async ({
  browser,
  baseURL,
}) => {
  const shop = await requestsAt(baseURL!).windowOf(browser, center, {
    serviceWorkers: "block",
    viewport: { width: 360, height: 740 },
  });
  await sendPapers(shop);
  expect(await sideways(shop)).toBeLessThanOrEqual(0);
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 }, locale: "hi-IN" });
  const desk = await aDesk(browser, desktop);
  const id = await idOfCenter(desk, center.qrId);
  await page.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  for (const path of [
    "/admin-technician",
    "/admin-center-onboarders",
    "/admin-add-center-onboarder",
    `/admin-centers?act=documents&of=${id}`,
  ]) {
    await page.goto(path);
    await settled(page);
    expect([path, await sideways(page)]).toEqual([path, 0]);
    await axe(page, path);
  }
  await page.goto("/admin-technician");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("तकनीशियन");
  const client = await aDesk(browser, desktop, "clientdesk");
  for (const path of ["/admin-technician", "/admin-center-onboarders", `/tecnicianDocument?technicianId=${id}`])
    expect([path, (await client.goto(path))!.status()]).toEqual([path, 403]);
});
