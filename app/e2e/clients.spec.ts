import { type Browser, expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { callsAt } from "./calls.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aName, customers, desktop, fillShortForm, listed, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPhone } from "./tracking-steps.ts";

/* Clients: kept by operators, seen by their own admins alone, and deleted once nothing stands in the way. */

const incomplete = "Please fill in all required details";
const pan = "AAPFU0939F";
const account = "123456789012";
const gstin = "27AAPFU0939F1ZV";

/** Fills in the form of a client. */
async function fillClient(page: Page, name: string, phone = aPhone()) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field("Client name").fill(name);
  await field("Product name").fill("Split AC");
  await field("Specific requirement").selectOption("Repair");
  await field("Price").fill("1,450");
  await field("Official email").fill("desk@example.in");
  await field("Contact person name").fill("Asha Rao");
  await field("Designation").fill("Service head");
  await field("Phone").fill(phone);
  await field("Address line").fill("1, MG Road");
  await field("City").fill("Pune");
  await field("State").selectOption("Maharashtra");
  await field("Pincode").fill("411001");
  await field("GST number").fill(gstin.toLowerCase());
  await field("PAN number").fill(pan);
  await field("Aadhaar number").fill("XXXXXXXX1234");
  await field("TIN").fill("27123456789");
  await field("Bank name").fill("State Bank of India");
  await field("Account number").fill(account);
  await field("IFSC").fill("SBIN0001234");
  await field("Branch").fill("Camp");
}

