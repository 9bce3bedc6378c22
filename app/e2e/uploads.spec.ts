import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, desktop, listed, numbers } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";

/*
 * An upload of requests from the file to its undoing, with JavaScript and without.
 */

const inform = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible({ timeout: patienceMs });
const count = (page: Page, name: string) =>
  page.locator("[data-counts] div", { has: page.getByText(name, { exact: true }) }).locator("dd");

/** The column of the services in a customer's file: a name no client's files had before, which is asked about. */
const services = (name: string) => `Service of ${name}`;

/**
 * A file of two requests of one customer; the second row's pincode is wrong, and a column has a name of its own. `more` are
 * columns nobody reads.
 */
function sheet(name: string, pincode: string, more: readonly string[] = []) {
  const read = `${services(name)},Mobile number,Customer name,House number,Pincode,Time preference type`;
  const heading = [read, ...more].join(",");
  const row = (at: string, phone: string) => `AC REPAIR,${phone},${name},12 Lake Road,${at},IMMEDIATELY`;
  const text = [heading, row(pincode, "9876543210"), row("5600", "9876543211")].join("\n");
  return { name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(text) };
}

let pincode: string;
test.beforeEach(async ({ baseURL }) => {
  ({ pincode } = await requestsAt(baseURL!).aCenter({ services: ["AC REPAIR"] }));
});

test("R254, R305, R306, R308 a file is uploaded, its columns named, a row mended in place, the requests created and taken back", async ({
  browser,
}) => {
  const name = aName();
  const page = await aDesk(browser, desktop);
  await page.goto("/b2b-ticket");
  await page.getByRole("link", { name: "Upload Tickets File" }).click();
  await expect(page.getByRole("heading", { name: "Upload Tickets File" })).toBeVisible();
  await settled(page);
  const check = page.getByRole("button", { name: "Upload and check" });
  await expect(check).toBeDisabled();
  await page.getByLabel("File").setInputFiles({ ...sheet(name, pincode), name: "requests.pdf" });
  await inform(page, "Please upload a valid CSV or Excel file");
  await page.getByLabel("File").setInputFiles(sheet(name, pincode));
  await page.getByLabel("Client").selectOption({ index: 1 });
  await axe(page);
  await check.dblclick();

  await inform(page, "Name the columns of your file");
  await settled(page);
  await axe(page);
  await page.getByLabel("Service provided for").selectOption(services(name));
  await page.getByRole("button", { name: "Read the file with these columns" }).click();
  await expect(count(page, "Will be created")).toHaveText("1", { timeout: patienceMs });
  await expect(count(page, "Wrong")).toHaveText("1");
  await axe(page);
  // R307: the wrong rows open as a dialog.
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const wrong = page.getByLabel("Pincode");
  await expect(wrong).toHaveValue("5600");
  await wrong.fill("0");
  await page.getByRole("button", { name: "Save row 3" }).click();
  await inform(page, "Row 3 still has errors");
  await wrong.fill(pincode);
  await page.getByRole("button", { name: "Save row 3" }).click();
  await expect(page.getByRole("button", { name: "Create 2 requests" })).toBeVisible();
  await page.getByRole("button", { name: "Create 2 requests" }).dblclick();
  await inform(page, "Successfully uploaded 2 tickets");
  await expect(count(page, "Created")).toHaveText("2");
  await axe(page);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Result as CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  const upload = new URL(page.url()).pathname;
  await page.goto(listed(name));
  expect(await numbers(page)).toHaveLength(2);

  await page.goto("/uploads");
  await page.getByRole("link", { name: `${name}.csv` }).click();
  await expect(page).toHaveURL(upload);
  await settled(page);
  await page.getByRole("link", { name: "Undo the upload" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`Delete the 2 requests of ${name}.csv?`)).toBeVisible();
  await axe(page);
  await dialog.getByRole("button", { name: "Undo the upload" }).click();
  await expect(count(page, "Undone")).toHaveText("2", { timeout: patienceMs });
  await page.goto(listed(name));
  expect(await numbers(page)).toHaveLength(0);
});

