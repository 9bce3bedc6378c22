import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt } from "./center-steps.ts";
import { test } from "./journey.ts";
import { outboxAt } from "./outbox.ts";

/* The desk of a center: its owner lets a person log in with the own phone, who works with requests until the owner ends it. */

const aPhone = () => `6${String(Date.now()).slice(-9)}`;

async function logIn(page: Page, phone: string, outbox: ReturnType<typeof outboxAt>) {
  await page.goto("/login");
  await page.getByLabel("Mobile number").fill(phone);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page).toHaveURL(/step=code/);
  await page.getByLabel("OTP").fill(await outbox.code(phone));
  await page.getByRole("button", { name: "Login" }).click();
}

test("an owner adds a person of the desk, who accepts a request, sees no wallet, and is out once it is ended", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const outbox = outboxAt(baseURL!);
  const center = await at.aCenter({ walletRupees: 500 });
  const owner = await at.windowOf(browser, center);
  const phone = aPhone();

  await owner.goto("/center-logins");
  await owner.getByLabel("Name").fill("Asha Rao");
  await owner.getByLabel("Mobile number").fill(center.phone);
  await owner.getByRole("button", { name: "Add a person" }).click();
  await expect(
    owner
      .locator("main")
      .getByText(/Somebody logs in with this number already/)
      .first(),
  ).toBeVisible();
  await owner.getByLabel("Mobile number").fill(phone);
  await owner.getByRole("button", { name: "Add a person" }).click();
  const listed = owner.getByRole("listitem").filter({ hasText: "Asha Rao" });
  await expect(listed).toContainText("Has not logged in yet");
  await axe(owner);
  expect(await sideways(owner)).toBe(0);

  const context = await browser.newContext({ baseURL: baseURL!, locale: "en-IN", timezoneId: "Asia/Kolkata" });
  const desk = await context.newPage();
  await logIn(desk, phone, outbox);
  await expect(desk).toHaveURL(/brodcast-requests/);
  const menu = desk.getByRole("navigation").first();
  for (const closed of ["Payments", "Technicians", "Desk logins"])
    await expect(menu.getByRole("link", { name: closed, exact: true })).toHaveCount(0);
  await expect(desk.getByText(/Wallet balance/i)).toHaveCount(0);

  const request = await at.offered(center);
  const row = desk.getByRole("row").filter({ hasText: request.ticket_id });
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: /^Accept/ }).click();
  await expect(desk.getByText("Request accepted successfully")).toBeVisible();
  for (const address of ["/payments", "/center-documents", "/Technicians", "/center-logins"]) {
    const answer = await desk.goto(address);
    expect([address, answer?.status()]).toEqual([address, 403]);
    await expect(desk.getByText("Only the owner of your center can do this")).toBeVisible();
  }
  await desk.goto("/tickets-center");

  await owner.reload();
  await expect(listed).toContainText("Last login");
  await listed.getByRole("link", { name: "End login of Asha Rao" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "End login" }).click();
  await expect(owner.getByText("The login has ended")).toBeVisible();
  await expect(listed).toHaveCount(0);
  await desk.goto("/tickets-center");
  await expect(desk).toHaveURL(/\/admin-login/);
  await context.close();
});
