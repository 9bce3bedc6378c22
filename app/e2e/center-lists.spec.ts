import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { assignTechnician, cellsOf, requestsAt, settled } from "./center-steps.ts";
import { test } from "./journey.ts";
import { stepsAt } from "./tracking-steps.ts";

/* What a center finds by its search, what its dashboard's numbers open, and what its money was paid for. */

let at: ReturnType<typeof requestsAt>;
test.beforeAll(({ baseURL }) => {
  at = requestsAt(baseURL!);
});

const aName = () => `Nikhil ${randomBytes(4).toString("hex")}`;
const listed = (page: Page) => page.locator("tbody tr").filter({ hasText: /REQ-/ });

test("the search finds a request by every part its row shows; spaces, +91 and 0 before a phone do not matter", async ({
  browser,
}) => {
  const center = await at.aCenter();
  const mine = await at.requestOf(center, { name: aName() });
  const other = await at.requestOf(center, { name: aName() });
  const page = await at.windowOf(browser, center);
  await page.goto("/tickets-center");
  await settled(page);
  await expect(listed(page)).toHaveCount(2);
  const search = async (words: string) => {
    await page.getByLabel("Request id or customer").fill(words);
    await page.getByRole("button", { name: "Show results" }).click();
    await expect(page).toHaveURL((url) => url.searchParams.get("search") === words);
  };
  const { phone, name, ticket_id: number } = mine;
  const front = phone.slice(0, 5);
  const back = phone.slice(5);
  for (const words of [
    phone,
    `${front} ${back}`,
    `+91 ${front} ${back}`,
    `+91${phone}`,
    `0${phone}`,
    `91-${front}-${back}`,
    phone.slice(2),
    name,
    name.split(" ")[1]!.toUpperCase(),
    number,
    number.toLowerCase(),
    number.slice(4),
  ]) {
    await search(words);
    await expect(listed(page), words).toHaveCount(1);
    await expect(listed(page), words).toContainText(number);
  }
  for (const words of [
    "Shivajinagar",
    "lake view",
    "bengaluru",
    center.pincode,
    center.pincode.slice(0, 5),
    "AC REPAIR",
  ]) {
    await search(words);
    await expect(listed(page), words).toHaveCount(2);
  }
  await search(other.phone.split("").reverse().join(""));
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
});

test("every number of the dashboard opens a list of exactly so many requests, whatever their status", async ({
  browser,
  baseURL,
}) => {
  const steps = stepsAt(baseURL!);
  const center = await steps.center();
  await steps.bookByCode();
  await steps.assignedByAdmin();
  await steps.closedByAdmin();
  for (const status of ["VERIFIED", "ON_HOLD", "REJECT"] as const) await steps.punch(await steps.bookByCode(), status);
  await steps.cancel(await steps.bookByCode());
  await at.offered(center, { service: "PLUMBING" });

  const page = await at.windowOf(browser, center);
  await page.goto("/center-dashboard");
  await settled(page);
  const counted = await page.evaluate(() => {
    const whole = (text: string | null | undefined) => (/^\d+$/.test(text?.trim() ?? "") ? Number(text) : null);
    const tiles = [...document.querySelectorAll<HTMLAnchorElement>("main a[data-tile]")].map((tile) => ({
      what: tile.querySelector(".text-sm")!.textContent!,
      to: tile.getAttribute("href")!,
      count: whole(tile.querySelector(".tabular-nums")?.textContent),
    }));
    const statuses = [...document.querySelectorAll("main li")].flatMap((line) => {
      const link = line.querySelector<HTMLAnchorElement>(":scope > a.link");
      const count = whole(line.querySelector(":scope > .tabular-nums")?.textContent);
      return link && count !== null ? [{ what: link.textContent!, to: link.getAttribute("href")!, count }] : [];
    });
    return { tiles: tiles.filter(({ count }) => count !== null), statuses };
  });
  // Open are all that are neither closed nor cancelled; one of them has a technician.
  expect(counted.tiles.map(({ count }) => count)).toEqual([1, 5, 4, 1, expect.any(Number), 1]);
  expect(counted.statuses.map(({ count }) => count)).toEqual(Array(7).fill(1));
  const statusOf = (to: string) => new URL(to, baseURL).searchParams.get("status");
  expect(counted.statuses.map(({ to }) => statusOf(to)).sort()).toEqual([
    "CANCEL",
    "CLOSED",
    "ON_HOLD",
    "REJECT",
    "Technician Assigned",
    "Technician Not Assigned",
    "VERIFIED",
  ]);
  for (const { what, to, count } of [...counted.tiles, ...counted.statuses]) {
    await page.goto(to);
    await settled(page);
    await expect(listed(page), what).toHaveCount(count!);
  }
});

test("a request that was closed without a visit ticks neither start nor completion, for its customer either", async ({
  browser,
  page: customer,
}) => {
  const center = await at.aCenter();
  const request = await at.requestOf(center);
  const page = await at.windowOf(browser, center);
  const dialog = await assignTechnician(page, request._id);
  await page.getByRole("link", { name: "Close ticket with remarks" }).click();
  await dialog.getByRole("radio", { name: "Not Visited - Can't Deliver Service" }).check();
  await dialog.getByRole("button", { name: "Close ticket" }).click();
  await expect(dialog.getByRole("heading", { name: "Ticket closed successfully" })).toBeVisible();

  await dialog.getByRole("link", { name: "Done" }).click();
  await customer.goto(`/ServiceStatus/?${request._id}`);
  for (const reader of [page, customer]) {
    const step = (name: string) => reader.locator("[data-timeline] li").filter({ hasText: name });
    await expect(step("Ticket Assigned To Technician")).toHaveAttribute("data-state", "done");
    for (const name of ["Job Started", "Job Completed"]) {
      await expect(step(name)).toHaveAttribute("data-state", "skipped");
      await expect(step(name)).toContainText("Did not happen");
    }
  }
});

test("a lead fee names its request among the payments, in the statement and in their files; Tickets shows what was charged", async ({
  browser,
}) => {
  const center = await at.aCenter({ walletRupees: 500 });
  const request = await at.paidRequest(center);
  const page = await at.windowOf(browser, center);
  await page.goto("/brodcast-requests");
  await settled(page);
  const offer = page.getByRole("row").filter({ hasText: request.ticket_id });
  await offer.getByRole("link", { name: /^Accept for ₹49/ }).click();
  await offer.getByRole("button", { name: "Accept for ₹49" }).click();
  await expect(offer.getByText("ACCEPTED", { exact: true })).toBeVisible();

  for (const address of ["/payments", "/payments?show=statement"]) {
    await page.goto(address);
    await settled(page);
    const fee = page.getByRole("row").filter({ hasText: "Lead fee" });
    await expect(fee, address).toHaveCount(1);
    await expect(fee, address).toContainText(request.ticket_id);
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download this list as CSV" }).click();
    const cells = (await cellsOf(await waiting)).find((line) => line.includes("Lead fee"));
    expect(cells, address).toContain(request.ticket_id);
  }
  await page.goto("/tickets-center");
  await expect(page.getByRole("row").filter({ hasText: request.ticket_id })).toContainText("really charged ₹49");
});
