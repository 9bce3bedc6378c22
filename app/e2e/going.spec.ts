import { expect, type Page, type Route } from "@playwright/test";
import { settled } from "./center-steps.ts";
import { aDesk, aName, customers, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * Going from page to page in a console (app/exchange/go.ts): what is new and what stays, and answers that come late, twice
 * or in another order.
 */

const menu = (page: Page, path: string) => page.locator(`[data-menu] a[href="${path}"]`);

/** Marks the page's main part; `isMarked` says whether it is still the same element. */
const mark = (page: Page) => page.locator("#main").evaluate((main) => Object.assign(main, { marked: true }));
const isMarked = (page: Page) => page.locator("#main").evaluate((main) => "marked" in main);

/** Holds what is asked for at a path until it is let go; counts how often it was asked for. */
async function held(page: Page, path: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const requests: string[] = [];
  await page.route(
    (url) => url.pathname === path,
    async (route: Route) => {
      requests.push(route.request().url());
      await promise;
      // A fetch that was given up meanwhile has nobody to answer.
      await route.continue().catch(() => undefined);
    },
  );
  return { requests, release };
}

test("another page and another record are new, the same page changes in place, and Back shows a page anew", async ({
  browser,
  baseURL,
}) => {
  const { made } = await customers(baseURL!, aName(), 2);
  const [first, second] = made.map(({ _id }) => _id);
  const page = await aDesk(browser, desktop);
  await page.goto(`/view-ticket?ticketId=${first}`);
  await settled(page);

  await mark(page);
  await page.locator("[data-acts] summary").click();
  await page.locator("[data-acts] [data-act=remarks]").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);

  // A link to another record, as of the palette or of a chain of revisits.
  await page.locator("#main").evaluate((main, id) => {
    const link = Object.assign(document.createElement("a"), {
      href: `/view-ticket?ticketId=${id}`,
      textContent: "Other",
    });
    link.dataset.near = "";
    main.prepend(link);
  }, second);
  await page.getByRole("link", { name: "Other", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`ticketId=${second}`));
  await expect.poll(() => isMarked(page)).toBe(false);

  await mark(page);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`ticketId=${first}`));
  await expect.poll(() => isMarked(page)).toBe(false);

  await mark(page);
  await menu(page, "/close-ticket").click();
  await expect(page).toHaveURL(/close-ticket/);
  await expect.poll(() => isMarked(page)).toBe(false);
});

test("a page that is on its way is not asked for again, and a later one overtakes it", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/Tickets");
  await settled(page);
  const closed = await held(page, "/close-ticket");
  await menu(page, "/close-ticket").click();
  await menu(page, "/close-ticket").click();
  await expect.poll(() => closed.requests.length).toBe(1);
  await expect(page.locator("html")).toHaveAttribute("data-loading");

  await menu(page, "/pending-ticket").click();
  await expect(page).toHaveURL(/pending-ticket/);
  await expect(page.locator("html")).not.toHaveAttribute("data-loading");
  closed.release();
  await menu(page, "/admin-centers").click();
  await expect(page).toHaveURL(/admin-centers/);
  expect(closed.requests).toHaveLength(1);
});

test("what an extension adds to the page stays through other pages, and empties none", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/Tickets");
  await settled(page);
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("div"), { id: "from-an-extension" }));
    document.querySelector("[data-menu]")?.prepend(document.createElement("grammar-check"));
  });
  await menu(page, "/close-ticket").click();
  await expect(page).toHaveURL(/close-ticket/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Closed Requests");
  await expect(page.locator("#from-an-extension")).toBeAttached();
  await menu(page, "/Tickets").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Requests");
  await expect(menu(page, "/Tickets")).toHaveAttribute("aria-current", "page");
});
