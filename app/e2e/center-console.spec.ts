import { type Browser, expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { assignTechnician, cellsOf, requestsAt, settled } from "./center-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

/* Further parts of the center console: the wallet's recharge, the figures, and the lists as files. */

let at: ReturnType<typeof requestsAt>;
test.beforeAll(({ baseURL }) => {
  at = requestsAt(baseURL!);
});

const windowOf = (browser: Browser, center: Center, options?: Parameters<Browser["newContext"]>[0]) =>
  at.windowOf(browser, center, options);
const balance = async (page: Page) => {
  await page.goto("/payments");
  return Number((await page.locator("main strong").first().innerText()).replace(/[^\d.]/g, ""));
};

test("a wallet is recharged by card: limits, a failure, a second try, and the money once", async ({ browser }) => {
  const page = await windowOf(browser, await at.aCenter());
  const before = await balance(page);
  await settled(page);
  for (const wrong of ["99", "50001", "abc", ""]) {
    await page.getByLabel("Another amount").fill(wrong);
    await page.getByRole("button", { name: "Go to the payment" }).click();
    await expect(page.getByRole("alert")).toContainText("Please enter a whole amount from ₹100 to ₹50,000");
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByLabel("Another amount")).toHaveValue(wrong);
  }
  await axe(page, "refused");
  await page.getByLabel("Another amount").fill("1,250");
  await page.getByRole("button", { name: "Go to the payment" }).click();
  await expect(page.getByRole("heading", { name: "Recharge your wallet with ₹1,250" })).toBeVisible();
  await page.getByRole("button", { name: "Let the payment fail" }).click();
  await page.getByRole("button", { name: "Back without paying" }).click();
  await expect(page.getByText("Payment failed! Nothing was added to your wallet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry the payment of ₹1,250" })).toBeFocused();
  await axe(page, "failed");
  await page.getByRole("button", { name: "I have paid: check" }).click();
  await expect(page).toHaveURL(/payment=(failed|pending)/);
  await page.goto(page.url().replace(/&payment=\w+/, ""));
  await page.getByRole("button", { name: "Pay successfully" }).click();
  await expect(page.getByText("Payment successfully")).toBeVisible();
  await expect(page.getByText("₹1,250 has been added to your wallet.")).toBeVisible();
  await axe(page, "paid");
  // Opening the payment's address again does not pay again.
  await page.goto(page.url().replace("&payment=paid", ""));
  await expect(page.getByText("Payment successfully")).toBeVisible();
  expect(await balance(page)).toBe(before + 1_250);

  await page.getByRole("link", { name: "Wallet statement" }).click();
  const [first] = await page.getByRole("row").filter({ hasText: "Recharge" }).all();
  await expect(first!).toContainText("₹1,250");
  await expect(page.getByRole("columnheader")).toHaveText(["Date", "What for", "Amount", "Balance after"]);
  await page.getByLabel("What for").selectOption({ label: "Penalty" });
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await expect(page).toHaveURL(/show=statement/);
  await page.goto("/payments");
  await expect(page.getByRole("columnheader")).toHaveText(["Date", "Transaction ID", "Amount", "Status"]);
});

