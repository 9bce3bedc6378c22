import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { axe } from "./accessible.ts";
import { book } from "./booking-steps.ts";
import { inDatabase } from "./database.ts";
import { test } from "./journey.ts";
import { peopleAt } from "./people.ts";
import { aPhone, type Steps, service, stepsAt, type Ticket } from "./tracking-steps.ts";

/* "Still needed?": the question to the customer of a request that was not visited. */

const at = (ticket: { _id: string }, more = "") => `/ServiceStatus/?${ticket._id}${more}`;
/** The address the message leads to. */
const question = (ticket: { _id: string }) => at(ticket, "&do=stillNeeded");
const now = (page: Page) => page.locator('[data-part="now"]');
const yes = (page: Page) => page.getByRole("button", { name: "Yes, I still need it" });
const no = (page: Page) => page.getByRole("button", { name: "No, not any more" });

let steps: Steps;
test.beforeEach(({ baseURL }) => {
  steps = stepsAt(baseURL!);
});

/** Confirms the phone of a request on the page that asks for it. */
async function confirm(page: Page, { phone }: Ticket, words = { send: "Send OTP", done: "Confirm" }) {
  const earlier = await steps.codesSoFar(phone);
  await page.getByRole("button", { name: words.send }).click();
  await page.getByLabel("OTP").fill(await steps.code(phone, earlier));
  await page.getByRole("button", { name: words.done }).click();
}

const requestsOf = ({ phone }: Ticket) =>
  inDatabase<{
    public_id: string;
    booking_fee_paise: string;
    orders: number;
  }>(sql`select t.public_id, t.booking_fee_paise, (select count(*)::int from orders o where o.ticket_id = t.id) as orders
       from tickets t where t.phone = ${phone} order by t.created_at`);

test("a paid request that nobody visited becomes one new request without a fee, whatever is pressed how often", async ({
  page,
  baseURL,
}) => {
  const phone = aPhone();
  const { pincode } = await steps.center();
  await page.goto("/booking?form=one");
  await book(page, phone, { service, pincode });
  await expect(page).toHaveURL(/step=pay/);
  const ticket = { _id: new URL(page.url()).searchParams.get("ticket")!, ticket_id: "", name: "Meera Nair", phone };
  await steps.pay({ payment: { order_id: await page.locator("[name=order_id]").inputValue() } });
  await page.goto(at(ticket));
  await expect(now(page)).toContainText("We are looking for a service center near you.");
  await steps.accept(ticket);
  await steps.assign(ticket);
  await peopleAt(baseURL!).aCenter({ services: [service], pincode });
  await steps.notVisited(ticket);
  // The open page shows the question by itself.
  await expect(page.getByRole("heading", { name: "Do you still need help?" })).toBeVisible();
  await axe(page);
  const number = await page.getByRole("heading", { level: 1 }).innerText();
  await page.getByRole("link", { name: "Answer" }).click();
  await expect(page.getByText("You get a new request without a booking fee.")).toBeVisible();
  await axe(page);
  const second = await page.context().newPage();
  const third = await page.context().newPage();
  await second.goto(question(ticket));
  await third.goto(question(ticket));
  await page.reload();

  await yes(page).dblclick();
  await expect(page.getByText("We are looking for another service center. There is no booking fee.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText(number);
  await expect(page.getByText("Fee due")).toHaveCount(0);
  const made = new URL(page.url()).search;
  await page.reload();
  await expect(now(page)).toContainText("We are looking for a service center near you.");

  await yes(second).click();
  await expect(second).toHaveURL(new RegExp(`${made.replace("?", "[?]")}$`));
  await no(third).click();
  await expect(third.getByText("You have answered already, so this cannot be changed any more")).toBeVisible();
  await expect(third.getByText("so we made a new request without a booking fee:")).toBeVisible();
  await third.getByRole("link", { name: /^Request / }).click();
  await expect(third).toHaveURL(new RegExp(`${made.replace("?", "[?]")}$`));

  // The way back leads to a page that says what was answered, not to the question.
  await page.goBack();
  await page.reload();
  await expect(page.getByText("so we made a new request without a booking fee:")).toBeVisible();
  await expect(yes(page)).toHaveCount(0);
  const [first, ...others] = await requestsOf(ticket);
  expect(first!.public_id).toBe(ticket._id);
  expect(others).toEqual([{ public_id: made.slice(1), booking_fee_paise: "0", orders: 0 }]);
});

test("a yes that comes too late leads to booking again, with what was written before", async ({ page }) => {
  const ticket = await steps.unvisited();
  await page.goto(question(ticket));
  await expect(page.getByText(`To answer whether you still need request ${ticket.ticket_id}`)).toBeVisible();
  await confirm(page, ticket);
  await expect(yes(page)).toBeVisible();
  await inDatabase(sql`update still_needed_questions set expires_at = now() - interval '1 minute'
      where ticket_id = (select id from tickets where public_id = ${ticket._id})`);
  await yes(page).click();
  await expect(page.getByText("The time to answer is over, but you can book again here")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Book the same service again" })).toBeVisible();
  await expect(page.getByLabel("Specific requirement")).toHaveValue("The kitchen tap drips");
  await axe(page);

  // The link of the message leads to the request then, whose page says the same.
  await page.goto(question(ticket));
  await expect(page.getByText("The time to answer is over, but you can book again.")).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Rebook" }).click();
  await page.getByRole("button", { name: "Rebook" }).click();
  await expect(page.getByText("Your request created successfully")).toBeVisible();
});

test.describe("without JavaScript on a small phone", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("a no ends it, once", async ({ page }) => {
    const ticket = await steps.unvisited();
    await page.goto(question(ticket));
    await confirm(page, ticket);
    const late = await page.context().newPage();
    const later = await page.context().newPage();
    for (const tab of [late, later]) await tab.goto(question(ticket));
    await no(page).click();
    await expect(page.getByText("Thank you for telling us.")).toBeVisible();
    await expect(page.getByText("You told us that you do not need it any more.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Answer" })).toHaveCount(0);
    await no(late).click();
    await expect(late.getByText("You told us that you do not need it any more.")).toBeVisible();
    // The way back leads to the request, not to the question.
    await late.goBack();
    await expect(yes(late)).toHaveCount(0);
    await yes(later).click();
    await expect(later.getByText("You have answered already, so this cannot be changed any more")).toBeVisible();
    expect(await requestsOf(ticket)).toHaveLength(1);
    await page.goto(question(ticket));
    await expect(yes(page)).toHaveCount(0);
  });
});

test.describe("in Hindi on a small phone", () => {
  test.use({ locale: "hi-IN", viewport: { width: 360, height: 740 } });

  test("question and answers are in Hindi, and nothing scrolls sideways", async ({ page }) => {
    const ticket = await steps.unvisited({ name: "सुनीता देवी" });
    await page.goto(at(ticket));
    await page.getByRole("link", { name: "जवाब दें" }).click();
    await confirm(page, ticket, { send: "OTP भेजें", done: "पुष्टि करें" });
    await expect(page.getByRole("heading", { name: "क्या आपको अब भी मदद चाहिए?" })).toBeVisible();
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole("button", { name: "हाँ, अब भी चाहिए" }).click();
    // No other center works there.
    await expect(page.getByText("आपका नया अनुरोध दर्ज है, पर अभी वहाँ कोई दूसरा सर्विस सेंटर काम नहीं करता।")).toBeVisible();
    await page.goto(at(ticket));
    await expect(page.getByText("इसलिए बिना बुकिंग फ़ीस के नया अनुरोध बनाया गया:")).toBeVisible();
    await axe(page);
  });
});
