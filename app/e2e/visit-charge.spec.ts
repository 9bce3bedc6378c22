import { randomInt } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { book, expectCreated, fillDetails, freshPhone, sendCode } from "./booking-steps.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, confirmIfNeeded, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { type Center, peopleAt } from "./people.ts";
import { aPicture } from "./tracking-steps.ts";

/* What a visit costs: set by the house, booked by the public, and added up at closing, on the bill and at tracking. */

const picture = { name: "pump.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) };
const fact = (page: Page, label: RegExp) => page.locator("dl > div", { has: page.getByText(label) });

/** A center in an area of its own, so that no other journey books there. */
async function aCenterApart(baseURL: string): Promise<Center> {
  const area = 820 + randomInt(40);
  return peopleAt(baseURL).aCenter({ pincode: `${area}${String(randomInt(1000)).padStart(3, "0")}` });
}

async function setCharge(browser: Browser, area: string, amount: string) {
  const desk = await aDesk(browser, desktop);
  desk.setDefaultTimeout(15_000);
  await desk.goto("/admin-dashboard");
  await settled(desk);
  await rowOf(desk, "AC REPAIR").getByLabel("More for AC REPAIR").click();
  await desk.getByRole("link", { name: "Visit charges" }).click();
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Visit charges: AC REPAIR");
  await desk.getByLabel("Pincode begins with").fill(area);
  await desk.getByLabel("Visit charge in rupees").fill(amount);
  await confirmIfNeeded(desk);
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("Visit charge updated successfully")).toBeVisible();
  return desk;
}

