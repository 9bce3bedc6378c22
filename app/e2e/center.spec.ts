import { randomBytes } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";
import { aPicture } from "./tracking-steps.ts";

/* A center's work on its requests, with JavaScript and without; and every page of its console. */

let at: ReturnType<typeof requestsAt>;

const windowOf = (browser: Browser, center: Center, options?: Parameters<Browser["newContext"]>[0]) =>
  at.windowOf(browser, center, options);

const row = (page: Page, number: string) => page.getByRole("row").filter({ hasText: number });
const live = (page: Page) => expect(page.getByText("This page updates by itself")).toBeVisible();
const aName = () => `Nikhil ${randomBytes(4).toString("hex")}`;
const picture = { name: "pump.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) };

test.beforeAll(({ baseURL }) => {
  at = requestsAt(baseURL!);
});

test("a request is accepted, assigned and completed by keyboard alone, with a picture and the happy code", async ({
  browser,
}) => {
  const center = await at.aCenter();
  const page = await windowOf(browser, center);
  const request = await at.offered(center);
  await page.goto("/brodcast-requests");
  await live(page);
  const press = async (target: ReturnType<Page["getByRole"]>) => {
    // A form that was refused is sent again once its page has been read anew.
    await expect(target).toBeEnabled();
    await target.focus();
    await page.keyboard.press("Enter");
  };
  await press(row(page, request.ticket_id).getByRole("button", { name: /^Accept/ }));
  await press(row(page, request.ticket_id).getByRole("link", { name: "Open the request" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(request.ticket_id);
  await expect(page.getByText("Technician Not Assigned")).toBeVisible();
  await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    new RegExp(`^https://wa\\.me/91${request.phone}\\?text=`),
  );

  await press(page.getByRole("link", { name: "Assign technician" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Technician", { exact: true })).toBeFocused();
  await press(dialog.getByRole("button", { name: "Assign technician" }));
  await expect(dialog.getByRole("alert")).toContainText("Please choose a technician");
  await dialog.getByLabel("Technician", { exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await press(dialog.getByRole("button", { name: "Assign technician" }));
  await expect(page.getByText("Technician assigned successfully")).toBeVisible();

  await press(page.getByRole("link", { name: "Job completion" }));
  await press(dialog.getByRole("button", { name: "Complete job" }));
  await expect(dialog.getByRole("alert")).toContainText("Upload Onsite Pictures!");
  await dialog.getByLabel("Add on-site pictures").setInputFiles(picture);
  await expect(dialog.getByRole("img", { name: "On-site picture 1 of 1" })).toBeVisible();
  await dialog.getByLabel("Customer's happy or unhappy code").fill("0000");
  await dialog.getByLabel("Material charges").fill("750");
  await expect(dialog.getByRole("status").filter({ hasText: "₹750" })).toBeVisible();
  const reference = dialog.getByLabel("UPI reference (UTR)");
  await dialog.getByRole("radio", { name: "Cash" }).check();
  await expect(reference).toBeHidden();
  await dialog.getByRole("radio", { name: "Online" }).check();
  await press(dialog.getByRole("button", { name: "Complete job" }));
  await expect(dialog.getByRole("alert")).toContainText("Type the UPI reference, or tick “Not yet paid”");
  await reference.fill("4123 4567 8901");
  await press(dialog.getByRole("button", { name: "Complete job" }));
  await expect(dialog.getByRole("alert")).toContainText("This code is not right");
  await expect(dialog.getByText("Tries left: 4")).toBeVisible();
  await expect(dialog.getByLabel("Material charges")).toHaveValue("750");
  await dialog.getByLabel("Customer's happy or unhappy code").fill(await at.happyCode(request));
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: "Job marked as completed successfully!" })).toBeVisible();
  await expect(dialog.getByText("₹750")).toBeVisible();
  await expect(dialog.getByText("Paid online, reference 412345678901")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("CLOSED", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add remarks" })).toHaveCount(0);
  const fact = (label: string) => page.locator("dl > div", { has: page.getByText(label, { exact: true }) });
  await expect(fact("Happy code")).toContainText("Yes");
  // R252: 99 and 0 are shown in lists only.
  await expect(fact("Paid by public")).toContainText("No");
  const invoice = await page.request.get(
    (await page.getByRole("link", { name: "Download Invoice" }).getAttribute("href"))!,
  );
  expect([invoice.status(), invoice.headers()["content-type"]]).toEqual([200, "application/pdf"]);
});

test.describe("without JavaScript", () => {
  test("a request is paid for, assigned, completed with a picture and a code, and its price paid later", async ({
    browser,
  }) => {
    const center = await at.aCenter({ walletRupees: 0 });
    const page = await windowOf(browser, center, { javaScriptEnabled: false });
    const request = await at.paidRequest(center);
    await page.goto("/brodcast-requests");
    await expect(page.getByRole("link", { name: "Reload to see what is new" })).toBeVisible();
    await row(page, request.ticket_id)
      .getByRole("button", { name: /^Accept for ₹49/ })
      .click();
    await page.getByRole("button", { name: "Pay ₹49" }).click();
    await page.getByRole("button", { name: "Let the payment fail" }).click();
    await expect(page.getByRole("alert")).toContainText("Payment failed! The request was not accepted");
    await page.getByRole("link", { name: "Retry the payment" }).click();
    await page.getByRole("button", { name: "Pay ₹49" }).click();
    await page.getByRole("button", { name: "Pay successfully" }).click();
    await expect(page.getByText("Payment successfully")).toBeVisible();

    const accepted = page.getByRole("region", { name: "Request accepted successfully" });
    await accepted.getByRole("link", { name: "Assign technician" }).click();
    await page.getByLabel("Technician", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Assign technician" }).click();
    const message = page.locator("main output");
    await expect(message).toHaveText("Technician assigned successfully");
    await page.getByRole("link", { name: "Job completion" }).click();
    await page.getByLabel("Status").selectOption("ON_HOLD");
    await page.getByRole("button", { name: "Complete job" }).click();
    await expect(message).toHaveText("Ticket put on hold!");
    await page.getByRole("link", { name: "Job completion" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Add on-site pictures").setInputFiles(picture);
    await form.getByLabel("Material charges").fill("300");
    await form.getByLabel("Not yet paid").check();
    await form.getByLabel("Customer's happy or unhappy code").fill("0000");
    await form.getByRole("button", { name: "Complete job" }).click();
    await expect(form.getByRole("alert")).toContainText("This code is not right");
    // The picture was stored before the form was validated.
    await expect(form.getByRole("img", { name: "On-site picture 1 of 1" })).toBeVisible();
    await form.getByLabel("Customer's happy or unhappy code").fill(await at.happyCode(request));
    await form.getByRole("button", { name: "Complete job" }).click();
    await expect(page.getByRole("heading", { name: "Job marked as completed successfully!" })).toBeVisible();
    await expect(form.getByText("Online, not yet paid")).toBeVisible();
    await form.getByRole("link", { name: "Done" }).click();

    await page.getByRole("link", { name: "Enter payment" }).click();
    await expect(form.getByText("Due: ₹300")).toBeVisible();
    await form.getByLabel("UPI reference (UTR)").fill("4123");
    await form.getByRole("button", { name: "Save payment" }).click();
    await expect(form.getByRole("alert")).toContainText("12 digits of UPI");
    await form.getByLabel("UPI reference (UTR)").fill("412345678901");
    await form.getByRole("button", { name: "Save payment" }).click();
    await expect(message).toHaveText("Payment saved. The bill says PAID now");
    await expect(page.getByText("Paid online, reference 412345678901")).toBeVisible();
    await expect(page.getByRole("link", { name: "Enter payment" })).toHaveCount(0);
  });
});

test("what a center's form is refused stays with it when the server cannot be reached (Q80, R171, R172)", async ({
  browser,
}) => {
  const center = await at.aCenter();
  const page = await windowOf(browser, center);
  const request = await at.requestOf(center);
  await page.goto(`/tickets-center?ticket=${request._id}&act=remark`);
  await live(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Remarks", { exact: true }).fill("Ordered the part");
  await page.route("**/tickets-center**", (route) => route.abort());
  await dialog.getByRole("button", { name: "Save remarks" }).click();
  await expect(dialog.getByRole("alert")).toContainText("this was not sent. It is kept on this page");
  await expect(dialog.getByLabel("Remarks", { exact: true })).toHaveValue("Ordered the part");
  await page.unroute("**/tickets-center**");
  await dialog.getByRole("button", { name: "Save remarks" }).click();
  await expect(page.getByText("Remarks saved successfully")).toBeVisible();

  await page.goto("/tickets-center?act=complete&of=AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Failed to fetch ticket details");
});

test("filters stand in the address and the list equals them (B8)", async ({ browser }) => {
  const center = await at.aCenter();
  const page = await windowOf(browser, center);
  const name = aName();
  const request = await at.requestOf(center, { name });
  await page.goto("/tickets-center");
  await settled(page);
  await page.getByLabel("Request id or customer").fill(name);
  await page.getByLabel("Status").selectOption("Technician Not Assigned");
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(page).toHaveURL(/status=Technician\+Not\+Assigned&search=Nikhil\+/);
  await expect(page.getByRole("row").filter({ hasText: /REQ-/ })).toHaveCount(1);
  await expect(row(page, request.ticket_id)).toContainText("matched_in_same_center FREE");
  await page.getByLabel("Status").selectOption("CLOSED");
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.goBack();
  await expect(row(page, request.ticket_id)).toBeVisible();
  await expect(page.getByLabel("Request id or customer")).toHaveValue(name);
});

for (const [language, size] of [
  ["en", 1280],
  ["en", 320],
  ["hi", 360],
  ["hi", 1280],
] as const) {
  test(`every page of the console is clean for axe and has no sideways scroll (${language}, ${size} px)`, async ({
    browser,
  }) => {
    const center = await at.aCenter();
    const page = await windowOf(browser, center, { viewport: { width: size, height: 800 } });
    await page.context().addCookies([{ name: "lang", value: language, url: test.info().project.use.baseURL! }]);
    const request = await at.requestOf(center);
    await at.offered(center);
    const ticket = `/tickets-center?ticket=${request._id}`;
    const pages = [
      "/center-dashboard",
      "/brodcast-requests",
      "/tickets-center",
      "/tickets-center?search=nothing-is-called-this",
      "/ticket-created-by-you",
      "/exports",
      "/AddTicket",
      "/payments",
      "/Technicians",
      "/AddTechnician",
      ticket,
      ...["assign", "remark", "delete"].map((act) => `${ticket}&act=${act}`),
    ];
    for (const address of pages) {
      await page.goto(address);
      await settled(page);
      await axe(page, address);
      expect.soft(await sideways(page), address).toBeLessThanOrEqual(0);
    }
    await page.goto(`${ticket}&act=assign`);
    await page.locator("dialog select").selectOption({ index: 1 });
    await page.locator("dialog form .btn-main").click();
    await expect(page.locator("dialog")).toHaveCount(0);
    for (const act of ["change", "complete", "close"]) {
      await page.goto(`${ticket}&act=${act}`);
      await settled(page);
      await axe(page, act);
      expect.soft(await sideways(page), act).toBeLessThanOrEqual(0);
    }
  });
}
