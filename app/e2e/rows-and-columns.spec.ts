import { expect, type Page } from "@playwright/test";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, customers, desktop, listed } from "./desk-steps.ts";
import { test } from "./journey.ts";

/* What every list of the console has in common: a click on a row opens it, and each column is reached. */

const lists = [
  "/Tickets",
  "/pending-ticket",
  "/close-ticket",
  "/noService-ticket",
  "/center-ticket",
  "/center-ticket/new-tickets",
  "/center-ticket/not-assigned",
  "/erickshaw-ticket",
  "/b2b-ticket",
  "/all-client-ticket",
  "/broad-casted-list",
  "/admin-broadcast-tickets",
  "/admin-centers",
  "/edit-center?search=9000",
  "/admin-technician",
  "/admin-clients",
  "/admin-center-onboarders",
  "/usersdetails",
  "/users",
  "/roles",
  "/wallet",
  "/wallet?tab=consumer",
  "/wallet?tab=manual",
  "/payment",
  "/payment?tab=consumer",
  "/payment-close",
  "/wallet-approvals",
  "/offers",
  "/notifications",
  "/notification-history",
  "/admin-feedBack",
  "/blog",
  "/admin-dashboard",
];

/** The columns of each table whose heading is wider than its cell is, or cannot be scrolled to where it is seen. */
const unreached = (page: Page) =>
  page.locator(".desk-scroll").evaluateAll((boxes) =>
    boxes.flatMap((box) => {
      const heads = [...box.querySelectorAll<HTMLElement>("thead th:not(.pick, .acts)")];
      return heads.flatMap((head) => {
        head.scrollIntoView({ inline: "center", block: "nearest" });
        const { left, right, top, width } = head.getBoundingClientRect();
        const middle = document.elementFromPoint((left + right) / 2, top + 10);
        const seen = width > 30 && (middle === head || head.contains(middle));
        return seen ? [] : [head.textContent];
      });
    }),
  );

test("at 1366 x 650 each column of every list is reached by scrolling its table sideways", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await customers(baseURL!, aName(), 1);
  const page = await aDesk(browser, desktop);
  for (const path of lists) {
    await page.goto(path);
    await settled(page);
    // A toast of the login would cover headings.
    await expect(page.locator("[data-toasts] li")).toHaveCount(0);
    expect(await unreached(page), path).toEqual([]);
    // The bar stands inside the window.
    for (const box of await page.locator(".desk-scroll").all()) {
      const { y, height } = (await box.boundingBox())!;
      expect(y + height, path).toBeLessThanOrEqual(650);
      break;
    }
  }
  await page.goto("/admin-centers");
  const heads = await page.locator(".desk-grid thead th").allInnerTexts();
  for (const column of [
    "Onboarded By",
    "OTP Verification",
    "Subscription end date",
    "Qr Status",
    "View Verification Details",
  ])
    expect(heads).toContain(column);
});

/** Lists whose columns stand side by side on a desk of 1280 pixels. */
const narrowLists = [
  "/center-ticket/new-tickets",
  "/admin-broadcast-tickets",
  "/broad-casted-list",
  "/erickshaw-ticket",
  "/admin-feedBack",
  "/admin-dashboard",
  "/offers",
  "/payment",
  "/payment?tab=consumer",
];

