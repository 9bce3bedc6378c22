import { randomBytes } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { fillPlumbing, requestsAt, settled } from "./center-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

/* Add Ticket, and what a center created and cannot serve itself. */

let at: ReturnType<typeof requestsAt>;

const windowOf = (browser: Browser, center: Center, options?: Parameters<Browser["newContext"]>[0]) =>
  at.windowOf(browser, center, options);

const row = (page: Page, number: string) => page.getByRole("row").filter({ hasText: number });
const aName = () => `Nikhil ${randomBytes(4).toString("hex")}`;

test.beforeAll(({ baseURL }) => {
  at = requestsAt(baseURL!);
});

test("Add Ticket says what is missing, then shows its result after two seconds with 'Add more ticket' (R146, R161–R163)", async ({
  browser,
}) => {
  const center = await at.aCenter({ services: ["AC REPAIR", "PLUMBING"] });
  const page = await windowOf(browser, center);
  await page.clock.install();
  await page.goto("/AddTicket");
  await settled(page);
  await page.getByRole("button", { name: "Add Ticket" }).click();
  await expect(page.getByRole("alert")).toContainText("Please fill in all required details");
  await expect(page).toHaveTitle(/^Error: /);
  await page.getByLabel("Service", { exact: true }).selectOption({ label: "PLUMBING" });
  await page.getByLabel("Time preference").selectOption("SPECIFIC_DATE_AND_TIME");
  await page.getByLabel("Name", { exact: true }).fill("Farida Sheikh");
  await page.getByLabel("Phone", { exact: true }).fill("9812345670");
  await page.getByLabel("House number").fill("7, Temple Street");
  await page.getByLabel("Pincode").fill(center.pincode);
  await page.getByRole("button", { name: "Add Ticket" }).click();
  await expect(page.getByRole("alert")).toContainText("Please fill in Specific date and time");
  await page.getByLabel("Time preference").selectOption("WITHIN_24_HOURS");
  // From here on the page's clock moves only when the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Add Ticket" }).click();
  const dialog = page.getByRole("dialog", { name: "Hurray! Your Request has been created" });
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await page.getByText("Ticket Created successfully").isVisible()).toBe(true);
  }).toPass();
  await page.clock.runFor(1_000);
  await expect(dialog).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(dialog).toBeVisible();
  await page.clock.resume();
  await expect(page.getByText("Add more ticket").first()).toBeVisible();
  await axe(page);
  const number = await dialog.getByText(/^REQ-/).innerText();

  await dialog.getByRole("link", { name: "Open the request" }).click();
  await page.getByRole("link", { name: "Delete request" }).click();
  await expect(page.getByRole("dialog")).toContainText(`Delete the request ${number} of Farida Sheikh?`);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Ticket Delete successfully")).toBeVisible();
  await expect(row(page, number)).toHaveCount(0);
});

test("a ticket the center cannot serve stands under 'Ticket created by you, not assigned to you' (R144)", async ({
  browser,
}) => {
  const center = await at.aCenter();
  // Another center there offers a service this one does not.
  await at.aCenter({ services: ["PLUMBING"], pincode: center.pincode });
  const page = await windowOf(browser, center);
  const name = aName();
  await fillPlumbing(page, { name, pincode: center.pincode });
  await page.getByRole("button", { name: "Add Ticket" }).click();
  await expect(page.getByText("Ticket Created successfully")).toBeVisible();
  await page.goto("/ticket-created-by-you");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ticket created by you, not assigned to you");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Email",
    "Phone",
    "Created by center",
    "Address",
    "Broadcast status",
    "Ticket status",
    "Service",
    "Assigned center",
    "Actions",
  ]);
  await expect(row(page, name)).toContainText("NEW NOT PAID");
  // All ten columns are visible without horizontal scrolling.
  await page.setViewportSize({ width: 1280, height: 780 });
  const beyond = await page
    .getByRole("table")
    .evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth);
  expect(beyond).toBeLessThanOrEqual(0);
});

