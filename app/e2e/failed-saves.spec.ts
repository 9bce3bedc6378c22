import { expect, type Page } from "@playwright/test";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, aName, chooseParty, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

/*
 * Savings that fail in the admin console: each says so as a toast, too, and in the dialog it was sent from (001 §8,
 * 002 §8).
 */

const toast = (page: Page, text: string | RegExp) =>
  page.locator("[data-toasts] li[data-kind=bad]").filter({ hasText: text });

/** The id of a center, as its row on the list of all centers links it. */
async function idOf(page: Page, { centerName }: Center) {
  await page.goto(`/admin-centers?search=${encodeURIComponent(centerName)}`);
  const row = page.getByRole("row").filter({ hasText: centerName });
  const link = await row.getByRole("link").first().getAttribute("href");
  return new URL(link!, page.url()).searchParams.get("of")!;
}

test("R319 every dialog that cannot be saved says why as a toast and in itself", async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const request = await at.offered(center, { name: aName() });
  const alone = await at.requestOf(center, { name: aName() });
  const page = await aDesk(browser, desktop);
  const centerId = await idOf(page, center);
  const dialog = page.getByRole("dialog");
  const of = (id: string, more: string) => `/view-ticket?ticketId=${id}&${more}`;
  const refused: [address: string, text: string, fill?: () => Promise<void>][] = [
    [
      "/wallet?act=initiate",
      "Please fill all required fields.",
      () => chooseParty(dialog, "Consumer", request.phone, new RegExp(request.name)),
    ],
    ["/banner?act=add", "Please fill in all required details"],
    ["/offers?act=add", "Please fill in all required details"],
    ["/notifications?act=add", "Please fill in all required details"],
    [
      `/admin-centers?act=capacity&of=${centerId}`,
      "Please enter a whole number",
      () => dialog.getByRole("textbox").fill("x"),
    ],
    [of(request._id, `act=remarks&of=${request._id}`), "Please write a remark"],
    [of(request._id, `act=cancel&of=${request._id}`), "Please write why the request is cancelled"],
    [of(alone._id, `act=broadcast&of=${alone._id}`), "Failed to broadcast request"],
  ];
  for (const [address, text, fill] of refused) {
    await page.goto(address);
    await settled(page);
    await fill?.();
    await page.keyboard.press("Control+Enter");
    await expect(toast(page, text), address).toBeVisible();
    await expect(dialog.getByRole("alert"), address).toContainText(text);
  }
});

test("R319 a switch that could not be sent says so, and shows what is", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/admin-dashboard");
  await settled(page);
  const first = page.getByRole("switch").first();
  const was = await first.getAttribute("aria-checked");
  await page.route(/admin-dashboard/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await first.click();
  await expect(toast(page, "The status of the service could not be changed")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "The status of the service could not be changed",
  );
  await expect(first).toHaveAttribute("aria-checked", was!);
});

test("R434 a price of zero or of letters makes no call, and says what a price is", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/subscription");
  await settled(page);
  const annual = page.getByRole("region", { name: "Annual subscription" });
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  for (const wrong of ["0", "abc", "", "-5", "000"]) {
    await annual.getByLabel("New price in rupees").fill(wrong);
    await annual.getByRole("button", { name: "Update: Annual subscription" }).click();
    await expect(annual.getByRole("alert"), wrong).toContainText("Enter whole rupees from 1 to 10,00,000");
    await expect(annual.getByLabel("New price in rupees"), wrong).toHaveValue(wrong);
  }
  expect(sent).toEqual([]);
});

test("R399 while a page is read, 'Loading...' is seen", async ({ browser, baseURL }) => {
  const center = await requestsAt(baseURL!).aCenter();
  const page = await aDesk(browser, desktop);
  const centerId = await idOf(page, center);
  await page.goto(`/view-center/${centerId}`);
  await settled(page);
  let answer = () => {};
  await page.route(/\/center-history\//, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await page.locator(`a[href="/center-history/${centerId}"]`).first().click();
  const loading = page.getByText("Loading...", { exact: true });
  await expect(loading).toBeVisible();
  await expect(loading).toHaveCSS("opacity", "1");
  answer();
  await expect(page.getByText("No history data available.")).toBeVisible();
  await expect(loading).toBeHidden();
});
