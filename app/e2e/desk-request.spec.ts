import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, confirmIfNeeded, customers, desktop, listed } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";

/*
 * One request at the operator's desk: opened from its list, every section, the acts on it by mouse, by keyboard and
 * without JavaScript, its reopen log and its punch review.
 */

const sections = (page: Page) => page.locator("[data-section] h2").allInnerTexts();

test("R284 a request is opened from its list, read, assigned, closed by the operator and booked again", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  const { made } = await customers(baseURL!, name, 2);
  const page = await aDesk(browser, desktop);
  await page.goto(listed(name));
  await settled(page);
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/view-ticket\?ticketId=/);
  await settled(page);
  const request = made[1]!;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(request.ticket_id);
  expect(await sections(page)).toEqual([
    "Request",
    "Customer",
    "Assigned",
    "Closure",
    "Revisit",
    "Timestamps",
    "On-site pictures",
    "Feedback list",
    "Broadcast list",
    "Money",
    "Remarks",
    "History",
  ]);
  for (const empty of ["No feed back given", "No broadcast given", "No onsite pictures available"])
    await expect(page.getByText(empty)).toBeVisible();
  await expect(page.getByText("1 of 2")).toBeVisible();
  await axe(page, "View Request");

  // By keyboard alone: assign, then close.
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Assign Technician" })).toBeVisible();
  await axe(page, "Assign Technician");
  await dialog.getByRole("button", { name: "Assign Technician" }).click();
  await expect(dialog.getByText("Please choose a technician").first()).toBeVisible();
  await dialog.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Technician assigned successfully")).toBeVisible();
  await expect(page.locator("[data-history] li").first()).toContainText("Technician");

  await page.keyboard.press("c");
  await expect(dialog.getByRole("heading", { name: "Close Request" })).toBeVisible();
  await axe(page, "Close Request");
  await dialog.getByLabel("Closing price").fill("1850.75");
  await expect(dialog.getByText("Customer pays ₹1,850")).toBeVisible();
  await dialog.getByLabel("Not yet paid").check();
  await confirmIfNeeded(page);
  await dialog.getByRole("button", { name: "Close Request" }).click();
  await expect(dialog.getByRole("heading", { name: "Ticket closed successfully" })).toBeVisible();
  await dialog.getByRole("link", { name: "Close", exact: true }).last().click();
  await expect(page.locator("[data-facts]").getByText("₹1,850").first()).toBeVisible();
  await expect(page.getByText("Online, not yet paid")).toBeVisible();
  const address = new URL(page.url());
  await page.goto(`${address.pathname}${address.search}&act=recordPayment&of=${address.searchParams.get("ticketId")}`);
  await settled(page);
  await axe(page, "Enter Payment");
  await dialog.getByLabel("UPI reference (UTR)").fill("412345678901");
  await dialog.getByRole("button", { name: "Save payment" }).click();
  await expect(page.getByText("Payment saved. The bill says PAID now")).toBeVisible();
  await expect(page.getByText("Paid online, reference 412345678901")).toBeVisible();
  await expect(page.locator("[data-history] li").first()).toContainText("reference …8901");
  await page.getByRole("link", { name: "Rebook" }).click();
  await dialog.getByRole("combobox").first().selectOption("IMMEDIATELY");
  await dialog.getByRole("button", { name: "Rebook" }).click();
  await expect(page.getByText("Ticket Created successfully")).toBeVisible();
  await expect(page.getByText("Rebooked from")).toBeVisible();
});

test("the team's remarks turn its button green; two operators see each other", async ({ browser, baseURL }) => {
  const name = aName();
  const { made } = await customers(baseURL!, name, 1);
  const address = `/view-ticket?ticketId=${made[0]!._id}`;
  const one = await aDesk(browser, desktop);
  const two = await aDesk(browser, desktop);
  await one.goto(address);
  await two.goto(`${address}&act=requirement`);
  await settled(one);
  await settled(two);
  const typed = two.getByRole("dialog").getByLabel("Specific requirement");
  await typed.fill("Bring a long ladder");

  await one.keyboard.press("m");
  await one.getByRole("dialog").getByLabel("Remarks").fill("Customer asked for a senior technician");
  await one.getByRole("dialog").getByRole("button", { name: "Save remarks" }).click();
  await expect(one.getByText("Remarks saved successfully")).toBeVisible();
  await expect(one.getByText("Customer asked for a senior technician")).toBeVisible();

  await expect(two.locator("[data-news]")).toContainText("Remarks of the onboarding team saved", {
    timeout: patienceMs,
  });
  await expect(typed).toHaveValue("Bring a long ladder");
  await two.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(two.getByRole("dialog")).toContainText("You changed this in another window or on another device");
  // The toast says the same as the dialog, not that the page is to be loaded anew.
  await expect(two.locator("[data-toasts] li").filter({ hasText: "changed this" })).toHaveCount(1);
  await expect(two.getByText("Reload the page and try again")).toHaveCount(0);
  await expect(typed).toHaveValue("Bring a long ladder");
});

