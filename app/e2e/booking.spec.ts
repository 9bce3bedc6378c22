import { expect, type Page } from "@playwright/test";
import { day as aDay, fromIst, istDate } from "#modules/kernel/clock.ts";
import { axe } from "./accessible.ts";
import { book, customer, enterCode, expectCreated, fillDetails, freshPhone, sendCode } from "./booking-steps.ts";
import { test } from "./journey.ts";

const pay = (page: Page) => page.getByRole("button", { name: /^Pay ₹99/ });

test("a booking with a fee is paid in place and ends in the success modal (R076–R080)", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const phone = freshPhone();
  await page.goto("/");
  await expect(page).toHaveURL(/\/booking$/);
  await page.goto("/booking?form=one");
  await axe(page);
  await fillDetails(page, phone);
  const offered = await page.getByRole("region", { name: "What you pay" }).locator("dd").last().innerText();
  await sendCode(page);
  await expect(page.getByText(`+91 ${phone.slice(0, 2)}xxxxxx${phone.slice(-2)}`)).toBeVisible();
  await axe(page);
  await enterCode(page, phone);
  await expect(page).toHaveURL(/step=pay/);
  await expect(page.getByRole("region", { name: "What you pay" }).locator("dd").last()).toHaveText(offered);
  await axe(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await pay(page).click();
  await expect(page.locator("form[data-script] button")).toBeDisabled();
  await page.getByRole("button", { name: "Back without paying" }).click();
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(page.locator("[data-checkout-said]")).toBeFocused();
  // R045: without a payment there is the alert and no dialog.
  await expect(page.getByRole("alert")).toContainText("Payment failed! Your request not created");
  await expect(page.getByRole("alert")).toContainText("The payment was not finished. Nothing was charged.");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await axe(page);
  await page.getByRole("button", { name: "Try the payment again" }).click();
  await page.getByRole("button", { name: "Pay successfully" }).click();

  const { main, link } = await expectCreated(page);
  await axe(page);
  // Back and Forward show what is true now: what is paid is not offered to be paid.
  const done = page.url();
  await page.goBack();
  await expect(page).toHaveURL(/step=done/);
  await expect(pay(page)).toHaveCount(0);
  await page.goto(done);
  await main.getByRole("button", { name: "Copy link" }).click();
  await expect(main.getByText("The tracking link is copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(main.getByRole("link", { name: "Click me" })).toHaveAttribute(
    "href",
    new URL(link).pathname + new URL(link).search,
  );
  const share = main.getByRole("link", { name: "Share on WhatsApp" });
  await expect(share).toHaveAttribute("rel", "noopener noreferrer");
  const shareUrl = new URL((await share.getAttribute("href"))!);
  expect(shareUrl.origin + shareUrl.pathname).toBe("https://wa.me/");
  expect(shareUrl.searchParams.get("text")).toContain(link);
  expect(shareUrl.searchParams.get("text")).not.toContain(phone);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the same booking is paid on the hosted checkout; a payment that failed is tried again on the same order", async ({
    page,
  }) => {
    await page.goto("/booking?form=one");
    await book(page, freshPhone());
    await expect(page).toHaveURL(/step=pay/);
    const order = await page.locator("[name=order_id]").inputValue();
    await pay(page).click();
    await page.getByRole("button", { name: "Let the payment fail" }).click();
    await expect(page.getByRole("alert")).toContainText("Payment failed! Your request not created");
    await expect(page.locator("[name=order_id]")).toHaveValue(order);
    await page.getByRole("button", { name: "Try the payment again" }).click();
    await page.getByRole("button", { name: "Pay successfully" }).click();
    await expectCreated(page);
  });

  test("the chosen service's own fields come with one button (R064)", async ({ page }) => {
    await page.goto("/booking?form=one");
    await page.locator("[name=phone]").fill("9876500000");
    await page.locator("[name=serviceId]").selectOption({ label: "PICK AND DROP" });
    await page.locator("button[value=service]").click();
    await expect(page.locator("[name=pickLocation]")).toBeVisible();
    await expect(page.locator("[name=houseNumber]")).toBeHidden();
    await expect(page.locator("[name=phone]")).toHaveValue("9876500000");
    await expect(page.getByLabel("Within 24 hours")).toBeHidden();
  });
});

