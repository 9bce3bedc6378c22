import { type Browser, expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { aDesk, aName, desktop } from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";

/* Choosing one of many clients on the report page: a combobox, and without JavaScript a search of the form. */

/** Each worker has its own; last by name, so that the first fifty are those of other journeys. */
const clients = `Zz ${aName()}`;
const eastern = `${clients} Northeast`;
const last = `${clients} Northern`;
const ofThese = sql`client_name like ${`${clients} %`}`;

test.beforeAll(() =>
  inDatabase(sql`
    insert into clients (id, client_name, created_at, updated_at)
    select gen_random_uuid(), name, now(), now()
      from (select ${clients} || ' ' || n as name from generate_series(1, 58) n
            union all values (${eastern}), (${last})) as made`),
);
test.afterAll(() => inDatabase(sql`update clients set deleted_at = now() where ${ofThese}`));

const report = async (browser: Browser, options: object = desktop): Promise<Page> => {
  const page = await aDesk(browser, options);
  await expect(async () => {
    // What is cached of the clients is as old as a moment.
    await page.goto("/report-page");
    await expect(page.locator('[data-client] [data-enhance="searched-select"]')).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: patienceMs });
  return page;
};

test("one types, goes to a client with the arrows, chooses it with Enter, and chooses all again", async ({
  browser,
}) => {
  const page = await report(browser);
  await settled(page);
  const form = page.locator("[data-client]");
  const select = form.locator('select[name="client"]');
  await expect(select.locator("option", { hasText: last })).toHaveCount(0);
  await form.getByText("Client", { exact: true }).click();
  // Until the combobox is there the select has its role and name.
  const box = form.getByRole("combobox", { name: "Client" }).and(page.locator("input"));
  const options = form.getByRole("listbox", { name: "Client" }).getByRole("option");
  await expect(box).toBeFocused();
  await box.fill(`${clients} northe`);
  await expect(options).toHaveText([eastern, last]);
  await axe(page, "the clients that were found");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue(last);
  await expect(options).toHaveCount(0);
  await form.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/client=[0-9a-f-]{36}/);
  await expect(select.locator("option:checked")).toHaveText(last);
  // The forms of the files begin with the client of the page.
  for (const name of ["Report files", "Scheduled reports"])
    await expect(page.getByRole("form", { name }).locator('select[name="client"] option:checked')).toHaveText(last);

  await form.getByText("Client", { exact: true }).click();
  await box.fill("no such client");
  await expect(form.getByRole("status").filter({ hasText: "0 found" })).toBeVisible();
  await box.fill("");
  await expect(options.first()).toHaveText("All clients and the public");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("All clients and the public");
  await form.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/client=(&|$)/);
});

test("without JavaScript the form searches, on the page, for a file and for what the clock prepares", async ({
  browser,
}) => {
  const page = await report(browser, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  expect(await sideways(page)).toBe(0);
  const choose = async (form: ReturnType<Page["locator"]>) => {
    await form.getByLabel("Search Client").fill(last);
    await form.getByRole("button", { name: "Find", exact: true }).click();
    await form.locator('select[name="client"]').selectOption({ label: last });
  };
  await choose(page.locator("[data-client]"));
  await page.locator("[data-client]").getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.locator('[data-client] select[name="client"] option:checked')).toHaveText(last);

  await page.goto("/report-page");
  const file = page.getByRole("form", { name: "Report files" });
  await choose(file);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    file.getByRole("button", { name: "Download Report", exact: true }).click(),
  ]);
  expect(new URL(download.url()).searchParams.get("client")).toMatch(/^[0-9a-f-]{36}$/);

  await page.goto("/report-page");
  const schedule = page.getByRole("form", { name: "Scheduled reports" });
  await schedule.getByLabel("How often").selectOption({ label: "Daily" });
  await choose(schedule);
  await expect(schedule.getByLabel("How often").locator("option:checked")).toHaveText("Daily");
  await schedule.getByRole("button", { name: "Prepare regularly" }).click();
  const row = page.getByRole("region", { name: "Scheduled reports" }).getByRole("row").filter({ hasText: last });
  await expect(row).toContainText("Daily");
  await row.getByRole("button", { name: /^Stop: / }).click();
  await expect(row).toHaveCount(0);
});