test("a pincode nobody serves is mended after its preview; an operator without JavaScript does it as well", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const request = await at.offered(center, { name: aName() });
  const page = await aDesk(browser, { ...desktop, javaScriptEnabled: false });
  await page.goto(`/view-ticket?ticketId=${request._id}`);
  await page.getByRole("link", { name: "Edit pincode" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Pincode").fill("12");
  await dialog.getByRole("button", { name: "Show what happens" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("textbox", { name: "Pincode" }).fill("744999");
  await page.getByRole("button", { name: "Show what happens" }).click();
  await expect(page.getByText("In 744999: No Service Available In This Area")).toBeVisible();
  await confirmIfNeeded(page);
  await page.getByRole("button", { name: "Save 744999" }).click();
  // Text selectors do not look into noscript.
  await expect(page.locator("noscript output")).toHaveText("Pincode saved. No Service Available In This Area");
  expect(page.url()).not.toContain("refused");
  await expect(page.getByText("No center serves here.")).toBeVisible();
  await expect(page.getByText(/Karnataka 744999/)).toBeVisible();
});

test("R304 the punch review says what is missing and survives a reload; the reopen log and a wrong id say what they are", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  const { made } = await customers(baseURL!, name, 1);
  const page = await aDesk(browser, desktop);
  await page.goto(`/ticketDocument?ticketId=${made[0]!._id}`);
  await settled(page);
  await expect(page.getByLabel("Remarks")).toBeHidden();
  await page.getByLabel("Ticket status").selectOption("ON_HOLD");
  await expect(page.getByLabel("Remarks")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Serial Number is required").first()).toBeVisible();
  await expect(page.getByText("Remark is required").first()).toBeVisible();
  await page.getByLabel("Serial number").fill(name);
  await page.getByLabel("Ticket status").selectOption("VERIFIED");
  await axe(page, "Ticket document");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Punch review saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Serial number")).toHaveValue(name);
  await page.getByRole("link", { name: "Go Back" }).click();

  await page.goto(`/reopen-log/${made[0]!._id}`);
  await expect(page.getByText("No revisit was requested.")).toBeVisible();
  await axe(page, "Reopen log");
  await page.goto("/view-ticket?ticketId=nothing");
  await expect(page.getByText("Invalid Request id ")).toBeVisible();
});

test("R246 an act the server did not answer is said in its specified words, and its dialog keeps what was typed", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const request = await at.offered(center, { name: aName() });
  const direct = await at.requestOf(center, { name: aName() });
  await at.aCenter({ pincode: center.pincode });
  const page = await aDesk(browser, desktop);
  const dataPattern = "**/*";
  const leave = () =>
    page.route(dataPattern, (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));

  await page.goto(`/ticketDocument?ticketId=${request._id}`);
  await settled(page);
  await leave();
  await page.getByLabel("Serial number").fill("SN-17");
  await page.getByLabel("Ticket status").selectOption("VERIFIED");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Error updating punch ticket. Please try again later.");
  await expect(page.getByLabel("Serial number")).toHaveValue("SN-17");

  await page.unroute(dataPattern);
  await page.goto(`/view-ticket?ticketId=${request._id}`);
  await settled(page);
  await page.getByRole("link", { name: "Refund or penalty" }).first().click();
  // Q06: until the answer is there, nothing is claimed.
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Penalty", { exact: true }).check();
  await dialog.getByLabel("Amount").fill("10");
  await dialog.getByLabel("Remarks").fill("Nobody came");
  let answered = () => {};
  const waits = new Promise<void>((done) => {
    answered = done;
  });
  await page.route(dataPattern, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await waits;
    return route.abort();
  });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByText("Processing…")).toBeVisible();
  await expect(page.getByText("processed successfully")).toHaveCount(0);
  answered();
  await expect(dialog.getByRole("alert")).toContainText("An error occurred while processing the refund.");
  await expect(dialog.getByText("Processing…")).toBeHidden();
  await expect(dialog.getByLabel("Remarks")).toHaveValue("Nobody came");
  await page.unroute(dataPattern);
  await leave();

  await page.goto(`/view-ticket?ticketId=${direct._id}&act=broadcast&of=${direct._id}`);
  await settled(page);
  await expect(dialog).toContainText("Are you sure you want to broadcast this ticket?");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(dialog.getByText("Failed to broadcast request").first()).toBeVisible();
  await page.unroute(dataPattern);
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Request broadcasted successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("R289 the dialog that says how a closing went closes by itself, with the toast that says the same", async ({
  browser,
  baseURL,
}) => {
  const { made } = await customers(baseURL!, aName(), 1);
  const page = await aDesk(browser, desktop);
  await page.clock.install();
  await page.goto(`/view-ticket?ticketId=${made[0]!._id}`);
  await settled(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(`/view-ticket?ticketId=${made[0]!._id}&act=closed`);
  const dialog = page.getByRole("dialog", { name: "Ticket closed successfully" });
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await dialog.isVisible()).toBe(true);
  }).toPass();
  await page.clock.runFor(4_000);
  await expect(dialog).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(500);
    expect(await dialog.count()).toBe(0);
  }).toPass();
  await expect(page).not.toHaveURL(/act=/);
});

test("on a phone of 360 px nothing runs out of the page", async ({ browser, baseURL }) => {
  const { at, center, made } = await customers(baseURL!, aName(), 1);
  const offered = await at.offered(center, { name: aName() });
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  for (const [id, act] of [
    [offered._id, ""],
    ...["", "&act=assign", "&act=cancel", "&act=pincode"].map((act) => [made[0]!._id, act]),
  ]) {
    await page.goto(`/view-ticket?ticketId=${id}${act}`);
    await settled(page);
    expect([act, await sideways(page)]).toEqual([act, 0]);
  }
});