/** The texts of the cells that are cut: wider than their cell, or longer than its two lines. */
const cutCells = (page: Page) =>
  page.locator(".desk-grid tbody td:not(.pick, .acts, .desk-card)").evaluateAll((cells) =>
    cells
      .flatMap((cell) => [cell, ...cell.querySelectorAll(".lines")])
      .filter((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1)
      .map(({ textContent }) => textContent),
  );

test("at 1366 x 650 the longest origin, customer, center and remark of the demo are whole in every list", async ({
  browser,
  baseURL,
}) => {
  const page = await aDesk(browser, desktop);
  // What the demo begins with: other journeys' rows are of today.
  const earlier = `from=${istDate(fromNow(-30 * day))}&to=${istDate(fromNow(-day))}`;
  const sideways = () =>
    page.locator(".desk-scroll").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  for (const lang of ["en", "hi"]) {
    await page.context().addCookies([{ name: "lang", value: lang, url: baseURL! }]);
    for (const path of [
      "/Tickets?days=all&search=Venkataramana",
      "/pending-ticket?days=all&search=Venkataramana",
      "/Tickets?days=all&search=Gurpreet",
      "/Tickets?days=all&search=सुधा",
      "/noService-ticket?days=all&search=सुधा",
      "/b2b-ticket?days=all&search=Mary",
      "/all-client-ticket?days=all&search=Mary",
      "/admin-centers?search=900000000",
      "/edit-center?search=900000000",
      "/usersdetails?search=Venkataramana",
      `/Tickets?${earlier}`,
      `/close-ticket?${earlier}`,
      `/center-ticket/new-tickets?${earlier}`,
      `/wallet-approvals?view=all&${earlier}`,
      `/wallet?tab=manual&${earlier}`,
    ]) {
      await page.goto(path);
      await settled(page);
      expect(await page.locator(".desk-grid tbody tr").count(), path).toBeGreaterThan(0);
      expect(await cutCells(page), `${path} ${lang}`).toEqual([]);
    }
    // Beside them nothing of these has to be scrolled to, with an act as wide as "Broadcasted" too, nor on a smaller desk.
    for (const width of [1366, 1280]) {
      await page.setViewportSize({ width, height: 650 });
      for (const path of [
        "/Tickets?days=all&search=Venkataramana",
        `/Tickets?${earlier}`,
        `/wallet-approvals?view=all&${earlier}`,
      ]) {
        await page.goto(path);
        await settled(page);
        expect(await cutCells(page), `${path} ${lang} ${width}`).toEqual([]);
        expect(await sideways(), `${path} ${lang} ${width}`).toBe(0);
      }
      for (const path of narrowLists) {
        await page.goto(`${path}${path.includes("?") ? "&" : "?"}${earlier}`);
        await settled(page);
        expect(await sideways(), `${path} ${lang} ${width}`).toBe(0);
      }
    }
    await page.setViewportSize(desktop.viewport);
  }
});

test("R377, R416 a click on a row opens it, but not on a control in it, nor while its text is selected", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  await customers(baseURL!, name, 1);
  const center = await requestsAt(baseURL!).aCenter();
  const page = await aDesk(browser, desktop);
  const opened: [list: string, cell: number, to: RegExp][] = [
    [listed(name), 4, /\/view-ticket\?ticketId=/],
    [`/admin-centers?search=${encodeURIComponent(center.centerName)}`, 3, /act=requests&of=/],
    ["/wallet?days=all", 2, /owner=/],
    ["/usersdetails", 3, /\/usersdetails\//],
    ["/roles", 2, /act=view&of=/],
    ["/admin-dashboard", 4, /act=edit&of=/],
  ];
  for (const [list, cell, to] of opened) {
    await page.goto(list);
    await settled(page);
    const plain = page.locator(".desk-grid tbody tr").first().locator("td").nth(cell);
    await plain.click({ position: { x: 3, y: 20 } });
    await expect(page, list).toHaveURL(to);
  }

  await page.goto(listed(name));
  await settled(page);
  const row = page.locator(".desk-grid tbody tr").first();
  await row.getByRole("checkbox").check();
  await expect(page).toHaveURL(listed(name));
  const popup = page.waitForEvent("popup");
  await page.goto(listed(name));
  await settled(page);
  await row
    .locator("td")
    .nth(4)
    .click({ position: { x: 3, y: 20 }, modifiers: ["ControlOrMeta"] });
  await expect(await popup).toHaveURL(/\/view-ticket\?ticketId=/);
  await expect(page).toHaveURL(listed(name));
  const another = page.waitForEvent("popup");
  await row
    .locator("td")
    .nth(4)
    .click({ position: { x: 3, y: 20 }, button: "middle" });
  await expect(await another).toHaveURL(/\/view-ticket\?ticketId=/);

  // A selection by dragging ends with a click that opens nothing.
  const cell = row.locator("td.id");
  const { x, y, width, height } = (await cell.boundingBox())!;
  await page.mouse.move(x + width - 4, y + height / 2);
  await page.mouse.down();
  const other = (await row.locator("td").nth(4).boundingBox())!;
  await page.mouse.move(other.x + other.width / 2, y + height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()!.isCollapsed)).toBe(false);
  await expect(page).toHaveURL(listed(name));
});
