import { readFile } from "node:fs/promises";
import { type Browser, expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { axe, sideways } from "./accessible.ts";
import { callsAt } from "./calls.ts";
import { settled } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { aDesk, aName, desktop, numbers } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";
import { peopleAt } from "./people.ts";
import { aPhone } from "./tracking-steps.ts";

/* Insights of Requests (001 §2, screen 12): what is counted, and the requests behind each number. */

type Made = { _id: string; ticket_id: string };

/** A client of one journey only, whose numbers nobody else changes: three requests, the last of them cancelled. */
async function aClientsRequests(base: string) {
  const { call } = callsAt(base);
  const { token } = await call("POST", "admin/login", { user_name: "superadmin", password: "Demo@2026" });
  const client = aName();
  await call("POST", "admin/add-client", factsOf(client), token);
  const known = await call<{ _id: string; client_name: string }[]>("GET", "admin/get-all-clients", undefined, token);
  const clientId = known.data.find(({ client_name }) => client_name === client)!._id;
  const services = await call<{ _id: string; service_name: string }[]>("GET", "admin/get-all-active-services");
  const made: Made[] = [];
  for (let n = 0; n < 3; n++) {
    const { data } = await call<Made>(
      "POST",
      "center/public-ticket-by-superadmin",
      {
        service_provided_for: services.data.find(({ service_name }) => service_name === "AC REPAIR")!._id,
        personal_details: { name: aName(), primary_phone: { country_code: "+91", mobile_number: aPhone() } },
        address_details: { house_number: "4, Market Street", city: "Nashik", pincode: "422001" },
        time_preference: { time_preference_type: "IMMEDIATELY" },
        offers_applied: { offer_code: "GHARSEVA2025" },
        authorized_client_id: clientId,
        service_provided_client_id: `JOB-${n}`,
        service_provided_due_amount: 250,
      },
      token,
    );
    made.push(data);
  }
  await call("PUT", `admin/cancelTickets/${made[2]!._id}`, { reason: "Asked for twice" }, token);
  return { client, clientId, made };
}

const factsOf = (name: string) => ({
  client_name: name,
  product_name: "Split AC",
  specific_requirement: "Repair",
  price: 450,
  official_email: "desk@example.in",
  client_poc: { person_name: "Asha", person_designation: "Head", phone: { mobile_number: aPhone() } },
  address_details: { address_line: "1 MG Road", city: "Pune", state: "Maharashtra", pincode: "411001" },
  gst_number: "27AAPFU0939F1ZV",
  aadhaar_number: "XXXXXXXX1234",
  pan_number: "AAPFU0939F",
  tin_number: "1",
  bank_details: {
    bank_name: "State Bank",
    bank_account_number: "123456789012",
    ifsc_code: "SBIN0001234",
    branch: "Camp",
  },
});

const clientOf = (page: Page) => page.locator('[data-client] select[name="client"]');
const table = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** The number of a row below the head of its column. */
async function cell(page: Page, name: string, row: string, column: string) {
  await expect(table(page, name)).toBeVisible();
  const heads = await table(page, name).locator("thead > tr > *").allInnerTexts();
  const at = heads.map((head) => head.trim()).indexOf(column);
  expect(at, `${column} among ${heads}`).toBeGreaterThan(0);
  const line = table(page, name)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: row, exact: true }) });
  return line.locator("> *").nth(at);
}

