import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { type Steps, stepsAt } from "./tracking-steps.ts";

let steps: Steps;
test.beforeEach(({ baseURL }) => {
  steps = stepsAt(baseURL!);
});

const group = (page: Page, question: number) => page.getByRole("group", { name: new RegExp(`^${question}\\. `) });
const answer = (page: Page, question: number, value: number) =>
  group(page, question).getByRole("radio", { name: String(value), exact: true });

test("R104 an unknown link says 'Invalid Feedback Link'", async ({ page }) => {
  for (const path of ["/feedback/nobody-knows-this", "/feedback"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Invalid Feedback Link" })).toBeVisible();
  }
  await axe(page);
});

test("R105–R109 five questions by keyboard alone; Submit says why it waits; a second visit shows what was given", async ({
  page,
}) => {
  const path = await steps.feedbackPath(await steps.closedByAdmin());
  const opened = await page.goto(path);
  expect(opened?.headers()).toMatchObject({ "x-robots-tag": "noindex, nofollow", "referrer-policy": "no-referrer" });
  await axe(page);
  const submit = page.getByRole("button", { name: "Submit" });
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(/Please answer all five questions to submit 0 of 5 answered/);

  for (const question of [1, 2, 3, 4]) {
    await answer(page, question, 1).focus();
    await page.keyboard.press("Space");
    for (let presses = 1; presses < question + 5; presses++) await page.keyboard.press("ArrowRight");
    await expect(answer(page, question, question + 5)).toBeChecked();
  }
  await expect(page.getByText("4 of 5 answered")).toBeVisible();
  await expect(submit).toBeDisabled();

  // A reload keeps the answers.
  await page.reload();
  await expect(answer(page, 4, 9)).toBeChecked();
  await answer(page, 5, 10).check();
  await expect(submit).toBeEnabled();
  await axe(page);
  await submit.press("Enter");
  await expect(page.getByRole("heading", { name: "Thank you for your feedback!" })).toBeVisible();
  await expect(page.getByText("Average 8 of 10")).toBeVisible();
  await axe(page);

  await page.goto(path);
  await expect(page.getByRole("heading", { name: "You have already given your feedback. Thank you!" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
});

test("H27 two tabs send the same link: one is kept, the other is told", async ({ page, context }) => {
  const path = await steps.feedbackPath(await steps.closedByAdmin());
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(path);
    for (const question of [1, 2, 3, 4, 5]) await answer(tab, question, 5).check();
  }
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your feedback!" })).toBeVisible();
  await other.getByRole("button", { name: "Submit" }).click();
  await expect(other.getByRole("heading", { name: "You have already given your feedback. Thank you!" })).toBeVisible();
});

test("R002 the old hash address leads to the form", async ({ page }) => {
  const path = await steps.feedbackPath(await steps.closedByAdmin());
  await page.goto(`/#${path}`);
  await expect(page.getByRole("heading", { name: "Your feedback" })).toBeVisible();
});

test.describe("without JavaScript, 360 px wide", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("the server checks that all five are answered and keeps those that are", async ({ page }) => {
    await page.goto(await steps.feedbackPath(await steps.closedByAdmin()));
    expect((await answer(page, 1, 10).locator("xpath=..").boundingBox())?.width).toBeGreaterThanOrEqual(44);
    await answer(page, 1, 10).check();
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("alert")).toContainText("Please answer all five questions to submit");
    expect(await page.title()).toMatch(/^Error: /);
    await expect(answer(page, 1, 10)).toBeChecked();
    for (const question of [2, 3, 4, 5]) await answer(page, question, 8).check();
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "Thank you for your feedback!" })).toBeVisible();
  });
});

test("R444, Q117 an operator reads what a customer said, from the start page to the request; who may not is told so", async ({
  page,
  browser,
}) => {
  const ticket = await steps.closedByAdmin();
  const desk = await aDesk(browser, desktop);
  await desk.goto("/Home");
  await desk.getByRole("link", { name: "Feedback list" }).click();
  const searchPath = `/admin-feedBack?number=${ticket.ticket_id}`;
  await desk.goto(searchPath);
  await settled(desk);
  await expect(rowOf(desk, ticket.ticket_id).getByRole("cell", { name: "No", exact: true })).toBeVisible();
  const popup = desk.getByRole("dialog", { name: "Feedback" });
  await desk.getByRole("link", { name: `View Feedback on ${ticket.ticket_id}` }).click();
  await expect(popup.getByText("No feed back given")).toBeVisible();
  await popup.getByRole("link", { name: "Close", exact: true }).last().click();

  await page.goto(await steps.feedbackPath(ticket));
  for (const question of [1, 2, 3, 4, 5]) await answer(page, question, question + 5).check();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your feedback!" })).toBeVisible();

  await desk.goto(searchPath);
  await settled(desk);
  await expect(rowOf(desk, ticket.ticket_id).getByText("8.0", { exact: true }).filter({ visible: true })).toHaveCount(
    1,
  );
  await axe(desk, "list");
  await desk.getByRole("link", { name: `View Feedback on ${ticket.ticket_id}` }).click();
  await expect(popup.getByRole("definition")).toHaveText(["6", "7", "8", "9", "10"]);
  await axe(desk, "popup");
  await desk.keyboard.press("Escape");
  await desk.getByRole("link", { name: `View Ticket ${ticket.ticket_id}` }).click();
  await expect(desk.getByRole("heading", { name: "Feedback list" })).toBeVisible();

  await desk.goto("/admin-feedBack?number=REQ-000000-NONE");
  await expect(desk.getByText("Nothing matches these filters")).toBeVisible();
  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  await phone.goto(searchPath);
  await expect(phone.getByText("8.0", { exact: true }).filter({ visible: true })).toHaveCount(1);
  expect(await sideways(phone)).toBe(0);
  await axe(phone, "on a phone");
  const client = await aDesk(browser, desktop, "clientdesk");
  await client.goto("/admin-feedBack");
  await expect(client.getByText("No permission , contact admin")).toBeVisible();
});
