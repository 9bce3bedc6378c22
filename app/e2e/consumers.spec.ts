import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { axe, sideways } from "./accessible.ts";
import { callsAt } from "./calls.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, desktop } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";
import { aPhone } from "./tracking-steps.ts";

/* A customer at the desk: found, the number shown for a reason, the data handed out, and erased with a receipt. */

const admin = { user_name: "superadmin", password: "Demo@2026" };

/** A customer with one open request, and how it is cancelled. */
async function aCustomer(baseURL: string) {
  const at = requestsAt(baseURL);
  const { call } = callsAt(baseURL);
  const name = aName();
  const request = await at.requestOf(await at.aCenter(), { name });
  const { token } = await call("POST", "admin/login", admin);
  const cancel = () => call("PUT", `admin/cancelTickets/${request._id}`, { reason: "Moved away" }, token);
  return { name, request, cancel };
}

/** A signed-in operator who reads customers and works on requests, and no more. */
async function anOperator(browser: Browser, baseURL: string): Promise<Page> {
  const { call } = callsAt(baseURL);
  const { token } = await call("POST", "admin/login", admin);
  const permissions = {
    view_admin_bar: true,
    view_Wallet: true,
    edit_ticket: { full_access: true },
    view_ticket: { full_access: true },
  };
  const { data: role } = await call<{ _id: string }>(
    "POST",
    "admin/add-role",
    { role_name: aName(), permissions },
    token,
  );
  const user_name = aName().replace(" ", "");
  const user = { user_name, password: admin.password, phone_number: aPhone(), role_id: role._id };
  await call("POST", "admin/create-user", user, token);
  return aDesk(browser, desktop, user_name);
}

/** Finds a customer by name and opens the page from the row. */
async function opened(page: Page, name: string) {
  await page.goto(`/usersdetails?search=${encodeURIComponent(name)}`);
  await settled(page);
  await page.getByRole("link", { name }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await settled(page);
}

const dialog = (page: Page) => page.getByRole("dialog");

test("an operator sees stars, and one number for a reason that stands in the history", async ({ browser, baseURL }) => {
  const { name, request } = await aCustomer(baseURL!);
  const page = await anOperator(browser, baseURL!);
  await opened(page, name);
  await expect(page.locator("main")).not.toContainText(request.phone);
  for (const act of ["Export data", "Erase"])
    await expect(page.getByRole("link", { name: act, exact: true }), act).toHaveCount(0);
  await page.getByRole("link", { name: "Show number" }).click();
  await axe(page, "the question why");
  await dialog(page).getByRole("button", { name: "Show the number" }).click();
  await expect(dialog(page).getByText("Please choose why you need the number").first()).toBeVisible();
  await dialog(page).getByLabel("Why do you need the number?").selectOption({ label: "About a complaint" });
  await dialog(page).getByRole("button", { name: "Show the number" }).click();
  await expect(dialog(page).locator('a[href^="tel:"]')).toHaveText(/^\d{5} \d{5}$/);
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-changes]")).toContainText("saw the number");
  await expect(page.locator("[data-changes]")).toContainText("Reason: About a complaint");
});

test("R13 a customer's data is handed out as a file, then erased with a receipt; list, search and page hold nobody", async ({
  browser,
  baseURL,
}) => {
  const { name, request, cancel } = await aCustomer(baseURL!);
  const page = await aDesk(browser, desktop);
  await opened(page, name);
  await expect(page.getByRole("link", { name: request.ticket_id })).toBeVisible();
  await expect(page.getByText("One-time password").first()).toBeVisible();
  await axe(page, "a customer");
  const person = new URL(page.url()).pathname;

  await page.getByRole("link", { name: "Export data" }).click();
  await dialog(page).getByLabel("Reason").selectOption({ label: "Requested by the person" });
  await axe(page, "the question before an export");
  await dialog(page).getByRole("button", { name: "Make the file" }).click();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: patienceMs });
  await axe(page, "the receipt of an export");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the file" }).click();
  const files = unzipSync(readFileSync(await (await download).path()));
  expect(Buffer.from(files["index.html"]!).toString("utf8")).toContain(request.ticket_id);
  expect(JSON.parse(Buffer.from(files["data.json"]!).toString("utf8")).held.profile[0].name).toBe(name);

  await page.goto(`${person}?act=erase`);
  await settled(page);
  await expect(dialog(page).getByText("Open requests: 1")).toBeVisible();
  await axe(page, "what stands in the way");
  await cancel();
  await page.goto(`${person}?act=erase`);
  await settled(page);
  await expect(dialog(page).getByText("What stays, and why")).toBeVisible();
  await axe(page, "the question before an erasure");
  await dialog(page).getByLabel("Reason").selectOption({ label: "Requested by the person" });
  const digits = dialog(page).getByLabel("Type the last four digits of the mobile number");
  await digits.fill(request.phone.endsWith("0000") ? "1111" : "0000");
  await dialog(page).getByRole("button", { name: "Erase for good" }).click();
  await expect(dialog(page).getByText("These are not the last four digits").first()).toBeVisible();
  await digits.fill(request.phone.slice(-4));
  await dialog(page).getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByRole("heading", { name: "Receipt of an erasure" })).toBeVisible();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: patienceMs });
  await expect(page.getByRole("row").filter({ hasText: "Name, number and language" })).toContainText("1");
  await axe(page, "the receipt of an erasure");
  const receipt = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const receiptText = readFileSync(await (await receipt).path(), "utf8");
  for (const phrase of [
    "Nothing of this person is stored any more.",
    "What stays, and why",
    "The ledger and the numbers",
  ]) {
    expect(receiptText).toContain(phrase);
    await expect(page.getByText(phrase).first()).toBeVisible();
  }

  await page.goto(`/usersdetails?search=${encodeURIComponent(name)}`);
  await expect(page.getByText("Nothing matches these filters").first()).toBeVisible();
  await page.goto(`/usersdetails?search=${request.phone}`);
  await expect(page.locator(".desk-grid tbody .id")).toHaveCount(0);
  const searchResponse = await page.request.get(`/requests/find?q=${request.phone}`);
  expect(await searchResponse.text()).not.toContain(name);
  await page.goto(person);
  await expect(page.getByRole("heading", { level: 1, name: "Erased consumer" })).toBeVisible();
  const pageText = await page.locator("main").innerText();
  for (const gone of [name, request.phone]) expect(pageText).not.toContain(gone);
  await axe(page, "an erased customer");

  await page.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  await page.goto(person);
  await page.getByRole("link", { name: "मिटाने की रसीद" }).click();
  await expect(page.getByText("पूरा हुआ", { exact: true }).first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [`${person}/erasure`, person, "/usersdetails"]) {
    await page.goto(path);
    expect(await sideways(page), path).toBe(0);
  }
});