test("what the center cannot serve is broadcasted again, and a failure stands on the page (R179)", async ({
  browser,
}) => {
  const page = await windowOf(browser, await at.aCenter());
  const name = `Kavya ${Date.now().toString(36)}`;
  await fillPlumbing(page, { name, pincode: "799999" });
  // The center's own city goes with a pincode that is not its own.
  await expect(page.getByLabel("City")).toHaveValue("");
  await expect(page.getByLabel("State")).toHaveValue("Tripura");
  await page.getByLabel("City").fill("Agartala");
  await page.getByRole("button", { name: "Add Ticket" }).click();
  await expect(page.getByText("Ticket Created successfully")).toBeVisible();
  await page.goto(`/ticket-created-by-you?search=${encodeURIComponent(name)}`);
  await settled(page);
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByRole("link", { name: /^Broadcast/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Broadcast" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to broadcast ticket!");
  await axe(page, "failed");
  await page.keyboard.press("Escape");
  await row.getByRole("link", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Ticket Delete successfully")).toBeVisible();
});

test("Add Ticket follows the pincode, asks before it overwrites, and keeps what is typed over another language and a login", async ({
  browser,
}) => {
  const center = await at.aCenter();
  const page = await windowOf(browser, center);
  await page.goto("/AddTicket");
  await settled(page);
  await page.getByLabel("City").fill("Mysuru");
  await page.getByLabel("Pincode").fill("110001");
  const question = page.getByText("This pincode is in New Delhi, Delhi.");
  await expect(question).toBeVisible();
  await expect(page.getByLabel("City")).toHaveValue("Mysuru");
  await axe(page, "asked");
  await page.getByRole("button", { name: "Change city and state to it" }).click();
  await expect(page.getByLabel("City")).toHaveValue("New Delhi");
  await expect(question).toBeHidden();

  await page.getByLabel("Name", { exact: true }).fill("Farida Sheikh");
  await page.getByRole("button", { name: "हिन्दी" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.locator("[name=name]")).toHaveValue("Farida Sheikh");
  await expect(page.locator("[name=city]")).toHaveValue("New Delhi");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("[name=name]")).toHaveValue("Farida Sheikh");

  // The session ends meanwhile: the login leads back to the form with what was typed.
  await settled(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const own = await page.context().cookies();
  await page.context().clearCookies({ name: "center_session" });
  await page.getByRole("button", { name: "Add Ticket" }).click();
  // The form ends far below the login's top, where it says why.
  await expect(page.getByRole("link", { name: "Log in as a center" })).toBeInViewport();
  await page.context().addCookies(own.filter(({ name }) => name === "center_session"));
  await page.goto("/AddTicket");
  await expect(page.locator("[name=name]")).toHaveValue("Farida Sheikh");
});

for (const [language, word] of [
  ["en", "Add Ticket"],
  ["hi", "अनुरोध जोड़ें"],
] as const) {
  test(`Add Ticket uses a desk's width: two columns of cards, each with one left edge, hints below their fields (${language})`, async ({
    browser,
    baseURL,
  }) => {
    const page = await windowOf(browser, await at.aCenter(), { viewport: { width: 1366, height: 650 } });
    await page.context().addCookies([{ name: "lang", value: language, url: baseURL! }]);
    await page.goto("/AddTicket");
    await settled(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(word);
    const edges = await page.evaluate(() => {
      const box = (element: Element) => element.getBoundingClientRect();
      const main = document.querySelector("main")!;
      const cards = [...main.querySelectorAll(".card")].map(box);
      const hints = [...main.querySelectorAll("form .field")].flatMap((field) => {
        const control = field.querySelector(".input");
        const hint = field.querySelector("p.hint");
        return control && hint ? [box(hint).top - box(control).bottom] : [];
      });
      return {
        heading: box(main.querySelector("h1")!).left,
        lefts: [...new Set(cards.map(({ left }) => Math.round(left)))],
        used:
          (Math.max(...cards.map(({ right }) => right)) - Math.min(...cards.map(({ left }) => left))) /
          main.clientWidth,
        hints,
      };
    });
    expect(edges.lefts).toHaveLength(2);
    expect(edges.lefts[0]).toBe(Math.round(edges.heading));
    expect(edges.used).toBeGreaterThan(0.85);
    expect(edges.hints.length).toBeGreaterThan(1);
    for (const below of edges.hints) expect(below).toBeGreaterThanOrEqual(0);
  });
}
