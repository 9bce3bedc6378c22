import { randomInt } from "node:crypto";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, desktop, fillShortForm, listed } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * Add Request, Update ticket and the console's search: with JavaScript and without, on a phone, in Hindi, by keyboard.
 * Each journey has customers with a name and a phone of its own.
 */

const aPhone = () => `6${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const summary = (page: Page) => page.locator("[data-error-summary]");
const toasts = (page: Page) => page.locator("[data-toasts]");
const send = (page: Page) => page.locator("form [data-form-end] button").click();
const narrow = { viewport: { width: 360, height: 740 } };

type CustomerInput = { name: string; phone: string; pincode: string };

async function fill(page: Page, { name, phone, pincode }: CustomerInput) {
  await field(page, "Phone").fill(phone);
  await field(page, "Name").fill(name);
  await field(page, "Service").selectOption({ label: "AC REPAIR" });
  await page.getByLabel("Specific requirement").fill("It does not cool");
  await field(page, "Time preference").selectOption("IMMEDIATELY");
  await field(page, "House number or street").fill("12, Lake Road");
  await field(page, "Locality").fill("Shivajinagar");
  await field(page, "City").fill("Bengaluru");
  await field(page, "Pincode").fill(pincode);
}

/** A request an operator created, with the number the dialog shows. */
async function aRequest(browser: Browser, customer: CustomerInput, page?: Page) {
  const desk = page ?? (await aDesk(browser));
  await desk.goto("/admin-ticket");
  await settled(desk);
  await fill(desk, customer);
  await send(desk);
  const dialog = desk.getByRole("dialog", { name: "Hurray! Your Request has been created" });
  await expect(dialog).toBeVisible();
  const number = await dialog.getByText(/^REQ-\d{6}-\w{4}$/).innerText();
  return { desk, dialog, number, id: new URL(desk.url()).searchParams.get("created")! };
}

let pincode: string;
test.beforeEach(async ({ baseURL }) => {
  ({ pincode } = await requestsAt(baseURL!).aCenter({ services: ["AC REPAIR", "PLUMBING"] }));
});

test("R077, R266, R271, R275, R473 an operator adds a request: what is missing is said, a known phone offers its address, a second one is shown first", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  const phone = aPhone();
  const desk = await aDesk(browser, { viewport: { width: 1366, height: 650 } });
  await desk.goto("/admin-ticket");
  await settled(desk);
  await expect(desk.getByRole("heading", { name: "Add Request", level: 1 })).toBeVisible();
  await expect(field(desk, "Country")).toBeDisabled();
  await expect(field(desk, "Country")).toHaveValue("INDIA");
  await expect(field(desk, "Offer code")).toHaveValue("GHARSEVA2025");
  await expect(desk.getByLabel("Due amount")).toHaveValue("0");
  await expect(field(desk, "Paid")).toBeChecked();
  await axe(desk, "the empty form");

  // Refused entries are kept; each field says its own need.
  await field(desk, "Name").fill(name);
  await field(desk, "Time preference").selectOption("SPECIFIC_DATE_AND_TIME");
  await send(desk);
  await expect(summary(desk)).toBeFocused();
  await expect(summary(desk).getByText("Please fill in all required details")).toHaveCount(1);
  await expect(summary(desk)).toContainText("Please fill in Specific date and time");
  await expect(toasts(desk).getByText("Please fill in all required details", { exact: true })).toHaveCount(1);
  await expect(toasts(desk).getByText("Please fill in Specific date and time", { exact: true })).toHaveCount(1);
  for (const [name, message] of [
    ["Phone", "Enter the 10-digit mobile number"],
    ["Service", "Choose a service"],
    ["House number or street", "Enter the house number or street"],
  ] as const)
    await expect(field(desk, name), name).toHaveAccessibleDescription(new RegExp(message));
  await expect(desk.locator("[data-form-columns]").getByText("Please fill in Specific date and time")).toBeVisible();
  await expect(field(desk, "Name")).toHaveValue(name);
  await axe(desk, "the refused form");

  // R274: another client starts with its own id at '0'.
  await desk.getByLabel("Client id").fill("OLD-1");
  await desk.getByLabel("Authorized client").selectOption({ index: 1 });
  await expect(desk.getByLabel("Client id")).toHaveValue("0");

  await fill(desk, { name, phone, pincode });
  await desk.getByLabel("Authorized client").selectOption({ index: 0 });
  await send(desk);
  await expect(desk.getByText("Ticket Created successfully")).toBeVisible();
  const dialog = desk.getByRole("dialog", { name: "Hurray! Your Request has been created" });
  await expect(dialog).toBeVisible();
  await expect(desk.getByText("Add more ticket").first()).toBeVisible();
  const number = await dialog.getByText(/^REQ-\d{6}-\w{4}$/).innerText();
  await expect(dialog).toContainText("PENDING");
  await expect(dialog.getByText(/^\d{1,2} \w{3,4} \d{4}, \d{1,2}:\d{2} [ap]m$/)).toBeVisible();
  const id = new URL(desk.url()).searchParams.get("created");
  const link = dialog.getByRole("link", { name: "Click me" });
  await expect(link).toHaveAttribute("href", `${baseURL}/#/ServiceStatus/?${id}`);
  const share = dialog.getByRole("link", { name: "Share on WhatsApp" });
  await expect(share).toHaveAttribute("href", new RegExp(`^https://wa\\.me/91${phone}\\?text=.*ServiceStatus`));
  await axe(desk, "the result");
  await dialog.getByRole("link", { name: "Add more ticket" }).click();
  await expect(dialog).toBeHidden();
  await expect(field(desk, "Name")).toHaveValue("");

  // The next one in the same page, with the same phone and service: shown, not refused, and nothing typed is lost.
  await field(desk, "Name").fill("Typed before");
  await field(desk, "City").fill("Typed, too");
  await field(desk, "Phone").fill(`+91 ${phone}`);
  await expect(desk.getByText(`Last address, from ${number}`)).toBeVisible();
  await field(desk, "Service").selectOption({ label: "AC REPAIR" });
  await expect(desk.getByText("There is such a request already")).toBeVisible();
  await expect(desk.getByRole("link", { name: number })).toBeVisible();
  await expect(field(desk, "Name")).toHaveValue("Typed before");
  await expect(field(desk, "City")).toHaveValue("Typed, too");
  await expect(desk.locator("[data-form-page] form")).toHaveCount(1);
  await desk.getByRole("button", { name: "Use this address" }).click();
  await expect(field(desk, "Name")).toHaveValue(name);
  await expect(field(desk, "House number or street")).toHaveValue("12, Lake Road");
  await expect(field(desk, "Pincode")).toHaveValue(pincode);
  await desk.getByLabel("Specific requirement").fill("Once more");
  await field(desk, "Time preference").selectOption("WITHIN_24_HOURS");
  await axe(desk, "with what is known");
  await send(desk);
  await expect(dialog).toBeVisible();
  await desk.goto(listed(name));
  await expect(desk.locator(".desk-grid tbody tr")).toHaveCount(2);
});

