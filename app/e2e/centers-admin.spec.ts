import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { aDesk, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { type Center, peopleAt } from "./people.ts";

/* Service centers as operators see and change them. */

let center: Center;
test.beforeEach(async ({ baseURL }) => {
  center = await peopleAt(baseURL!).aCenter();
});

/** The id of the center with a QR code. */
async function idOf(page: Page, qrId: string) {
  await page.goto(`/admin-centers?search=${qrId}`);
  await settled(page);
  const link = page.locator('a[href^="/view-center/"]').first();
  return (await link.getAttribute("href"))!.split("/").pop()!;
}

/** Sends an open dialog, with the password where it is asked for again. */
async function send(page: Page, button: string, done: string) {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: button, exact: true }).click();
  const password = page.getByLabel("Your password");
  await expect(page.getByText(done).or(password).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill("Demo@2026");
    await dialog.getByRole("button", { name: button, exact: true }).click();
  }
  await expect(page.getByText(done).first()).toBeVisible();
}

test("R322, R374–R400 a center is found, its capacity and clients are set, it is disabled with a reason, and its history says so", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop);
  const id = await idOf(page, center.qrId);
  await axe(page, "All Centers");
  const row = rowOf(page, center.qrId);
  await expect(row).toContainText("ACTIVE");
  await expect(row).toContainText(center.phone);

  await page.goto(`/admin-centers?act=capacity&of=${id}`);
  await settled(page);
  await axe(page, "Define Capacity");
  // R382: Submit waits for a number.
  const submit = page.getByRole("dialog").getByRole("button", { name: "Submit", exact: true });
  await page.getByLabel("How many open requests it may have at once").fill("");
  await expect(submit).toBeDisabled();
  await page.getByLabel("How many open requests it may have at once").fill("12");
  await expect(submit).toBeEnabled();
  await send(page, "Submit", "Center Capacity Defined Successfully");
  await expect(rowOf(page, center.qrId)).toContainText("12");

  await page.goto(`/view-center/${id}?act=clients`);
  await settled(page);
  await page.getByRole("checkbox", { name: "Demo Client" }).check();
  await send(page, "Save", "Center Updated");
  await expect(page.getByText("Demo Client").first()).toBeVisible();

  await page.goto(`/view-center/${id}?act=disable`);
  await settled(page);
  await axe(page, "Disable");
  await page.getByRole("checkbox", { name: /disabled accepting ticket/ }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const refusal = page.getByText("Remark is required when disabling login or accepting tickets.").first();
  const password = page.getByLabel("Your password");
  await expect(refusal.or(password).first()).toBeVisible();
  await page.getByRole("textbox", { name: /^Remark/ }).fill("Papers are missing");
  await send(page, "Save", "Center Updated");
  await expect(page.getByText("Remark: Papers are missing")).toBeVisible();
  await axe(page, "View Center");

  await page.goto(`/center-history/${id}`);
  await settled(page);
  await expect(page.getByRole("row", { name: /disabled accepting ticket.*Papers are missing/ })).toBeVisible();
  await axe(page, "Center history");
});

test("R383 a center to edit is found by more than 3 characters of its phone; a trial that runs is not extended", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop);
  await page.goto(`/edit-center?search=${center.phone.slice(0, 3)}`);
  await settled(page);
  await expect(page.getByText("Type more than 3 characters")).toBeVisible();
  await page.goto(`/edit-center?search=${center.phone}`);
  await settled(page);
  await expect(rowOf(page, center.qrId)).toBeVisible();
  await axe(page, "Edit center");
  const id = await idOf(page, center.qrId);
  await page.goto(`/admin-centers?act=trial&of=${id}`);
  await expect(page.getByText("The trial was begun less than 15 days ago.")).toBeVisible();
  expect((await page.goto("/view-center/00000000-0000-7000-8000-00000000dead"))?.status()).toBe(404);
});

test("R379 a trial that ended is begun again; the center says until when, its history by whom, and it is not begun twice", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop);
  const id = await idOf(page, center.qrId);
  await inDatabase(sql`update centers set created_at = created_at - interval '20 days' where id = ${id}`);
  await page.goto(`/admin-centers?search=${center.qrId}&act=trial&of=${id}`);
  await settled(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/Begin the trial of .* again today\?/);
  await axe(page, "Extend Trial");
  const until = /It may work without a subscription until (.+)\./.exec(await dialog.innerText())![1]!;
  await send(page, "Extend Trial", "Trial extended successfully");

  await page.goto(`/view-center/${id}`);
  await settled(page);
  await expect(page.getByText("began the trial again").first()).toBeVisible();
  await page.goto(`/admin-centers?act=trial&of=${id}`);
  await expect(page.getByText(`The trial was begun less than 15 days ago. It runs until ${until}.`)).toBeVisible();
});

test("R378 a SUPER_ADMIN prints the list of centers: its rows alone are on the paper", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/admin-centers");
  await settled(page);
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print this list" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".desk-grid tbody tr").first()).toBeVisible();
  for (const gone of [
    page.getByRole("button", { name: "Print this list" }),
    page.getByRole("navigation", { name: "Menu" }),
  ])
    await expect(gone).toBeHidden();
  // Title and rows stand on the same landscape sheets: none is empty but for the title.
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const sheets = [...paper.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(([, wide, high]) => [wide, high]);
  expect(sheets.length).toBeGreaterThan(0);
  for (const [wide, high] of sheets) expect(Number(wide)).toBeGreaterThan(Number(high));
});

test("centers fit a phone, in Hindi too", async ({ browser, baseURL }) => {
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  const id = await idOf(page, center.qrId);
  for (const language of ["en", "hi"]) {
    await page.context().addCookies([{ name: "lang", value: language, url: baseURL! }]);
    for (const path of ["/admin-centers", "/edit-center", `/view-center/${id}`, `/center-history/${id}`]) {
      await page.goto(path);
      await settled(page);
      await axe(page, `${path} in ${language}`);
      expect(await sideways(page), `${path} in ${language}`).toBe(0);
    }
  }
});

test("operators see stars for phones, and a client's admin sees no centers", async ({ browser }) => {
  const operator = await aDesk(browser, desktop, "operations");
  const id = await idOf(operator, center.qrId);
  await expect(rowOf(operator, center.qrId)).toContainText("*****");
  await settled(operator);
  await expect(operator.getByRole("button", { name: "Print this list" })).toHaveCount(0);
  await operator.goto(`/view-center/${id}`);
  await expect(operator.getByText(center.phone)).toHaveCount(0);
  await expect(operator.getByRole("link", { name: "Delete", exact: true })).toHaveCount(0);
  const client = await aDesk(browser, desktop, "clientdesk");
  for (const path of ["/admin-centers", "/edit-center", `/view-center/${id}`, `/center-history/${id}`]) {
    expect((await client.goto(path))?.status(), path).toBe(403);
    await expect(client.getByText("No access , contact admin").first()).toBeVisible();
  }
});