test("without JavaScript a wallet is recharged at the hosted checkout, after a failure too", async ({ browser }) => {
  const page = await windowOf(browser, await at.aCenter(), { javaScriptEnabled: false });
  const before = await balance(page);
  await page.getByRole("button", { name: "Recharge with ₹500" }).click();
  await page.getByRole("button", { name: "Pay ₹500" }).click();
  await page.getByRole("button", { name: "Let the payment fail" }).click();
  await expect(page.getByRole("alert")).toContainText("Payment failed! Nothing was added to your wallet");
  await page.getByRole("button", { name: "Retry the payment of ₹500" }).click();
  await page.getByRole("button", { name: "Pay successfully" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Payment successfully" })).toBeVisible();
  expect(await balance(page)).toBe(before + 500);
});

test("a stranger's recharge is not there, and one that is closed leaves everything as it was", async ({ browser }) => {
  const page = await windowOf(browser, await at.aCenter(), { javaScriptEnabled: false });
  const before = await balance(page);
  await page.getByRole("button", { name: "Recharge with ₹1,000" }).click();
  const order = page.url();
  await page.getByRole("button", { name: "Pay ₹1,000" }).click();
  await page.getByRole("link", { name: "Back without paying" }).click();
  await expect(page.getByText("The payment was not finished. Nothing was charged.")).toBeVisible();
  expect(await balance(page)).toBe(before);
  const other = await windowOf(browser, await at.aCenter(), { javaScriptEnabled: false });
  await other.goto(order);
  await expect(other.getByText("This recharge is no longer open. Please start again.")).toBeVisible();
  await expect(other.getByRole("heading", { name: /^Recharge your wallet with/ })).toHaveCount(0);
});

test("requests are downloaded as they are filtered, in CSV and XLSX, with Hindi whole", async ({ browser }) => {
  const name = `सीता ${Date.now().toString(36)}`;
  const center = await at.aCenter();
  const request = await at.requestOf(center, { name });
  const page = await windowOf(browser, center);
  await page.goto(`/tickets-center?search=${encodeURIComponent(name)}`);
  await settled(page);
  await expect(page.getByRole("row").filter({ hasText: request.ticket_id })).toBeVisible();
  for (const format of ["CSV", "XLSX"]) {
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download this list as ${format}` }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^tickets-\\d{4}-\\d{2}-\\d{2}\\.${format.toLowerCase()}$`),
    );
    const [heading, ...rows] = await cellsOf(download);
    expect(heading).toContain("Status");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toEqual(expect.arrayContaining([request.ticket_id, name, request.phone]));
  }
  for (const address of ["/payments?show=statement", "/Technicians"]) {
    await page.goto(address);
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download this list as CSV" }).click();
    expect((await cellsOf(await waiting)).length).toBeGreaterThan(1);
  }
});

test("filters of requests are in the address, and Back brings them again", async ({ browser }) => {
  const center = await at.aCenter();
  const request = await at.requestOf(center);
  const page = await windowOf(browser, center);
  await page.goto("/tickets-center");
  await settled(page);
  await expect(page.getByRole("row").filter({ hasText: request.ticket_id })).toHaveCount(1);
  await page.getByLabel("Status").selectOption("CLOSED");
  await page.getByLabel("Date of").selectOption("closed");
  await page.getByLabel("From").fill("2026-01-01");
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(page).toHaveURL(/status=CLOSED&search=&dated=closed&assigned=&from=2026-01-01/);
  const open = page.getByRole("row").filter({ hasText: request.ticket_id });
  await expect(open).toHaveCount(0);
  await page.goto("/center-dashboard");
  await page.goBack();
  await expect(page.getByLabel("Status")).toHaveValue("CLOSED");
  await expect(page.getByLabel("From")).toHaveValue("2026-01-01");
  await expect(open).toHaveCount(0);
});