/** Adds a client and shows it in the list. */
async function addClient(page: Page, name: string) {
  await page.goto("/admin-clients?act=add");
  await settled(page);
  await fillClient(page, name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Client Created successfully")).toBeVisible();
  await expect(rowOf(page, name)).toBeVisible();
}

const menuOf = async (page: Page, name: string, act: string) => {
  await rowOf(page, name).getByLabel(`More for ${name}`).click();
  await rowOf(page, name).getByRole("link", { name: act }).click();
};

/** Sends a console form, giving the password where it is asked for again. */
async function save(page: Page, button: string, done: string) {
  await page.getByRole("button", { name: button, exact: true }).click();
  const password = page.getByLabel("Your password");
  await expect(page.getByText(done).or(password).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill("Demo@2026");
    await page.getByRole("button", { name: button, exact: true }).click();
  }
  await expect(page.getByText(done)).toBeVisible();
}

test("R362–R368 a client is added with errors first, listed masked, changed, and its numbers shown once", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop);
  const name = aName();
  await page.goto("/Home");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Clients/ })
    .click();
  await settled(page);
  await expect(page.getByRole("heading", { name: "Clients" })).toBeVisible();
  await axe(page, "the list");
  await page.getByRole("link", { name: "Add Client", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Add Client", exact: true })).toBeVisible();
  await axe(page, "the form");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(incomplete);
  await expect(page.getByRole("alert")).toContainText("Enter the PAN number");
  await axe(page, "the form, refused");
  await fillClient(page, name);
  await page.getByLabel("GST number").fill("27AAPFU0939F1ZW");
  const category = page.getByLabel(/^Category/);
  for (const chip of ["Cooling", "  ", "Heating"]) {
    await category.fill(chip);
    await category.press("Enter");
  }
  await expect(page.getByRole("checkbox", { name: "Cooling" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Heating" }).click();
  await expect(page.getByRole("checkbox", { name: "Heating" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Washing_Machine" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("This GST number is mistyped").first()).toBeVisible();
  await expect(page.getByLabel("Client name")).toHaveValue(name);
  await expect(page.getByRole("checkbox", { name: "Cooling" })).toBeChecked();
  await page.getByLabel("GST number").fill(gstin);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Client Created successfully")).toBeVisible();

  await rowOf(page, name).getByRole("link", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  for (const shown of ["27XXXXXXXXXX1ZV", "XXXXXX939F", "XXXXXX9012", "XXXXXXXX1234", "Washing_Machine", "Cooling"])
    await expect(dialog).toContainText(shown);
  expect(await page.content()).not.toMatch(new RegExp(`${pan}|${account}|${gstin}`));
  await axe(page, "a client");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await menuOf(page, name, "Edit");
  await expect(page.getByRole("heading", { name: "Update Client" })).toBeVisible();
  await expect(page.getByLabel("Client name")).toHaveValue(name);
  await expect(page.getByLabel("PAN number")).toHaveValue("");
  await axe(page, "the form of a client that is there");
  await page.getByLabel("City").fill("Nashik");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("Client updated successfully")).toBeVisible();
  await expect(rowOf(page, name)).toContainText("Nashik");

  await menuOf(page, name, "Show numbers");
  await dialog.getByRole("button", { name: "Show the numbers" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Please choose why you need the numbers");
  await dialog.getByLabel("Why do you need them?").selectOption("payment");
  await axe(page, "why numbers are needed");
  await dialog.getByRole("button", { name: "Show the numbers" }).click();
  for (const shown of [pan, account, gstin]) await expect(dialog).toContainText(shown);
  await axe(page, "the numbers");
  await dialog.getByRole("link", { name: "Close" }).last().click();
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toMatch(new RegExp(`${pan}|${account}|${gstin}`));
});

test("Q115 a client's own admin sees its requests alone; the client is deleted once both are gone", async ({
  browser,
  baseURL,
}) => {
  const page = await aDesk(browser, desktop);
  const name = aName();
  const user = aName();
  const customer = aName();
  const stranger = aName();
  await addClient(page, name);

  await page.goto("/add-user");
  await settled(page);
  await page.getByLabel("User Name").fill(user);
  await page.getByLabel("Password", { exact: true }).fill("Demo@2026");
  await page.getByLabel("Mobile Number").fill(aPhone());
  await page.getByLabel("Role Given").selectOption({ label: "Client desk" });
  await page.getByLabel(/^Client/).selectOption({ label: name });
  await save(page, "Save", "User Created successfully");
  await expect(rowOf(page, user)).toContainText(name);

  const { center } = await customers(baseURL!, stranger, 1);
  const desk = await aDesk(browser, desktop, user);
  await desk.goto("/add-client-ticket");
  await settled(desk);
  await fillShortForm(desk, { name: customer, phone: aPhone(), pincode: center.pincode });
  await desk.locator("form [data-form-end] button").click();
  await expect(desk.getByRole("dialog", { name: "Hurray! Your Request has been created" })).toBeVisible();
  const request = new URL(desk.url()).searchParams.get("created")!;
  await desk.goto("/b2b-ticket");
  await settled(desk);
  await expect(rowOf(desk, customer)).toBeVisible();
  await expect(rowOf(desk, stranger)).toHaveCount(0);
  expect((await desk.goto("/admin-clients"))?.status()).toBe(403);
  await expect(desk.getByText("No access to view client contact admin")).toBeVisible();

  await page.goto("/admin-clients");
  await settled(page);
  await menuOf(page, name, "Delete");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Still there: users 1, open requests 1.");
  await axe(page, "what stands in the way");
  const { call } = callsAt(baseURL!);
  const { token } = await call("POST", "admin/login", { user_name: "superadmin", password: "Demo@2026" });
  await call("PUT", `admin/cancelTickets/${request}`, { reason: "Asked for twice" }, token);
  await page.goto("/users");
  await settled(page);
  await rowOf(page, user).getByLabel(`More for ${user}`).click();
  await rowOf(page, user).getByRole("link", { name: "Delete" }).click();
  await save(page, "Delete", "User deleted successfully");

  await page.goto("/admin-clients");
  await settled(page);
  await menuOf(page, name, "Delete");
  await expect(dialog).toContainText(`Delete the client ${name}?`);
  await axe(page, "the question");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Client deleted successfully")).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
  await page.goto(listed(customer));
  await settled(page);
  await expect(rowOf(page, customer)).toBeVisible();
});

test("without JavaScript a client is added, with a chip, and refused with what was typed", async ({ browser }) => {
  const page = await aDesk(browser, { ...desktop, javaScriptEnabled: false });
  const name = aName();
  await page.goto("/admin-clients?act=add");
  await page.getByLabel("Client name").fill(name);
  await page.locator("#typedCategory").fill("Cooling");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "Cooling" })).toBeChecked();
  await expect(page.getByLabel("Client name")).toHaveValue(name);
  await fillClient(page, name);
  await page.getByLabel("IFSC").fill("SBIN1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Please enter the 11 characters of the IFSC");
  await expect(page.getByLabel("Account number")).toHaveValue(account);
  await page.getByLabel("IFSC").fill("SBIN0001234");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/admin-clients\?did=/);
  await expect(rowOf(page, name)).toBeVisible();
});

test("R362 who may not view or add clients is told so, and an unknown one is 'Page not found !!!'", async ({
  browser,
}) => {
  const refused = async (at: Page, path: string, status: number, words: string) => {
    expect((await at.goto(path))?.status()).toBe(status);
    await expect(at.getByText(words).first()).toBeVisible();
  };
  const desk = await aDesk(browser, desktop, "operations");
  await refused(desk, "/admin-clients", 403, "No access to view client contact admin");
  await refused(desk, "/admin-clients?act=add", 403, "No access add client contact admin");
  await axe(desk, "refused");
  const page = await aDesk(browser, desktop);
  await refused(page, "/admin-clients?act=edit&of=nobody", 404, "Page not found !!!");
  await page.goto("/admin-clients?search=nobody-has-this-name");
  await settled(page);
  await expect(
    page
      .getByText("Nothing fits")
      .or(page.getByRole("link", { name: /clear/i }))
      .first(),
  ).toBeVisible();
});

test("clients fit a phone, in Hindi too", async ({ browser, baseURL }: { browser: Browser; baseURL?: string }) => {
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  for (const language of ["en", "hi"]) {
    await page.context().addCookies([{ name: "lang", value: language, url: baseURL! }]);
    for (const path of ["/admin-clients", "/admin-clients?act=add"]) {
      await page.goto(path);
      await settled(page);
      await axe(page, `${path} in ${language}`);
      expect(await sideways(page), `${path} in ${language}`).toBe(0);
    }
  }
});