/** The report page of a client as soon as its three requests are counted. */
async function reportOf(page: Page, { client, clientId }: { client: string; clientId: string }) {
  await expect(async () => {
    // How a client is chosen is client-choice.spec.ts: of many the page has some.
    await page.goto(`/report-page?client=${clientId}`);
    await expect(clientOf(page).locator("option:checked")).toHaveText(client, { timeout: 1_000 });
    await expect(await cell(page, "Requests by period", "Cancelled", "Today")).toContainText("1", { timeout: 1_000 });
    await expect(await cell(page, "Requests by period", "Received", "Today")).toContainText("3", { timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
}

/** Opens a number and expects exactly these requests behind it. */
async function opens(page: Page, place: () => Promise<ReturnType<Page["locator"]>>, made: readonly Made[]) {
  const number = (await place()).getByRole("link");
  await expect(number).toHaveText(String(made.length));
  await number.click();
  await expect(page).toHaveURL(/\/Tickets\?/);
  await expect.poll(async () => (await numbers(page)).toSorted()).toEqual(made.map((one) => one.ticket_id).toSorted());
  await page.goBack();
  await expect(page).toHaveURL(/\/report-page/);
}

const windows = { desktop, narrow: { viewport: { width: 360, height: 740 } } };
const operator = (browser: Browser, size: keyof typeof windows = "desktop", more: object = {}) =>
  aDesk(browser, { ...windows[size], ...more });

test("R311, R314, R315 each number of the report opens the requests that it counts", async ({ browser, baseURL }) => {
  const ofClient = await aClientsRequests(baseURL!);
  const { made } = ofClient;
  const page = await operator(browser);
  page.setDefaultTimeout(15_000);
  await page.goto("/Home");
  await page.getByRole("main").getByRole("link", { name: "Insights of Requests" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Insights of Requests");
  await settled(page);
  await axe(page, "everybody's numbers");
  const open = made.slice(0, 2);
  const cancelled = made.slice(2);
  await reportOf(page, ofClient);
  const ring = page.getByRole("img", { name: "Today: 0 closed, 1 cancelled, 0 accepted, 2 pending" });
  for (const [colour, n] of Object.entries({ closed: 0, four: 1, accepted: 0, two: 1 }))
    await expect(ring.locator(`[data-tone="${colour}"]`), colour).toHaveCount(n);
  await settled(page);
  await axe(page, "a client's numbers");
  const counts = (row: string) => () => cell(page, "Requests by period", row, "Today");
  await opens(page, counts("Received"), made);
  await opens(page, counts("Cancelled"), cancelled);
  await expect(await counts("Closed")()).toContainText("0");
  await expect((await counts("Closed")()).getByRole("link")).toHaveCount(0);
  await opens(page, () => cell(page, "Revenue", "This Month", "Admin"), made);
  await opens(page, () => cell(page, "By service", "AC REPAIR", "Open"), open);
  await opens(page, () => cell(page, "By city", "Nashik", "Cancelled"), cancelled);
  await opens(page, () => cell(page, "How far requests came", "Booked", "Requests"), made);
  // Two of ₹250 each; the cancelled one is not due.
  await expect(page.getByRole("definition").filter({ hasText: "₹500" })).toBeVisible();
  // Other lengths of time keep the client.
  await page.getByRole("link", { name: "7 days", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The last 7 days" })).toBeVisible();
  await opens(page, counts("Received"), made);
});

test("R316 the revenue of centers opens their wallets in the same days", async ({ browser, baseURL }) => {
  await peopleAt(baseURL!).aCenter({ walletRupees: 500 });
  const page = await operator(browser);
  const money = async () => (await cell(page, "Revenue", "This Month", "Centers")).getByRole("link");
  await expect(async () => {
    await page.goto("/report-page");
    await expect(await money()).toHaveText(/^-?₹[\d,]+$/, { timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
  await (await money()).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wallet");
  const query = new URL(page.url()).searchParams;
  expect([query.get("tab"), query.get("from")?.slice(-3)]).toEqual(["center", "-01"]);
  await expect(page.getByRole("link", { name: "CENTER", exact: true })).toHaveAttribute("aria-current", "page");
});

test("who may not see the numbers is refused, and finds no way to them", async ({ browser }) => {
  const page = await aDesk(browser, desktop, "operations");
  await page.goto("/Home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Insights of Requests" })).toHaveCount(0);
  const answer = await page.goto("/report-page");
  expect(answer?.status()).toBe(403);
  await expect(page.getByText("No permission , contact admin")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await axe(page, "refused");
  // A page that refuses keeps the console's menu, on a phone too.
  await page.setViewportSize(windows.narrow.viewport);
  await page.locator("[data-burger]").click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "All Requests" })).toBeVisible();
});

test("a client's desk reads its client's numbers alone, and nothing of the house's money", async ({
  browser,
  baseURL,
}) => {
  const { client } = await aClientsRequests(baseURL!);
  const page = await aDesk(browser, desktop, "clientdesk");
  await page.goto("/client-dashboard");
  await page.getByRole("link", { name: "Insights of Requests" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Insights of Requests");
  await settled(page);
  await axe(page, "a client's desk");
  await expect(clientOf(page)).toHaveCount(0);
  await expect(page.getByText(client)).toHaveCount(0);
  await expect(table(page, "Revenue").getByRole("columnheader")).toHaveText([
    "Total Requests",
    "Admin",
    "Web",
    "App",
    "QR",
  ]);
  for (const word of ["Earned", "Held", "Refunded"])
    await expect(page.getByText(word, { exact: true }), word).toHaveCount(0);
});

test("at 360 px the page does not scroll sideways, its tables do by the keyboard", async ({ browser }) => {
  const page = await operator(browser, "narrow");
  await page.goto("/report-page?days=365");
  await settled(page);
  expect(await sideways(page)).toBe(0);
  const counts = table(page, "Requests by period");
  await counts.focus();
  await expect(counts).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => counts.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await axe(page, "narrow");
});

test("without JavaScript a length of time is chosen for a client, and a number opens its requests", async ({
  browser,
  baseURL,
}) => {
  const ofClient = await aClientsRequests(baseURL!);
  const { made } = ofClient;
  const page = await operator(browser, "desktop", { javaScriptEnabled: false });
  await reportOf(page, ofClient);
  await page.getByRole("link", { name: "90 days", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The last 90 days" })).toBeVisible();
  await opens(page, () => cell(page, "Requests by period", "Received", "Today"), made);
});

/** The row of the clock with a schedule, and its words. */
const scheduleRow = (page: Page, words: string) => page.getByRole("row").filter({ hasText: words });

/** Has the clock run a schedule now, and waits for its end. */
async function runNow(page: Page, words: string) {
  const row = scheduleRow(page, words);
  await expect(async () => {
    await page.goto("/clock");
    // One that just runs by itself is asked for after it.
    await row.getByRole("button", { name: `Run now: ${words}` }).click({ timeout: 1_000 });
    await expect(page.getByText("It will run shortly")).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: patienceMs });
  await expect(async () => {
    await page.goto("/clock");
    await expect(row.getByText("Done").filter({ visible: true })).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
}

test("R317 a report is prepared regularly: asked for on the page, made by the clock, offered with a link that expires", async ({
  browser,
  baseURL,
}) => {
  const { client, clientId, made } = await aClientsRequests(baseURL!);
  const page = await operator(browser);
  await reportOf(page, { client, clientId });
  const scheduleForm = page.getByRole("form", { name: "Scheduled reports" });
  await scheduleForm.getByLabel("How often").selectOption({ label: "Daily" });
  await scheduleForm.getByLabel("Format").selectOption({ label: "CSV" });
  await scheduleForm.getByRole("button", { name: "Prepare regularly" }).click();
  await expect(page.getByText("The file will be prepared regularly")).toBeVisible();
  const ofClient = (name: string) => table(page, name).getByRole("row").filter({ hasText: client });
  await expect(ofClient("Scheduled reports")).toHaveCount(1);
  await settled(page);
  await axe(page, "a report that is prepared regularly");

  // The day of the requests is over: they, and what the schedule has told of, are a day older.
  await inDatabase(
    sql`update tickets set created_at = created_at - interval '1 day' where client_id = (select id from clients where client_name = ${client})`,
  );
  await inDatabase(
    sql`update report_schedules set covered_to = covered_to - 1 where client_id = (select id from clients where client_name = ${client})`,
  );
  await runNow(page, "Prepares the report files that are due");
  await page.goto("/report-page");
  await expect(async () => {
    await page.reload();
    await expect(ofClient("Prepared files").getByRole("link", { name: "Download" })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
  const file = ofClient("Prepared files");
  await expect(file).toContainText("3");
  await expect(file).toContainText(/until/i);
  const link = file.getByRole("link", { name: "Download" });
  const address = (await link.getAttribute("href"))!;
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("report.csv");
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(4);
  for (const { ticket_id } of made) expect(lines.filter((line) => line.startsWith(ticket_id))).toHaveLength(1);

  // Its link is nobody else's, and nobody's after a week.
  const other = await aDesk(browser, desktop, "operations");
  expect((await other.request.get(address)).status()).toBe(404);
  await inDatabase(
    sql`update exports set made_at = made_at - interval '8 days' where id = ${address.split("/").at(-1)}`,
  );
  expect((await page.request.get(address)).status()).toBe(404);
  await page.reload();
  await expect(page.getByText(client).first()).toBeAttached();
  await expect(ofClient("Prepared files")).toHaveCount(0);

  await ofClient("Scheduled reports")
    .getByRole("button", { name: /^Stop: / })
    .click();
  await expect(page.getByText("This file is no longer prepared")).toBeVisible();
  await expect(ofClient("Scheduled reports")).toHaveCount(0);
});

test("the clock says what the house does by itself, runs it now, and is a SUPER_ADMIN's alone", async ({ browser }) => {
  const page = await operator(browser);
  await page.goto("/clock");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Scheduled tasks");
  const words = "Removes old deliveries of webhooks";
  await expect(scheduleRow(page, words)).toHaveCount(1);
  await settled(page);
  await axe(page, "the clock");
  await runNow(page, words);
  await expect(scheduleRow(page, words)).toContainText(/\d s/);

  const narrow = await operator(browser, "narrow");
  await narrow.goto("/clock");
  await settled(narrow);
  expect(await sideways(narrow)).toBe(0);
  await axe(narrow, "the clock, narrow");

  const desk = await aDesk(browser, desktop, "operations");
  expect((await desk.goto("/clock"))?.status()).toBe(403);
});