test("a column of a file of many columns is searched by typing, by keys alone", async ({ browser }) => {
  const name = aName();
  const page = await aDesk(browser, desktop);
  await page.goto("/uploads/new");
  await settled(page);
  const more = Array.from({ length: 45 }, (_, at) => `Note ${at + 1}`);
  await page.getByLabel("File").setInputFiles(sheet(name, pincode, more));
  await page.getByLabel("Client").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await inform(page, "Name the columns of your file");
  await settled(page);
  const box = page.getByRole("combobox", { name: "Service provided for" });
  const options = page.getByRole("listbox", { name: "Service provided for" }).getByRole("option");
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await page.locator("label", { hasText: "Service provided for" }).click();
  await expect(box).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toBeVisible();
  await axe(page, "the open list of columns");
  await box.fill("note 4");
  await expect(options).toHaveText(["Note 4", "Note 40", "Note 41", "Note 42", "Note 43", "Note 44", "Note 45"]);
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await box.fill("no such column");
  await expect(page.getByRole("status").filter({ hasText: "0 found" })).toBeVisible();
  await box.fill("SERVICE OF");
  await expect(options).toHaveText([services(name)]);
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue(services(name));
  await page.getByRole("button", { name: "Read the file with these columns" }).click();
  await expect(count(page, "Will be created")).toHaveText("1", { timeout: patienceMs });
});

test("on a phone without JavaScript a file is uploaded, its columns named, and thrown away", async ({ browser }) => {
  const name = aName();
  const page = await aDesk(browser, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  await page.goto("/uploads/new");
  await page.getByRole("button", { name: "Upload and check" }).click();
  await expect(page.getByText("Please select a file to upload").first()).toBeVisible();
  await page.getByLabel("File").setInputFiles(sheet(name, pincode));
  await page.getByRole("button", { name: "Upload and check" }).click();
  await expect(page.getByText("Please select a client for bulk upload").first()).toBeVisible();
  await expect(page.getByText(`${name}.csv is stored`)).toBeVisible();
  await page.getByLabel("Client").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Name the columns of your file")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
  expect(await sideways(page)).toBe(0);
  await page.getByLabel("Service provided for").selectOption(services(name));
  await page.getByRole("button", { name: "Read the file with these columns" }).click();
  await expect(async () => {
    await page.reload();
    await expect(count(page, "Wrong")).toHaveText("1", { timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
  expect(await sideways(page)).toBe(0);
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/uploads");
  await expect(page.getByText(`${name}.csv`)).toBeHidden();
});

for (const javaScriptEnabled of [true, false])
  test(`where another row is the heading it is chosen among the first rows ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    browser,
  }) => {
    const name = aName();
    const page = await aDesk(browser, { viewport: { width: 360, height: 740 }, javaScriptEnabled });
    await page.goto("/uploads/new");
    const { buffer, ...file } = sheet(name, pincode);
    const text = `Requests of ${name}\n\n${buffer.toString().replace(/^.*\n/, (line) => line.replaceAll(",", " ,Our "))}`;
    await page.getByLabel("File").setInputFiles({ ...file, buffer: Buffer.from(text) });
    await page.getByLabel("Client").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Upload and check" }).click();
    await expect(async () => {
      if (!javaScriptEnabled) await page.reload();
      await expect(page.getByText("Name the columns of your file")).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: patienceMs });
    await page.getByRole("link", { name: "Another row is the heading" }).click();
    const dialog = page.getByRole("dialog", { name: "Which row is the heading?" });
    await expect(dialog.getByText(`Requests of ${name}`)).toBeVisible();
    if (javaScriptEnabled) await axe(page);
    expect(await sideways(page)).toBe(0);
    await dialog.getByRole("radio", { name: /^Row 3 / }).check();
    await dialog.getByRole("button", { name: "Read the file below this row" }).click();
    await expect(async () => {
      if (!javaScriptEnabled) await page.reload();
      const offered = page.getByLabel("Mobile number").locator("option");
      await expect(offered.filter({ hasText: "Our Mobile number" })).toHaveCount(1, { timeout: 1_000 });
    }).toPass({ timeout: patienceMs });
  });
