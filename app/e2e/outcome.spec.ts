import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { aDesk, confirmIfNeeded, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { outboxAt } from "./outbox.ts";
import { type Steps, stepsAt, type Ticket } from "./tracking-steps.ts";
import { light } from "./weight.ts";

/* What a customer says about a closed request, and what becomes of the fee. */

let steps: Steps;
test.beforeEach(({ baseURL }) => {
  steps = stepsAt(baseURL!);
});

/** A paid request that its center closed as done with the happy code, and the link in the customer's message. */
async function aClosed(baseURL: string): Promise<{ ticket: Ticket; link: string }> {
  const ticket = await steps.book({ name: "Sunita Devi" });
  await steps.pay(ticket);
  await expect(() => steps.accept(ticket)).toPass();
  await steps.assign(ticket);
  await steps.close(ticket);
  return { ticket, link: await outboxAt(baseURL).newestMatch(ticket.phone, /(\/outcome\/[\w-]+)/) };
}

const tracking = ({ _id }: Ticket) => `/serviceStatus?id=${_id}`;
const send = (page: Page) => page.getByRole("button", { name: "Send the answer" }).click();

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } });

    test("one tap by the link in the message says that it was so, once", async ({ page, baseURL }) => {
      const { ticket, link } = await aClosed(baseURL!);
      await page.goto(link);
      await expect(page.getByRole("heading", { level: 1, name: "Did it happen as the center says?" })).toBeVisible();
      expect(await page.content()).not.toContain(ticket.name);
      expect(await sideways(page)).toBe(0);
      await light(page, "outcome");
      if (javaScriptEnabled) await axe(page);
      await page.getByRole("button", { name: "Yes, it was so" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Thank you. Your answer is noted." })).toBeVisible();
      await page.goto(link);
      await expect(page.getByText("They came and it is done.")).toBeVisible();
      await expect(page.getByRole("button", { name: "Yes, it was so" })).toHaveCount(0);
    });

    test("a neighbor's answer from the bare link is shown as such, and decides nothing", async ({ page, baseURL }) => {
      const { ticket, link } = await aClosed(baseURL!);
      await page.goto(tracking(ticket));
      await page.getByRole("group", { name: "Did they come?" }).getByLabel("No").check();
      await send(page);
      await expect(page.getByText("It is shown to the center and decides nothing about money.")).toBeVisible();
      await page.goto(link);
      await expect(page.getByRole("button", { name: "Yes, it was so" })).toBeVisible();
    });
  });

test("a customer says that nobody came: an operator decides the case, and the fee goes back", async ({
  page,
  browser,
  baseURL,
}) => {
  const { ticket, link } = await aClosed(baseURL!);
  await page.goto(link);
  await page.getByRole("group", { name: "Did they come?" }).getByLabel("No").check();
  await send(page);
  await expect(page.getByText("A person looks at it within 24 working hours.")).toBeVisible();

  const desk = await aDesk(browser, desktop);
  await desk.goto("/cases?take=100");
  await rowOf(desk, ticket.ticket_id.slice(-4))
    .getByRole("link", { name: /^Decide/ })
    .click();
  const dialog = desk.getByRole("dialog");
  await expect(dialog.getByText("Nobody came.")).toBeVisible();
  await axe(desk, "a case");
  await dialog.getByLabel("It was not: the fee goes back to the customer").check();
  await dialog.getByLabel("Reason").fill("Both were called: nobody was there");
  await confirmIfNeeded(desk);
  await dialog.getByRole("button", { name: "Decide" }).click();
  await expect(desk.getByText("The case is decided: the fee goes back to the customer.").first()).toBeVisible();
  await desk.goto("/cases?view=decided&take=100");
  await expect(rowOf(desk, ticket.ticket_id.slice(-4))).toContainText("Fee returned");
  await expect(async () => {
    await page.goto(tracking(ticket));
    await expect(page.getByText(/99/).first()).toBeVisible();
    await expect(page.getByText(/back|refund/i).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