test("a job is put on hold and closed with remarks; its result is in the numbers of the dashboard (R173, R143)", async ({
  browser,
}) => {
  const center = await at.aCenter();
  const request = await at.requestOf(center);
  const page = await windowOf(browser, center);
  const dialog = await assignTechnician(page, request._id);
  await page.getByRole("link", { name: "Job completion" }).click();
  await dialog.getByRole("button", { name: "Complete job" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Upload Onsite Pictures!");
  await expect(dialog.getByText("At least one picture is needed")).toBeVisible();
  await dialog.getByLabel("Status").selectOption("ON_HOLD");
  await expect(dialog.getByRole("alert")).toBeHidden();
  await expect(dialog.getByRole("status").filter({ hasText: "Ticket put on hold!" })).toBeVisible();
  await expect(dialog.getByLabel("Material charges")).toBeHidden();
  await axe(page, "on hold");
  const posts: string[] = [];
  page.on("request", (sent) => void (sent.method() === "POST" && posts.push(sent.url())));
  await dialog.getByRole("button", { name: "Put on hold" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Ticket put on hold!")).toBeVisible();
  expect(posts).toEqual([]);
  await expect(page.getByText("Technician Assigned", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Close ticket with remarks" }).click();
  await expect(dialog.getByRole("radio", { name: "Not Visited - Can't Deliver Service" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Visited - Estimate Not Approved / Site Not Ready" }).check();
  await dialog.getByRole("button", { name: "Close ticket" }).click();
  await expect(dialog.getByRole("heading", { name: "Ticket closed successfully" })).toBeVisible();
  await dialog.getByRole("link", { name: "Done" }).click();
  await expect(page.getByText("Visited - Estimate Not Approved / Site Not Ready")).toBeVisible();

  // The dashboard counts it, and its figures link to the lists they count, for the same period.
  await page.goto("/center-dashboard");
  await settled(page);
  await page.getByRole("link", { name: "365 days" }).click();
  await expect(page).toHaveURL(/days=365/);
  const closed = page.getByRole("link", { name: /^Closed \d+$/ });
  const before = Number((await closed.innerText()).match(/\d+/)![0]);
  await expect(page.getByRole("img", { name: /requests received stand now$/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /closed requests, over time$/ })).toBeVisible();
  await page.getByText("Show the numbers").click();
  await axe(page, "dashboard");
  await closed.click();
  await expect(page).toHaveURL(/status=CLOSED&dated=closed/);
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download this list as CSV" }).click();
  const listed = (await cellsOf(await waiting)).length - 1;
  expect(listed).toBe(before);
});

test("on a phone a narrowed list comes before its filters, which say how many are set", async ({ browser }) => {
  const page = await windowOf(browser, await at.aCenter(), { viewport: { width: 360, height: 780 } });
  await page.goto("/tickets-center?status=CLOSED&search=Meera&from=");
  await settled(page);
  const unfold = page.locator("label[for=filters]");
  await expect(unfold).toHaveText("Search and filters 2");
  await expect(page.getByLabel("Status")).toBeHidden();
  await unfold.click();
  await expect(page.getByLabel("Status")).toHaveValue("CLOSED");
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/\/tickets-center$/);
  await expect(page.getByRole("link", { name: "Clear filters" })).toHaveCount(0);
});

test("another code can be asked for after half a minute, and the demonstration says where to read it (R123)", async ({
  page,
}) => {
  const phone = `6${String(Date.now()).slice(-9)}`;
  for (const login of ["/login", "/center-onboard-login"]) {
    await page.clock.install();
    await page.goto(login);
    await page.locator("[name=phone]").fill(login === "/login" ? phone : `7${phone.slice(1)}`);
    await page.getByRole("button", { name: "Send otp" }).click();
    const again = page.getByRole("button", { name: "Resend otp" });
    await expect(again).toBeDisabled();
    await expect(again).toHaveText(/^Resend otp \(in (30|[12]?\d) s\)$/);
    await page.clock.runFor(31_000);
    await expect(again).toBeEnabled();
    await expect(again).toHaveText("Resend otp");
    const sandbox = page.getByRole("link", { name: "Demonstration: read the OTP in the sandbox" });
    await expect(sandbox).toHaveAttribute("href", new RegExp(`/sandbox\\?to=\\d${phone.slice(1)}$`));
    await axe(page, login);
  }
});

for (const [width, lang] of [
  [1280, "en"],
  [1280, "hi"],
  [360, "en"],
  [360, "hi"],
] as const) {
  test(`the wallet, the numbers and the lists at ${width} px in ${lang}: no accessibility violation, nothing sideways`, async ({
    browser,
    baseURL,
  }) => {
    const page = await windowOf(browser, await at.aCenter(), { viewport: { width, height: 800 } });
    await page.context().addCookies([{ name: "lang", value: lang, url: baseURL! }]);
    const pages = [
      "/payments",
      "/payments?show=statement",
      "/payments?kind=penalty",
      "/payments?pay=not-an-id",
      "/center-dashboard",
      "/center-dashboard?days=7",
      "/center-dashboard?days=365",
      "/tickets-center?from=2020-01-01&to=2020-01-02",
      "/ticket-created-by-you?search=nobody-at-all",
    ];
    for (const address of pages) {
      await page.goto(address);
      await settled(page);
      await axe(page, address);
      expect.soft(await sideways(page), address).toBeLessThanOrEqual(0);
    }
  });
}
