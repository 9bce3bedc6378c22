import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { unzipSync } from "fflate";
import { requestsAt, settled } from "./center-steps.ts";
import { acceptedBy, aDesk, aName, customers, desktop, listed, numbers, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPicture } from "./tracking-steps.ts";

/* Rules of the documents that show only in a browser. */

const png = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(aPicture()) });

test("R148, R471 pictures that are refused are listed with their reasons; what is kept is downloaded by the operator", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter({ walletRupees: 500 });
  const request = await at.offered(center, { name: aName() });
  const shop = await at.windowOf(browser, center);
  await acceptedBy(shop, request.ticket_id);
  await shop.goto(`/tickets-center?ticket=${request._id}`);
  await settled(shop);
  await shop.getByRole("link", { name: "Assign technician" }).click();
  const dialog = shop.getByRole("dialog");
  await dialog.getByLabel("Technician", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Assign technician" }).click();
  await expect(shop.getByText("Technician assigned successfully")).toBeVisible();
  await shop.getByRole("link", { name: "Job completion" }).click();
  const broken = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from("no picture") });
  await dialog
    .getByLabel("Add on-site pictures")
    .setInputFiles([broken("one.png"), png("good.png"), broken("two.png")]);
  const refused = dialog.getByRole("listitem");
  await expect(dialog.getByText("These pictures were not saved:")).toBeVisible();
  for (const name of ["one.png", "two.png"])
    await expect(refused.filter({ hasText: new RegExp(`^${name}: \\S`) }), name).toHaveCount(1);
  await expect(refused.filter({ hasText: "good.png" })).toHaveCount(0);
  await expect(dialog.getByRole("img", { name: "On-site picture 1 of 1" })).toBeVisible();

  const desk = await aDesk(browser, desktop);
  await desk.goto(`/view-ticket?ticketId=${request._id}`);
  await settled(desk);
  const saved = desk.waitForEvent("download");
  await desk.getByRole("link", { name: "Download picture 1" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${request.ticket_id}-1.jpg`);
  const alone = await readFile(await file.path());
  expect(alone.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

  // With a second one, both come at once.
  await expect(desk.getByRole("link", { name: "Download all as ZIP" })).toHaveCount(0);
  await dialog.getByLabel("Add on-site pictures").setInputFiles([png("second.png")]);
  await expect(dialog.getByRole("img", { name: "On-site picture 2 of 2" })).toBeVisible();
  await desk.reload();
  const zipped = desk.waitForEvent("download");
  await desk.getByRole("link", { name: "Download all as ZIP" }).click();
  const zip = await zipped;
  expect(zip.suggestedFilename()).toBe(`${request.ticket_id}.zip`);
  const files = unzipSync(await readFile(await zip.path()));
  expect(Object.keys(files)).toEqual([1, 2].map((nth) => `${request.ticket_id}-${nth}.jpg`));
  expect(Buffer.from(files[`${request.ticket_id}-1.jpg`]!).equals(alone)).toBe(true);
});

test("R180 a broadcast the network lost is noted on the console, and said as a failure on the page", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const page = await at.windowOf(browser, await at.aCenter());
  const noted: string[] = [];
  page.on("console", (message) => noted.push(message.text()));
  const name = aName();
  await page.goto("/AddTicket");
  await settled(page);
  await page.getByLabel("Service", { exact: true }).selectOption({ label: "PLUMBING" });
  await page.getByLabel("Time preference").selectOption("IMMEDIATELY");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Phone", { exact: true }).fill("9812345672");
  await page.getByLabel("House number").fill("7, Temple Street");
  await page.getByLabel("Pincode").fill("799999");
  await page.getByRole("button", { name: "Add Ticket" }).click();
  await expect(page.getByText("Ticket Created successfully")).toBeVisible();
  await page.goto(`/ticket-created-by-you?search=${encodeURIComponent(name)}`);
  await settled(page);
  await page.route(/ticket-created-by-you/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await rowOf(page, name)
    .getByRole("button", { name: /^Broadcast/ })
    .click();
  await expect(page.getByRole("alert")).toHaveText("Failed to broadcast ticket!");
  await expect.poll(() => noted).toContain("Network response was not ok");
  await expect(page.getByText("Network response was not ok")).toHaveCount(0);
});

test("R233 what is answered takes the place of the rows before", async ({ browser, baseURL }) => {
  const [one, two] = [aName(), aName()];
  const first = await customers(baseURL!, one, 2);
  const second = await customers(baseURL!, two, 1);
  const page = await aDesk(browser, desktop);
  await page.goto(listed(one));
  await settled(page);
  await expect
    .poll(async () => (await numbers(page)).toSorted())
    .toEqual(first.made.map(({ ticket_id }) => ticket_id).toSorted());
  await page.evaluate(() => Object.assign(globalThis, { samePage: true }));
  await page.keyboard.press("f");
  const search = page.getByRole("searchbox", { name: "Request id or customer" });
  await expect(search).toBeFocused();
  await search.fill(two);
  await search.press("Enter");
  await expect.poll(() => numbers(page)).toEqual(second.made.map(({ ticket_id }) => ticket_id));
  expect(await page.evaluate(() => "samePage" in globalThis)).toBe(true);
});

test("R319 a saving that failed says why at the top right, for five seconds", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  await page.clock.install();
  await page.goto("/admin-ticket");
  await settled(page);
  // From here on the page's clock moves only when the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator("form .request-end button").click();
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Please fill in all required details" });
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await toast.isVisible()).toBe(true);
  }).toPass();
  await expect(toast).toHaveAttribute("data-type", "error");
  await expect(toast).toHaveAttribute("data-x-position", "right");
  await expect(toast).toHaveAttribute("data-y-position", "top");
  await page.clock.runFor(4_500);
  await expect(toast).toHaveAttribute("data-removed", "false");
  await page.clock.runFor(1_500);
  await expect(toast).toHaveCount(0);
});

test("R324 a center that has not answered is written to over WhatsApp, with what its wallet needs", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const request = await at.offered(center, { name: aName() });
  const page = await aDesk(browser, desktop);
  await page.goto(`/view-ticket?ticketId=${request._id}`);
  const reminder = page.getByRole("link", { name: `Send a reminder to ${center.centerName}` });
  await expect(reminder).toHaveAttribute("href", new RegExp(`^https://wa\\.me/91${center.phone}\\?text=`));
  const words = new URL((await reminder.getAttribute("href"))!).searchParams.get("text");
  expect(words).toContain(request.ticket_id);
  expect(words).toContain("Keep at least ₹99 in your wallet");
  expect(words).not.toContain(request.phone);
  // Who sees the center's phone starred has no link to it; nor has a center that answered.
  const clerk = await aDesk(browser, desktop, "operations");
  await clerk.goto(`/view-ticket?ticketId=${request._id}`);
  await expect(rowOf(clerk, center.centerName).first()).toBeVisible();
  await expect(clerk.getByRole("link", { name: /^Send a reminder to / })).toHaveCount(0);
  await acceptedBy(await at.windowOf(browser, center), request.ticket_id);
  await page.reload();
  await expect(rowOf(page, center.centerName).first()).toContainText("ACCEPTED");
  await expect(reminder).toHaveCount(0);
});