test("a partner's code books without a fee (Q20, Q129)", async ({ page }) => {
  await page.goto("/booking/INA0001?form=one");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Book with Residency Cool Care");
  await expect(page.getByText("No booking fee", { exact: true })).toBeVisible();
  await book(page, freshPhone());
  const { main } = await expectCreated(page);
  await expect(main.getByText("PENDING")).toBeVisible();
  await expect(page.getByText("Residency Cool Care takes care of your request.").first()).toBeVisible();
  await page.getByRole("link", { name: "Book another service" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Where should we come?");
  await page.goto("/booking?form=one");
  // A returning browser's details are filled in, and somebody else can clear them (fixed point 14).
  await expect(page.locator("[name=name]")).toHaveValue(customer.name);
  await page.getByRole("button", { name: "Not you? Clear my details" }).click();
  await expect(page.locator("[name=name]")).toHaveValue("");
  await page.goto("/booking?form=one");
  await expect(page.locator("[name=name]")).toHaveValue("");
});

test("a wrong OTP is said and books nothing; a payment that failed in place is tried again (R041, R045)", async ({
  page,
}) => {
  const phone = freshPhone();
  await page.goto("/booking?form=one");
  await fillDetails(page, phone);
  await sendCode(page);
  await page.getByLabel("OTP", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Verify and book" }).click();
  await expect(page.getByRole("alert")).toContainText("Wrong OTP");
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByRole("alert")).toBeFocused();
  await axe(page);
  await enterCode(page, phone);
  await pay(page).click();
  await page.getByRole("button", { name: "Let the payment fail" }).click();
  await expect(page.getByText("Your payment was declined by the bank. Try another way to pay.")).toBeVisible();
  await page.getByRole("button", { name: "Pay successfully" }).click();
  await expectCreated(page);
});

test("the draft survives reload, Back and Edit details (B1)", async ({ page }) => {
  const phone = freshPhone();
  const expectDetails = async () => {
    for (const [name, value] of Object.entries({ ...customer, phone }))
      await expect(page.locator(`[name="${name}"]`)).toHaveValue(value);
    await expect(page.getByLabel("Immediately")).toBeChecked();
  };
  await page.goto("/booking?form=one");
  await page.waitForLoadState("networkidle");
  await fillDetails(page, phone);
  await page.reload();
  await expectDetails();
  await sendCode(page);
  await expect(page).toHaveURL(/step=otp/);
  await page.reload();
  await expect(page.getByText(`+91 ${phone.slice(0, 2)}xxxxxx`)).toBeVisible();
  await page.getByRole("link", { name: "Edit details" }).click();
  await expectDetails();
  await sendCode(page);
  await enterCode(page, phone);
  await expect(page).toHaveURL(/step=pay/);
  await page.reload();
  await expect(pay(page)).toBeVisible();
  // Back to a finished step redirects to the current one: there is only one ticket.
  const due = page.url();
  await page.goto("/booking?form=one&step=otp");
  await expect(page).toHaveURL(due);
});

test("who leaves at the fee finds the request again, goes on to its payment, and is not told of it once it is paid", async ({
  page,
}) => {
  await page.goto("/booking?form=one");
  await page.waitForLoadState("networkidle");
  await book(page, freshPhone());
  await expect(page).toHaveURL(/step=pay/);
  await page.goto("/booking?form=one");
  const note = page.getByText(/^Your request REQ-\d{6}-\w{4} \(AC REPAIR\) is saved, and its fee is not paid yet\./);
  await expect(note).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Go on to the payment" }).click();
  await expect(page).toHaveURL(/step=pay/);
  await pay(page).click();
  await page.getByRole("button", { name: "Pay successfully" }).click();
  await expectCreated(page);
  await page.goto("/booking?form=one");
  await expect(page.getByLabel("Service", { exact: true })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("half hours of today that have passed cannot be chosen, and a chosen one is taken back (B1)", async ({ page }) => {
  const today = istDate();
  await page.clock.setFixedTime(fromIst(today, "13:10"));
  await page.goto("/booking?form=one");
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Specific date and time").check();
  const day = page.locator('[name="timePreference.at:date"]');
  const time = page.locator('[name="timePreference.at:time"]');
  const closed = () =>
    time.locator("option:disabled").evaluateAll((all) => all.map((each) => each.getAttribute("value")));
  await day.fill(istDate(new Date(fromIst(today).getTime() + aDay)));
  await time.selectOption("09:00");
  expect(await closed()).toEqual([]);
  await day.fill(today);
  await expect(time).toHaveValue("");
  const passed = await closed();
  expect([passed.at(-1), passed.includes("13:30")]).toEqual(["13:00", false]);
});

test("a public page says what it is to search engines and to whom its link is sent, and whom to call and when", async ({
  request,
}) => {
  const read = async (path: string) => (await request.get(path)).text();
  for (const path of ["/booking", "/registration", "/serviceStatus", "/login", "/center-onboard-login", "/blogs"]) {
    const page = await read(path);
    for (const tag of ['name="description"', 'property="og:title"', 'property="og:description"', 'property="og:url"'])
      expect(page, path).toMatch(new RegExp(`<meta ${tag} content="[^"]{4,}"`));
  }
  const page = await read("/booking");
  expect(page).toMatch(/<a [^>]*href="tel:18000000000"/);
  expect(page).toContain("1800-000-0000 · daily 08:00–20:00");
});

test("an answer that is lost on a bad line makes no second ticket (B10)", async ({ page }) => {
  const phone = freshPhone();
  await page.goto("/booking?form=one");
  await fillDetails(page, phone);
  await sendCode(page);
  await expect(page).toHaveURL(/step=otp/);
  let made = "";
  await page.route("**/booking?form=one&step=otp", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    made = (await route.fetch({ maxRedirects: 0 })).headers().location ?? "";
    await route.abort("internetdisconnected");
  });
  await enterCode(page, phone);
  await expect.poll(() => made).toMatch(/step=pay&ticket=/);
  await page.unroute("**/booking?form=one&step=otp");
  await expect(async () => {
    await page.goto("/booking?form=one&step=otp");
    expect(page.url()).toContain(made);
  }).toPass();
});

test("printed hash addresses lead to their pages (R002, fixed point 26)", async ({ page }) => {
  const places = { "/#/booking/INA0001": "/booking/INA0001", "/#/ServiceStatus/?abc": "/ServiceStatus/?abc" };
  const others = { "/#/feedback/abc": "/feedback/abc", "/#/login": "/login" };
  for (const [printed, place] of Object.entries({ ...places, ...others })) {
    await page.goto("about:blank");
    await page.goto(printed);
    await page.waitForURL((url) => url.pathname + url.search === place);
  }
});

test("a booking goes by keyboard alone, without a sideways scroll on a small phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/booking?form=one");
  const phone = freshPhone();
  const typed = ["Not cooling", "560001", "12", "Indiranagar", "Bengaluru"];
  await page.getByLabel("Service", { exact: true }).focus();
  await page.keyboard.type("AC");
  await page.keyboard.press("Tab");
  await page.keyboard.type(typed[0]!);
  await page.keyboard.press("Tab");
  await page.keyboard.type(typed[1]!);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  for (const text of typed.slice(2)) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Karn");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Meera Nair");
  await page.keyboard.press("Tab");
  await page.keyboard.type(phone);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/step=otp/);
  await enterCode(page, phone);
  await expect(pay(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await pay(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Pay successfully" }).focus();
  await page.keyboard.press("Enter");
  await expectCreated(page);
});

for (const { path, aimKb } of [
  { path: "/booking", aimKb: 25 },
  { path: "/booking?form=one", aimKb: 30 },
])
  test(`what ${path} loads before the first touch fits the budget: 60 KB, aim ${aimKb} (B10)`, async ({ page }) => {
    let bytes = 0;
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    const pages = new Set<string>();
    client.on("Network.responseReceived", ({ requestId, response }) => {
      if (/html|javascript|css/.test(response.mimeType)) pages.add(requestId);
    });
    client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (pages.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(path, { waitUntil: "networkidle" });
    expect(bytes).toBeLessThan(aimKb * 1024);
  });