/** The center sends a technician and fills in the job's completion; the customer has the codes from then on. */
async function complete(
  shop: Page,
  id: string,
  code: () => Promise<string>,
  { labour, material }: { labour: string; material: string },
) {
  await shop.goto(`/tickets-center?ticket=${id}&act=assign`);
  await settled(shop);
  const dialog = shop.getByRole("dialog");
  await dialog.getByLabel("Technician", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Assign technician" }).click();
  await expect(shop.getByText("Technician assigned successfully")).toBeVisible();
  await shop.getByRole("link", { name: "Job completion" }).click();
  await dialog.getByLabel("Add on-site pictures").setInputFiles(picture);
  await expect(dialog.getByRole("img", { name: "On-site picture 1 of 1" })).toBeVisible();
  await dialog.getByLabel("Labour charges").fill(labour);
  await dialog.getByLabel("Material charges").fill(material);
  await dialog.getByLabel("Customer's happy or unhappy code").fill(await code());
  return dialog;
}

test("a charge is set for a pincode's first digits, refused, planned, ended, and read on a phone", async ({
  browser,
}) => {
  const area = String(860 + randomInt(30));
  const desk = await setCharge(browser, area, "199.50");
  const line = desk.locator(`[data-area="${area}"]`);
  await expect(line).toContainText("₹199.50");
  await axe(desk, "one charge");
  await desk.getByLabel("Pincode begins with").fill("05");
  await desk.getByLabel("Visit charge in rupees").fill("9.999");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByRole("alert")).toContainText("Enter the three digits the pincodes begin with");
  await expect(desk.getByRole("alert")).toContainText("with at most two decimals");
  await line.getByRole("link", { name: `Change: pincodes ${area}` }).click();
  await expect(desk.getByLabel("Visit charge in rupees")).toHaveValue("199.5");
  await desk.getByLabel("Visit charge in rupees").fill("249");
  await desk.getByLabel("In force from").fill("2099-12-31");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(line).toContainText("From 31 Dec 2099");
  await line.getByRole("link", { name: `Take back: pincodes ${area}` }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await expect(line).not.toContainText("From 31 Dec 2099");
  await line.getByRole("link", { name: `End: pincodes ${area}` }).click();
  await axe(desk, "asked");
  await desk.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
  await expect(line).toHaveCount(0);
  await desk.locator("summary").last().click();
  await expect(desk.getByRole("row").filter({ hasText: area }).first()).toContainText(/Asha Rao.*₹199\.50.*₹0/);
  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  await phone.goto(desk.url());
  await settled(phone);
  expect(await sideways(phone)).toBe(0);
  await axe(phone, "phone");
});

test("the public books where a visit costs something: it is said before, and bill and tracking add up", async ({
  browser,
  page,
  baseURL,
}) => {
  const center = await aCenterApart(baseURL!);
  await setCharge(browser, center.pincode.slice(0, 3), "199.50");
  const at = requestsAt(baseURL!);
  const phone = freshPhone();
  await page.goto(`/booking/${center.qrId}?form=one`);
  await fillDetails(page, phone, { pincode: center.pincode });
  await expect(page.getByText("Some services have a visit charge in some places.").first()).toBeVisible();
  await sendCode(page);
  await expect(page.getByText("Visit charge, paid with the bill after the visit: ₹199.50")).toBeVisible();
  await axe(page, "code step");
  await page.goBack();
  await book(page, phone, { pincode: center.pincode });
  const { link } = await expectCreated(page);
  const id = new URL(link).search.slice(1);
  await page.goto(link);
  await expect(fact(page, /Ticket price/)).toContainText("₹199.50");

  const shop = await at.windowOf(browser, center);
  shop.setDefaultTimeout(15_000);
  const code = () => at.happyCode({ _id: id, ticket_id: "", phone, name: "" });
  const dialog = await complete(shop, id, code, { labour: "300", material: "450" });
  await expect(dialog.getByRole("status").filter({ hasText: "₹949.50" })).toBeVisible();
  await axe(shop, "completion");
  await dialog.getByRole("radio", { name: "Cash" }).check();
  await dialog.getByRole("button", { name: "Complete job" }).click();
  await expect(dialog.getByRole("heading", { name: "Job marked as completed successfully!" })).toBeVisible();

  await page.goto(link);
  await expect(fact(page, /Ticket price/)).toContainText("₹199.50");
  await expect(fact(page, /^Labour charges$/)).toContainText("₹300");
  await expect(fact(page, /^Material charges$/)).toContainText("₹450");
  await expect(fact(page, /Closing price/)).toContainText("₹949.50");
});

test("an admin enters a request with its charge, the center closes it, and the closing adds up", async ({
  browser,
  baseURL,
}) => {
  const center = await aCenterApart(baseURL!);
  const at = requestsAt(baseURL!);
  const desk = await aDesk(browser, desktop);
  desk.setDefaultTimeout(15_000);
  await desk.goto("/admin-ticket");
  await settled(desk);
  const field = (label: string) => desk.getByLabel(label, { exact: true });
  const phone = freshPhone();
  await field("Phone").fill(phone);
  await field("Name").fill(aName());
  await field("Service").selectOption({ label: "AC REPAIR" });
  await desk.getByLabel("Specific requirement").fill("It does not cool");
  await field("Time preference").selectOption("IMMEDIATELY");
  await field("House number or street").fill("12, Lake Road");
  await field("Locality").fill("Shivajinagar");
  await field("City").fill("Bengaluru");
  await field("Pincode").fill(center.pincode);
  await desk.getByLabel("Additional charges").fill("149.25");
  await desk.locator("form [data-form-end] button").click();
  const made = desk.getByRole("dialog", { name: "Hurray! Your Request has been created" });
  await expect(made).toBeVisible();
  const number = await made.getByText(/^REQ-\d{6}-\w{4}$/).innerText();
  const id = new URL(desk.url()).searchParams.get("created")!;

  const shop = await at.windowOf(browser, center);
  shop.setDefaultTimeout(15_000);
  await shop.goto("/brodcast-requests");
  const offer = rowOf(shop, number);
  const asks = offer.getByRole("link", { name: /^Accept for/ });
  if ((await asks.count()) > 0) await asks.click();
  await offer.getByRole("button", { name: /^Accept/ }).click();
  await expect(offer.getByText("ACCEPTED", { exact: true })).toBeVisible();
  const code = () => at.happyCode({ _id: id, ticket_id: number, phone, name: "" });
  const dialog = await complete(shop, id, code, { labour: "100", material: "0" });
  await expect(dialog.getByRole("status").filter({ hasText: "₹249.25" })).toBeVisible();
  await dialog.getByRole("radio", { name: "Cash" }).check();
  await dialog.getByRole("button", { name: "Complete job" }).click();
  await expect(dialog.getByRole("heading", { name: "Job marked as completed successfully!" })).toBeVisible();
  await desk.goto(`/view-ticket?ticketId=${id}`);
  await settled(desk);
  await expect(desk.locator("main")).toContainText("₹249.25");
  await expect(desk.locator("main")).toContainText("₹149.25");
});
