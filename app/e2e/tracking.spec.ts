import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { axe } from "./accessible.ts";
import { book } from "./booking-steps.ts";
import { test } from "./journey.ts";
import { aPhone, type Steps, service, stepsAt, type Ticket } from "./tracking-steps.ts";
import { light } from "./weight.ts";

const at = (ticket: { _id: string }, more = "") => `/ServiceStatus/?${ticket._id}${more}`;
const now = (page: Page) => page.locator('[data-part="now"]');
const unfold = (page: Page) => page.getByText("Details of your request").click();

let steps: Steps;
test.beforeEach(({ baseURL }) => {
  steps = stepsAt(baseURL!);
});

/** Confirms the phone of a request on the page that asks for it. */
async function confirm(page: Page, { phone }: Ticket) {
  const earlier = await steps.codesSoFar(phone);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP").fill(await steps.code(phone, earlier));
  await page.getByRole("button", { name: "Confirm" }).click();
}

test("a request from booking to feedback: each change comes to the open tracking page by itself", async ({ page }) => {
  const phone = aPhone();
  await page.goto("/booking?form=one");
  const { centerName, pincode } = await steps.center();
  await book(page, phone, { service, pincode });
  await expect(page).toHaveURL(/step=pay/);
  const ticket = { _id: new URL(page.url()).searchParams.get("ticket")!, ticket_id: "", name: "Meera Nair", phone };
  const order_id = await page.locator("[name=order_id]").inputValue();
  const answer = await page.goto(at(ticket));
  expect(answer?.headers()).toMatchObject({
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
    "cache-control": "private, no-store",
  });
  await expect(now(page)).toContainText("We are waiting for the booking fee");
  await expect(page.getByText("This page changes by itself when there is news.")).toBeVisible();

  await steps.pay({ payment: { order_id } });
  await expect(now(page)).toContainText("We are looking for a service center near you.");
  await steps.accept(ticket);
  await expect(now(page)).toContainText(`${centerName} has taken your request`);
  await expect(now(page).getByText("ACCEPTED")).toBeVisible();
  const technician = await steps.assign(ticket);
  await expect(now(page)).toContainText(`${technician.name} is assigned to your request.`);
  await expect(page.getByRole("link", { name: "Call the technician" })).toHaveAttribute(
    "href",
    `tel:+91${technician.phone.mobile_number}`,
  );
  await expect(page.getByText("Happy code", { exact: true }), "this browser proved the phone").toBeVisible();
  await steps.onTheWay(ticket);
  await expect(now(page)).toContainText(`${technician.name} is on the way to you.`);
  await steps.picture(ticket);
  await expect(page.getByRole("img", { name: "On-site picture 1 of 1" })).toBeVisible();
  await expect(page.locator("li[aria-current=step]")).toContainText("Job Completed");
  await steps.close(ticket, 750);
  await expect(now(page)).toContainText("Your request is closed.");
  await expect(page.locator("li[aria-current=step]")).toContainText("Feedback Received");
  await expect(page.getByText("₹750", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Call the technician" })).toHaveCount(0);

  // This browser booked it, so no proof is asked for.
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download Invoice" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^GS-\d\d-\d\d-\d{6}\.pdf$/);

  const second = await page.context().newPage();
  await second.goto(await steps.feedbackPath(ticket));
  for (const [question, answer] of [9, 8, 7, 10, 9].entries()) {
    const group = second.getByRole("group", { name: new RegExp(`^${question + 1}\\. `) });
    await group.getByRole("radio", { name: String(answer), exact: true }).check();
  }
  await second.getByRole("button", { name: "Submit" }).click();
  await expect(second.getByRole("heading", { name: "Thank you for your feedback!" })).toBeVisible();
  await expect(page.locator('[data-timeline] [data-state="done"]')).toHaveCount(6);
});

test("H3 with the link alone neither phone nor address nor surname leave the server; the OTP opens them", async ({
  page,
  request,
}) => {
  const ticket = await steps.bookAtCenter({ name: "Asha Deshpande" });
  const html = await (await request.get(at(ticket))).text();
  for (const secret of [ticket.phone, "Deshpande", "Rajpath", "Connaught Place"]) expect(html).not.toContain(secret);
  const masked = `${ticket.phone.slice(0, 2)}xxxxxx${ticket.phone.slice(-2)}`;
  expect(html).toContain(masked);

  await page.goto(at(ticket));
  await page.getByRole("link", { name: "Show all details" }).click();
  await expect(page.getByText(`We send an OTP to ${masked}`)).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("alert")).toContainText("Wrong OTP");
  await axe(page);
  await page.getByLabel("OTP").fill(await steps.code(ticket.phone));
  await page.getByRole("button", { name: "Confirm" }).click();
  await unfold(page);
  await expect(page.getByText("Asha Deshpande")).toBeVisible();
  const { pincode } = await steps.center();
  await expect(page.getByText(`12 Rajpath Apartments, Connaught Place, New Delhi, Delhi, ${pincode}`)).toBeVisible();
  await axe(page);

  // The address without a request lists this browser's requests; 'Not you?' forgets them.
  await page.goto("/serviceStatus");
  await page.getByRole("link", { name: new RegExp(ticket.ticket_id) }).click();
  await page.getByRole("button", { name: "Not you?" }).click();
  await expect(page.getByText("Asha Deshpande")).toHaveCount(0);
  await page.goto("/serviceStatus");
  await expect(page.getByRole("heading", { name: "Find my request" })).toBeVisible();
  await expect(page.getByText(ticket.ticket_id)).toHaveCount(0);
});

test("R003 Q40 every spelling of the address leads to the request; an unknown one is told calmly", async ({ page }) => {
  const ticket = await steps.bookByCode();
  for (const address of [
    `/serviceStatus?${ticket._id}`,
    `/SERVICESTATUS/?${ticket._id}`,
    `/ServiceStatus/?id=${ticket._id}`,
    `/serviceStatus?ticket_obj_id=${ticket._id}`,
    `/ServiceStatus/?${ticket._id}=&utm_source=sms`,
  ]) {
    await page.goto(address);
    await expect(now(page)).toContainText(`Request ${ticket.ticket_id}`);
  }
  await page.goto(`/#/ServiceStatus/?${ticket._id}`);
  await expect(now(page)).toContainText(`Request ${ticket.ticket_id}`);
  const unknown = await page.goto("/ServiceStatus/?AAAAAAAAAAAAAAAAAAAAAA");
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This request is not known" })).toBeVisible();
  await axe(page);
});

test("R094 R095 stars are given once by keyboard, by whoever confirmed the phone, and stay", async ({
  page,
  browser,
}) => {
  const ticket = await steps.closed();
  await page.goto(at(ticket));
  await axe(page);
  // A visitor with only the link is asked for the phone instead of the stars.
  await expect(page.getByRole("radio", { name: /star/i })).toHaveCount(0);
  await page.getByRole("link", { name: "Confirm your phone to rate" }).click();
  await expect(page.getByText(`To rate request ${ticket.ticket_id}, please confirm its phone number.`)).toBeVisible();
  await axe(page);
  await confirm(page, ticket);
  await expect(page.getByText("Your phone is confirmed.")).toBeVisible();
  await axe(page);
  const read = page.waitForResponse((answer) => answer.url() === page.url() && answer.request().method() === "GET");
  await page.getByRole("button", { name: "Send rating" }).click();
  await expect(page.getByRole("alert")).toContainText("Please choose 0 to 5 stars");
  // The page reloads once its live stream is open; the error stays at the stars.
  await (await read).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.getByRole("group", { name: "How many stars do you give?" })).toContainText("Please choose 0 to 5");
  await axe(page);
  await page.getByRole("radio", { name: "No star" }).focus();
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "4 of 5 stars" })).toBeChecked();
  await page.getByRole("button", { name: "Send rating" }).press("Enter");
  await expect(page.getByText("Thank you for your rating.")).toBeVisible();
  await expect(page.getByRole("img", { name: "4 of 5 stars" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send rating" })).toHaveCount(0);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(new URL(at(ticket), page.url()).href);
  await expect(stranger.getByRole("img", { name: "4 of 5 stars" })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Confirm your phone to rate" })).toHaveCount(0);
  await stranger.context().close();
});

test("stars sent by a browser that has forgotten the phone meanwhile lead to its confirmation", async ({ page }) => {
  const ticket = await steps.closed();
  await page.goto(at(ticket, "&do=rating"));
  await confirm(page, ticket);
  await page.getByRole("radio", { name: "2 of 5 stars" }).check();
  await page.context().clearCookies({ name: "visitor" });
  await page.getByRole("button", { name: "Send rating" }).click();
  await expect(page.getByText("Please confirm the phone number of this request with an OTP first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
});

test("R097 R102 a revisit is asked for and leads to its own request; R099 a time outside the day is refused", async ({
  page,
}) => {
  const ticket = await steps.closed();
  await page.goto(at(ticket));
  await page.getByRole("link", { name: "Revisit" }).click();
  await confirm(page, ticket);
  await expect(page.getByRole("heading", { name: "Request a revisit" })).toBeVisible();
  await axe(page);
  await page.getByRole("radio", { name: "Specific date and time" }).check();
  await page.getByRole("button", { name: "Revisit" }).click();
  await expect(page.getByRole("alert")).toContainText("Please fill in Specific date and time");
  // The same form in another tab, which will be late.
  const late = await page.context().newPage();
  await late.goto(page.url());
  await page.getByRole("radio", { name: "Within 24 hours" }).check();
  await page.getByLabel("Specific requirement").fill("It drips again");
  await page.getByRole("button", { name: "Revisit" }).click();
  await expect(page.getByText("Your revisit is booked.")).toBeVisible();
  await unfold(page);
  await expect(page.getByText(`Revisit of request ${ticket.ticket_id}`)).toBeVisible();
  await expect(page.getByText("It drips again")).toBeVisible();
  expect(page.url()).not.toContain(ticket._id);

  await late.getByRole("radio", { name: "Within 24 hours" }).check();
  await late.getByRole("button", { name: "Revisit" }).click();
  await expect(late.getByText("A revisit of this request is already open.")).toBeVisible();
  await unfold(late);
  await expect(late.getByText(/^Revisited by request/)).toBeVisible();
  // While it is open none is offered: the requests lead to each other.
  await page.goto(at(ticket, "&do=revisit"));
  await unfold(page);
  await expect(page.getByText(/^Revisited by request/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Revisit" })).toHaveCount(0);
});

test("R091 a rebook of what a center wrote down is free and leads to its own request", async ({ page }) => {
  const ticket = await steps.closed();
  await page.goto(at(ticket, "&do=rebook"));
  await confirm(page, ticket);
  await expect(page.getByLabel("Specific requirement")).toHaveValue("The kitchen tap drips");
  await expect(page.getByText("No booking fee")).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Rebook" }).click();
  await expect(page.getByText("Your request created successfully")).toBeVisible();
  expect(page.url()).not.toContain(ticket._id);
});

test("a code so soon after another is not sent, and that is said", async ({ page }) => {
  const ticket = await steps.bookByCode();
  await page.goto(at(ticket, "&do=see"));
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByRole("alert")).toContainText(/Please wait \d+ seconds before asking for another OTP/);
  await expect(page.getByLabel("OTP")).toBeVisible();
  await expect(page.getByText("We have sent")).toHaveCount(0);
});

test("an ended request offers nothing; an open one asks for no stars", async ({ page }) => {
  const ticket = await steps.bookByCode();
  await page.goto(at(ticket));
  for (const name of ["Download Invoice", "Rebook", "Revisit"]) {
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  }
  await steps.cancel(ticket);
  await expect(now(page)).toContainText("This request was cancelled.");
  await expect(page.locator("li[aria-current=step]")).toHaveCount(0);
  await axe(page);
});

test("what is chosen stays while the page changes by itself, and a lost connection is told", async ({ page }) => {
  const ticket = await steps.closed();
  await page.goto(at(ticket, "&do=rating"));
  await confirm(page, ticket);
  await page.getByRole("radio", { name: "3 of 5 stars" }).check();
  const other = await page.context().newPage();
  await other.goto(at(ticket));
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
  await expect(page.getByRole("radio", { name: "3 of 5 stars" })).toBeChecked();
  await other.getByRole("radio", { name: "5 of 5 stars" }).check();
  await other.getByRole("button", { name: "Send rating" }).click();
  await expect(page.getByRole("img", { name: "5 of 5 stars" })).toBeVisible();
});

test("B10 the page is light: HTML at most 15 KB, all of it at most 60 KB, and no script holds it up", async ({
  browser,
  baseURL,
}) => {
  const ticket = await steps.closed();
  const context: BrowserContext = await browser.newContext({ baseURL: baseURL! });
  const page = await context.newPage();
  const sizes: Promise<[string, number]>[] = [];
  page.on("requestfinished", (request) => {
    const path = new URL(request.url()).pathname;
    sizes.push(request.sizes().then(({ responseBodySize }) => [path, responseBodySize] as [string, number]));
  });
  await page.goto(at(ticket));
  await expect(page.getByText("This page changes by itself")).toBeVisible();
  const loadedFiles = (await Promise.all(sizes)).filter(([path]) => !/icons|favicon|pictures/.test(path));
  expect(loadedFiles.find(([path]) => path === "/ServiceStatus/")?.[1]).toBeLessThanOrEqual(15 * 1024);
  expect(loadedFiles.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(60 * 1024);
  expect(await page.locator("script[src]:not([type=module]):not([async]):not([defer])").count()).toBe(0);
  await context.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("the page is loaded again by hand, proves the phone, rates, hands out the invoice and rebooks", async ({
    page,
  }) => {
    const ticket = await steps.bookAtCenter();
    await page.goto(at(ticket));
    await steps.assign(ticket);
    await page.getByRole("link", { name: "Reload" }).click();
    await expect(now(page)).toContainText("is assigned to your request.");
    await steps.close(ticket, 400);
    await page.getByRole("link", { name: "Reload" }).click();
    await page.getByRole("link", { name: "Download Invoice" }).click();
    await expect(page.getByText(`To download the invoice of request ${ticket.ticket_id}`)).toBeVisible();
    await page.goBack();
    await page.getByRole("link", { name: "Confirm your phone to rate" }).click();
    await confirm(page, ticket);
    await page.getByRole("radio", { name: "5 of 5 stars" }).check();
    await page.getByRole("button", { name: "Send rating" }).click();
    await expect(page.getByRole("img", { name: "5 of 5 stars" })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download Invoice" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    await page.getByRole("link", { name: "Rebook" }).click();
    await page.getByRole("button", { name: "Rebook" }).click();
    await expect(page.getByText("Your request created successfully")).toBeVisible();
  });
});

test.describe("in Hindi on a small phone", () => {
  test.use({ locale: "hi-IN", viewport: { width: 320, height: 640 } });

  test("the page speaks Hindi and does not scroll sideways", async ({ page }) => {
    const ticket = await steps.closed({ name: "सुनीता देवी" });
    await page.goto(at(ticket));
    await expect(now(page)).toContainText("आपका अनुरोध पूरा हो चुका है।");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await axe(page);
  });
});

test.describe("in Hindi", () => {
  test.use({ locale: "hi-IN", viewport: { width: 360, height: 740 } });

  test("find my request shows who comes and what is not paid", async ({ page }) => {
    const words = (key: MessageKey) => say(key, {}, "hi");
    const unpaid = await steps.book();
    const live = await steps.bookAtCenter({ phone: unpaid.phone });
    await steps.longAfterCode(unpaid.phone);
    await page.goto("/serviceStatus");
    await expect(page.getByRole("heading", { name: words("myRequests.title") })).toBeVisible();
    const earlier = await steps.codesSoFar(unpaid.phone);
    await page.locator("[name=phone]").fill(unpaid.phone);
    await page.getByRole("button", { name: words("common.sendOtp") }).click();
    await page.locator("[name=otp]").fill(await steps.code(unpaid.phone, earlier));
    await page.getByRole("button", { name: words("common.confirm") }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("आपके 2 अनुरोध");
    const cards = page.getByRole("main").getByRole("listitem");
    await expect(cards.first()).toContainText("₹99 अभी बाकी");
    await expect(cards.nth(1)).toContainText(live.ticket_id);
    await axe(page);
    await light(page, "find my request");
    await cards
      .first()
      .getByRole("link", { name: words("common.delete") })
      .click();
    await expect(page.getByRole("heading", { name: words("cancel.titleFree") })).toBeVisible();
    await light(page, "cancel");
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("find my request on a second phone: every number has the same answer until its code is right", async ({
      page,
    }) => {
      const done = await steps.closed();
      const live = await steps.bookAtCenter({ phone: done.phone });
      await page.goto("/booking");
      await page.getByRole("link", { name: "Track your request" }).click();
      await expect(page.getByRole("heading", { name: "Find my request" })).toBeVisible();
      if (javaScriptEnabled) await axe(page);
      const stranger = aPhone();
      await page.getByLabel("Phone").fill(stranger);
      await page.getByRole("button", { name: "Send OTP" }).click();
      await page.getByLabel("OTP").fill(await steps.code(stranger));
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByRole("heading", { name: "There is no request of this number." })).toBeVisible();
      await page.getByRole("button", { name: "Not you?" }).click();

      const earlier = await steps.codesSoFar(done.phone);
      await page.getByLabel("Phone").fill(done.phone);
      await page.getByRole("button", { name: "Send OTP" }).click();
      await page.getByLabel("OTP").fill("000000");
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByRole("alert")).toContainText("Wrong OTP");
      await page.getByLabel("OTP").fill(await steps.code(done.phone, earlier));
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByRole("heading", { name: "2 requests of yours" })).toBeVisible();
      await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(live.ticket_id);
      if (javaScriptEnabled) await axe(page);

      await page.getByRole("button", { name: `Rebook: ${done.ticket_id}` }).click();
      await expect(page.getByText("Your request created successfully")).toBeVisible();
      await page.goto("/serviceStatus");
      await expect(page.getByRole("heading", { name: "3 requests of yours" })).toBeVisible();
    });

    test("a customer corrects the address, writes a note, cancels, and takes it back", async ({ page }) => {
      const ticket = await steps.bookAtCenter();
      await page.goto(at(ticket));
      await page.getByRole("link", { name: "Correct address" }).click();
      await confirm(page, ticket);
      await page.getByLabel("House number").fill("14 Shanti Niwas");
      if (javaScriptEnabled) await axe(page);
      await page.getByRole("button", { name: "Save address" }).click();
      await unfold(page);
      await expect(page.getByText(/14 Shanti Niwas, Connaught Place/)).toBeVisible();
      await page.getByRole("link", { name: "Something else" }).click();
      await page.getByLabel("What should we know?").fill("The bell is broken");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("Your note was sent.")).toBeVisible();

      await page.getByRole("link", { name: "Cancel request" }).click();
      await expect(page.getByRole("heading", { name: "Cancel this request?" })).toBeVisible();
      if (javaScriptEnabled) await axe(page);
      await page.getByText("Works again").click();
      await page.getByRole("button", { name: "Cancel the request" }).click();
      await expect(now(page)).toContainText("This request was cancelled.");
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("Your request stands as before.")).toBeVisible();
      await expect(now(page)).not.toContainText("This request was cancelled.");
    });
  });

test("what a cancellation gives back stands in rupees before its button, and a rule that changed meanwhile is shown", async ({
  page,
}) => {
  const phone = aPhone();
  await page.goto("/booking?form=one");
  const { pincode } = await steps.center();
  await book(page, phone, { service, pincode });
  await expect(page).toHaveURL(/step=pay/);
  const ticket = { _id: new URL(page.url()).searchParams.get("ticket")! };
  await steps.pay({ payment: { order_id: await page.locator("[name=order_id]").inputValue() } });
  await page.goto(at(ticket));
  await page.getByRole("link", { name: "Cancel request" }).click();
  await expect(page.getByRole("heading", { name: "Cancel now: ₹99 comes back" })).toBeVisible();
  await expect(page.getByText("No center has accepted it yet.")).toBeVisible();
  await axe(page);
  await steps.accept(ticket);
  await page.getByRole("button", { name: "Cancel the request" }).click();
  await expect(page.getByText("Another rule holds by now.")).toBeVisible();
  await expect(page.getByText("Everything goes back until")).toBeVisible();
  await page.getByRole("button", { name: "Cancel the request" }).click();
  await expect(now(page)).toContainText("This request was cancelled.");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  // Once it cannot be undone any more, the open page says what goes back.
  await expect(now(page)).toContainText("Your fee of ₹99 goes back to you.", { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});
