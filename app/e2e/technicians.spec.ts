import { randomBytes, randomInt } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

/* A center's technicians (R134, R135, R150–R160): the list, and every text the form can say. */

const photo = (width = 320, height = 200) =>
  sharp({
    create: { width, height, channels: 3, background: "#345", noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
const asJpeg = async (bytes: Buffer | Promise<Buffer>, name = "card.jpg") => ({
  name,
  mimeType: "image/jpeg",
  buffer: await bytes,
});
const aPhone = () => `6${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
const aName = () => `Kiran ${randomBytes(3).toString("hex")}`;

let center: Center;
test.beforeEach(async ({ baseURL }) => {
  center = await requestsAt(baseURL!).aCenter({ services: ["AC REPAIR", "PLUMBING"] });
});

const open = (browser: Browser, baseURL: string, options: Parameters<Browser["newContext"]>[0] = {}) =>
  requestsAt(baseURL).windowOf(browser, center, { serviceWorkers: "block", ...options });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const inCard = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });
const save = (page: Page) => page.locator("main form button.btn-main").click();
const summary = (page: Page) => page.locator("[data-error-summary]");

async function fillIn(page: Page, name: string, phone = aPhone()) {
  await field(page, "Name").fill(name);
  await field(page, "Mobile number").fill(phone);
  await field(page, "Engagement type").selectOption("PART_TIME");
  await field(page, "Primary service").selectOption({ index: 1 });
  await field(page, "Service area main pincode").fill(center.pincode);
  const home = inCard(page, "Permanent address");
  await home.getByLabel("Address line").fill("14 Residency Road");
  await home.getByLabel("City").fill("Bengaluru");
  await home.getByLabel("State").selectOption("Karnataka");
}

test("a technician is added with pictures, found, changed and deleted", async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL!);
  const name = aName();
  await page.goto("/AddTechnician");
  await settled(page);
  await fillIn(page, name);
  await page.getByLabel("Secondary service").selectOption({ index: 2 });
  await page.getByLabel("Same as the permanent address").check();
  await expect(inCard(page, "Current address").getByLabel("City")).toBeHidden();

  // Nine megapixels are shrunk in the browser: the server would refuse more than 2 MB (R156).
  const large = await photo(3000, 2000);
  expect(large.length).toBeGreaterThan(2 * 1024 * 1024);
  const sent = page.waitForRequest("**/technician-images/pan");
  await page.getByLabel("Pan image").setInputFiles(await asJpeg(large));
  expect(Number((await sent).headers()["content-length"] ?? 0)).toBeLessThan(2 * 1024 * 1024);
  await expect(page.getByRole("img", { name: "Chosen picture: Pan image" })).toBeVisible();
  await expect(inCard(page, "Documents").getByText("The picture is here. Save the form to keep it.")).toHaveCount(1);
  await page.getByLabel("Masked Aadhar card, front side").setInputFiles(await asJpeg(photo(), "front.jpg"));
  await page.getByLabel("Masked Aadhar card, back side").setInputFiles(await asJpeg(photo(), "back.jpg"));
  await page.getByLabel("Profile picture").setInputFiles(await asJpeg(photo(), "face.jpg"));
  await expect(page.getByText("The picture is here. Save the form to keep it.")).toHaveCount(4);
  await page.getByLabel("Pan number").fill("abcde1234f");
  await page.getByLabel("Aadhar number").fill("XXXX XXXX 4321");
  await axe(page);
  await save(page);
  await page.waitForURL("**/Technicians");
  await expect(page.getByText("Technician created successfully")).toBeVisible();

  await page.getByLabel("Name, id, phone, pincode or service").fill(name.slice(-6));
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("link", { name: `Edit ${name}` }).click();
  await page.waitForURL("**/AddTechnician?edit=*");
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update Technician");
  await expect(page.getByLabel("Same as the permanent address")).toBeChecked();
  await expect(page.getByLabel("Pan number")).toHaveValue("ABCDE1234F");
  await expect(page.getByLabel("Aadhar number")).toHaveValue("");
  await expect(page.getByText("Ends with 4321.")).toBeVisible();
  await expect(page.getByRole("img", { name: "Profile picture" })).toHaveJSProperty("complete", true);
  const paper = page.getByRole("link", { name: "Open the stored picture: Pan image" });
  const pictureResponse = await page.request.get((await paper.getAttribute("href"))!);
  expect([
    pictureResponse.status(),
    pictureResponse.headers()["content-type"],
    pictureResponse.headers()["cache-control"],
  ]).toEqual([200, "image/jpeg", "no-store"]);
  expect((await sharp(await pictureResponse.body()).metadata()).exif).toBeUndefined();
  // A paper its center can open is not found for anybody else.
  expect((await fetch(new URL((await paper.getAttribute("href"))!, baseURL))).status).toBe(404);
  await axe(page);
  await field(page, "Name").fill(`${name} K`);
  await save(page);
  await expect(page.getByText("Technician updated successfully")).toBeVisible();

  await page.getByRole("link", { name: `Delete ${name} K` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`Delete the technician ${name} K?`);
  await axe(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Technician Delete successfully")).toBeVisible();
  await expect(page.getByText(`${name} K`)).toHaveCount(0);
});

test("R150–R158 each error of the form is said in the specified words, and what was typed stays", async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, baseURL!);
  await page.goto("/AddTechnician");
  await settled(page);
  await save(page);
  await expect(summary(page)).toContainText("Please fill in all required details");
  // In the order of the page, and the picture's error beside it, too.
  await expect(summary(page).getByRole("link").first()).toHaveText("Enter the name");
  await expect(summary(page).getByRole("link").last()).toHaveText("Please upload your pan image");
  await expect(inCard(page, "Documents").getByText("Please upload your pan image")).toBeVisible();
  await expect(summary(page)).toBeFocused();
  await axe(page);

  const name = aName();
  await fillIn(page, name);
  await page.getByLabel("Emergency contact name").fill("Asha");
  await page.getByLabel("Reference person name").fill(" asha ");
  await page.getByLabel("Emergency contact phone").fill("9876543210");
  await page.getByLabel("Reference person phone").fill("9876543210");
  await page.getByLabel("Pan number").fill("ABC1234");
  await save(page);
  for (const message of [
    "Emergency contact and reference person name can not be same",
    "Emergency contact and reference person phone number can not be same",
    "Please upload your pan image",
    "Please enter your valid pan number",
  ])
    await expect(summary(page)).toContainText(message);
  await expect(field(page, "Name")).toHaveValue(name);
  await page.getByRole("link", { name: "Please upload your pan image" }).click();
  await expect(page.getByLabel("Pan image")).toBeFocused();

  const documents = inCard(page, "Documents");
  await page.getByLabel("Pan image").setInputFiles(await asJpeg(Buffer.from("<svg onload=alert(1)></svg>")));
  await expect(documents.getByText("Upload failed")).toBeVisible();
  await axe(page);
  await page.route("**/technician-images/pan", (route) => route.abort());
  await page.getByLabel("Pan image").setInputFiles(await asJpeg(photo()));
  await expect(documents.getByText("Something went wrong during upload.")).toBeVisible();
  await page.unroute("**/technician-images/pan");
  await page.getByLabel("Pan image").setInputFiles(await asJpeg(photo()));
  await expect(documents.getByText("The picture is here. Save the form to keep it.")).toBeVisible();

  // A stored picture survives another field's error.
  await save(page);
  await expect(summary(page)).not.toContainText("Please upload your pan image");
  await expect(summary(page)).toContainText("Please enter your valid pan number");
  await page.getByLabel("Pan number").fill("");
  await page.getByLabel("Reference person name").fill("Latha");
  await page.getByLabel("Reference person phone").fill("9876543211");
  await save(page);
  await expect(page.getByText("Technician created successfully")).toBeVisible();
});

test("without JavaScript the pictures go with the form; a refused one is told, the others are kept", async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, baseURL!, { javaScriptEnabled: false });
  const name = aName();
  await page.goto("/AddTechnician");
  await fillIn(page, name);
  await page.getByLabel("Same as the permanent address").check();
  await page.getByLabel("Profile picture").setInputFiles(await asJpeg(photo(), "face.jpg"));
  await page.getByLabel("Pan image").setInputFiles(await asJpeg(Buffer.from("%PDF-1.7 not a picture")));
  await save(page);
  await expect(inCard(page, "Documents").getByText("Upload failed")).toBeVisible();
  await expect(field(page, "Name")).toHaveValue(name);
  await page.getByLabel("Pan image").setInputFiles(await asJpeg(photo()));
  await save(page);
  await expect(page.locator("main output")).toHaveText("Technician created successfully");
  await page.getByRole("link", { name: `Edit ${name}` }).click();
  await expect(page.getByRole("img", { name: "Profile picture" })).toBeVisible();
  await expect(inCard(page, "Current address").locator("[name=currentCity]")).toHaveValue("Bengaluru");
  await page.goto("/Technicians");
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.locator("main output")).toHaveText("Technician Delete successfully");
});

test("an unknown technician is 'Page not found !!!', a search without a hit says so, and the poster is a PDF", async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, baseURL!);
  const answer = await page.goto("/AddTechnician?edit=00000000-0000-7000-8000-00000000dead");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found !!!");
  await page.goto("/Technicians?search=nobody-is-called-this");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await axe(page);
  await page.goto("/center-dashboard");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "QR poster A5: a PDF to print" }).click();
  expect((await download).suggestedFilename()).toBe(`${center.qrId}-A5.pdf`);
});

for (const [size, language] of [
  [360, "hi"],
  [1280, "en"],
] as const) {
  test(`list, form and its errors are clean for axe and do not scroll sideways (${language}, ${size} px)`, async ({
    browser,
    baseURL,
  }) => {
    const page = await open(browser, baseURL!, { viewport: { width: size, height: 800 } });
    await page.context().addCookies([{ name: "lang", value: language, url: baseURL! }]);
    await page.goto("/Technicians");
    const edit = await page.locator("a[href*='edit=']").first().getAttribute("href");
    const remove = await page.locator("a[href*='delete=']").first().getAttribute("href");
    for (const address of ["/Technicians", remove!, "/Technicians?search=zzz", "/AddTechnician", edit!]) {
      await page.goto(address);
      await settled(page);
      await axe(page, address);
      expect.soft(await sideways(page), address).toBeLessThanOrEqual(0);
    }
    await page.goto("/AddTechnician");
    await settled(page);
    await save(page);
    await expect(summary(page)).toBeVisible();
    await page.locator("#panBlobId").setInputFiles(await asJpeg(Buffer.from("no picture")));
    await expect(page.locator("#panBlobId-error")).toBeVisible();
    await axe(page);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });
}