test("without JavaScript, on a phone: the address is filled in by the server, a second request is shown before it is made", async ({
  browser,
}) => {
  const customer = { name: aName(), phone: aPhone(), pincode };
  const { number } = await aRequest(browser, customer);
  const page = await aDesk(browser, { javaScriptEnabled: false, ...narrow });
  await page.goto("/admin-ticket");
  await field(page, "Phone").fill(customer.phone);
  await field(page, "Service").selectOption({ label: "AC REPAIR" });
  await page.getByRole("button", { name: "What is known of this phone?" }).click();
  await expect(page.getByText(`Last address, from ${number}`)).toBeVisible();
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(field(page, "House number or street")).toHaveValue("12, Lake Road");
  await expect(field(page, "Phone")).toHaveValue(customer.phone);
  expect(await sideways(page)).toBe(0);

  // The operator who asks nothing is shown it when sending, once.
  await page.goto("/admin-ticket");
  await fill(page, customer);
  await send(page);
  await expect(summary(page)).toContainText(`${number} is for the same phone and service`);
  await expect(field(page, "Name")).toHaveValue(customer.name);
  await send(page);
  await expect(page.getByRole("heading", { name: "Hurray! Your Request has been created" })).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test(`R273, R278 a request is updated, and who comes too late sees what was changed, ${
    javaScriptEnabled ? "with" : "without"
  } JavaScript`, async ({ browser }) => {
    const { desk, number, id } = await aRequest(browser, { name: aName(), phone: aPhone(), pincode });
    const page = await aDesk(browser, { javaScriptEnabled, ...narrow });
    const edit = `/admin-ticket?edit=${id}`;
    await page.goto(edit);
    await expect(page.getByRole("heading", { name: "Update ticket", level: 1 })).toBeVisible();
    if (javaScriptEnabled) {
      await settled(page);
      expect(await sideways(page)).toBe(0);
      await axe(page, "the filled form");
    }
    for (const fixed of ["Name", "Phone", "Pincode"])
      await expect(page.locator(`#${fixed.toLowerCase()}`), fixed).toHaveAttribute("readonly", "");

    await desk.goto(edit);
    await settled(desk);
    await field(desk, "City").fill("Mysuru");
    await desk.getByLabel("Closing price").fill("700");
    await send(desk);
    await expect(desk.getByText("Ticket updated successfully")).toBeVisible();
    await expect(desk).toHaveURL(/\/Tickets$/);

    await field(page, "Locality").fill("Jayanagar");
    await send(page);
    await expect(summary(page)).toBeFocused();
    await expect(summary(page)).toContainText("You changed this in another window or on another device");
    for (const changed of ["City", "Closing price"])
      await expect(summary(page).getByRole("link", { name: changed, exact: true })).toBeVisible();
    await expect(field(page, "Locality")).toHaveValue("Jayanagar");
    await page.getByRole("button", { name: "Take Mysuru" }).click();
    await expect(field(page, "City")).toHaveValue("Mysuru");
    await page.getByRole("button", { name: "Take 700" }).click();
    await send(page);
    await page.waitForURL(/\/Tickets$/);
    await desk.goto(edit);
    await expect(field(desk, "City")).toHaveValue("Mysuru");
    await expect(field(desk, "Locality")).toHaveValue("Jayanagar");
    await expect(desk.getByLabel("Closing price")).toHaveValue("700");
    await expect(desk.getByText(number)).toBeVisible();
  });
}

test("R267, R326 a request that is not there is not found; who may not add or update is told so in the specified words", async ({
  browser,
}) => {
  const desk = await aDesk(browser);
  await desk.goto("/admin-ticket?edit=nobody-has-this-id");
  await expect(desk.getByRole("heading", { name: "Page not found !!!" })).toBeVisible();
  const looker = await aDesk(browser, {}, "finance");
  for (const [to, message] of [
    ["/admin-ticket?edit=nobody-has-this-id", "No permission to update ticket , contact admin"],
    ["/admin-ticket", "No permission to add ticket , contact admin"],
    ["/add-client-ticket", "No permission to add ticket , contact admin"],
  ] as const) {
    await looker.goto(to);
    await expect(looker.getByText(message), to).toBeVisible();
  }
});

test("R080 an operator who sees phones as stars writes to the customer whose number was just typed", async ({
  browser,
}) => {
  const phone = aPhone();
  const desk = await aDesk(browser, desktop, "operations");
  const { dialog } = await aRequest(browser, { name: aName(), phone: `+91 ${phone}`, pincode }, desk);
  const share = dialog.getByRole("link", { name: "Share on WhatsApp" });
  await expect(share).toHaveAttribute("href", new RegExp(`^https://wa\\.me/91${phone}\\?text=`));
  // The server does not show it again.
  await desk.reload();
  await expect(share).toHaveAttribute("href", /^https:\/\/wa\.me\/\?text=/);
});

test("the clients' form asks for the short list alone", async ({ browser }) => {
  const desk = await aDesk(browser);
  const name = aName();
  const phone = aPhone();
  await desk.goto("/add-client-ticket");
  await settled(desk);
  await fillShortForm(desk, { name, phone, pincode });
  await desk.getByLabel("Authorized client").selectOption({ label: "Demo Client" });
  await send(desk);
  const dialog = desk.getByRole("dialog", { name: "Hurray! Your Request has been created" });
  await expect(dialog).toBeVisible();
  await expect(desk).toHaveURL(/\/add-client-ticket\?created=/);

  // The next one in the same page: a look at its phone leaves what is typed.
  await dialog.getByRole("link", { name: "Add more ticket" }).click();
  await expect(dialog).toBeHidden();
  await field(desk, "Name").fill("Typed before");
  await field(desk, "Phone").fill(phone);
  await expect(desk.getByText("Last address, from")).toBeVisible();
  await expect(field(desk, "Name")).toHaveValue("Typed before");
  await expect(desk.locator("[data-form-page] form")).toHaveCount(1);
});

for (const form of ["/admin-ticket", "/add-client-ticket"]) {
  test(`${form}: city and state follow the pincode, and what was typed is replaced when that is agreed to`, async ({
    browser,
  }) => {
    const desk = await aDesk(browser);
    await desk.goto(form);
    await settled(desk);
    // Each of the two forms asks for others of them, and says so in the label.
    const [pincode, city, state] = ["pincode", "city", "state"].map((name) => desk.locator(`[name=${name}]`)) as [
      Locator,
      Locator,
      Locator,
    ];
    await pincode.fill("560001");
    await expect(city).toHaveValue("Bengaluru");
    await expect(state).toHaveValue("Karnataka");
    await city.fill("Mysuru");
    await pincode.fill("110001");
    const question = desk.getByText("This pincode is in New Delhi, Delhi.");
    await expect(question).toBeVisible();
    await expect(city).toHaveValue("Mysuru");
    await axe(desk, "asked");
    await desk.getByRole("button", { name: "Change city and state to it" }).click();
    await expect(city).toHaveValue("New Delhi");
    await expect(state).toHaveValue("Delhi");
    await expect(question).toBeHidden();
  });
}

test("the search finds by keyboard: a request by its number, the list by a name, a page; what is found is announced", async ({
  browser,
}) => {
  const name = aName();
  const { desk, number, id } = await aRequest(browser, { name, phone: aPhone(), pincode });
  await desk.goto("/Tickets");
  await settled(desk);
  await desk.keyboard.press("/");
  const box = desk.getByRole("combobox", { name: "Search or jump to…" });
  await expect(box).toBeFocused();
  await box.fill(number);
  const option = desk.getByRole("option", { name: number });
  await expect(option.first()).toBeVisible();
  await expect(option.first()).toHaveAttribute("data-focus");
  await axe(desk, "the open search");
  await box.fill(name.toLowerCase());
  await expect(option.first()).toContainText(name);
  await desk.keyboard.press("End");
  await expect(desk.getByRole("option", { name: "All requests found" })).toHaveAttribute("data-focus");
  await desk.keyboard.press("Enter");
  await expect(desk).toHaveURL(/\/Tickets\?search=/);
  await expect(desk.locator(".desk-grid tbody tr")).toHaveCount(1);
  await desk.keyboard.press("Control+k");
  await box.fill(number.slice(-4));
  await expect(option.first()).toBeVisible();
  await desk.keyboard.press("Enter");
  await expect(desk).toHaveURL(new RegExp(`/view-ticket\\?ticketId=${id}`));
  await desk.goto("/Tickets");
  await settled(desk);
  await desk.keyboard.press("/");
  await expect(box).toBeFocused();
  await desk.keyboard.press("Escape");
  await expect(box).toBeHidden();
});

test("the form is in Hindi, too, and stands on a phone", async ({ browser, baseURL }) => {
  const page = await aDesk(browser, narrow);
  await page.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  await page.goto("/admin-ticket");
  await settled(page);
  await expect(page.getByRole("heading", { name: "अनुरोध जोड़ें", level: 1 })).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await axe(page);
});

test("what is typed into Add Request before its page is awake stays, also where an extension has changed the page", async ({
  browser,
}) => {
  const desk = await aDesk(browser);
  await desk.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => {
      for (const input of document.querySelectorAll("input")) input.after(document.createElement("password-helper"));
    }),
  );
  const typed = Promise.withResolvers<void>();
  await desk.route(/\/assets\/console-[^/]*\.js$/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await desk.goto("/admin-ticket", { waitUntil: "domcontentloaded" });
  const phone = aPhone();
  const name = aName();
  await fill(desk, { phone, name, pincode });
  typed.resolve();
  await settled(desk);
  await expect(field(desk, "Phone")).toHaveValue(phone);
  await expect(field(desk, "Name")).toHaveValue(name);
  await expect(field(desk, "Service").locator("option:checked")).toHaveText("AC REPAIR");
  await expect(desk.getByLabel("Specific requirement")).toHaveValue("It does not cool");
  await expect(field(desk, "Pincode")).toHaveValue(pincode);
  await send(desk);
  await expect(desk.getByRole("dialog", { name: "Hurray! Your Request has been created" })).toBeVisible();
});
