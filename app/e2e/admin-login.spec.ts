import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { callsAt } from "./calls.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aName, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPhone } from "./tracking-steps.ts";

/* How admins come in and go out, the reset of a password as everybody sees it, and the menus (002 §2.2, §2.3). */

const signIn = async (page: Page, userName: string) => {
  await page.goto("/admin-login");
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password").fill("Demo@2026");
  await page.getByRole("button", { name: "Login", exact: true }).click();
};

test("R008, R013, R334–R336 an admin is told what is missing, comes in, is led past the login, and goes out", async ({
  page,
}) => {
  await page.setViewportSize(desktop.viewport);
  await page.goto("/Home");
  await expect(page).toHaveURL(/\/admin-login$/);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Please enter user name").first()).toBeVisible();
  await expect(page.getByText("Please enter password").first()).toBeVisible();
  await expect(page.locator('main a[href="/forgot-password"]')).toBeVisible();

  await signIn(page, "superadmin");
  await expect(page).toHaveURL(/\/Home$/);
  await expect(page.getByText("Admin login successful")).toBeVisible();
  await page.goto("/admin-login");
  await expect(page).toHaveURL(/\/admin-dashboard$/);
  await settled(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
  await page.goto("/Home");
  await expect(page).toHaveURL(/\/admin-login$/);

  await signIn(page, "clientdesk");
  await expect(page).toHaveURL(/\/client-dashboard$/);
  await page.goto("/admin-login");
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

/** The phone of an admin user of this journey alone. */
async function aUsersPhone(baseURL: string) {
  const { call } = callsAt(baseURL);
  const { token } = await call("POST", "admin/login", { user_name: "superadmin", password: "Demo@2026" });
  const role = { role_name: aName(), permissions: { view_admin_bar: true } };
  const { data } = await call<{ _id: string }>("POST", "admin/add-role", role, token);
  const phone = aPhone();
  const user = { user_name: aName().replace(" ", ""), password: "Demo@2026", phone_number: phone, role_id: data._id };
  await call("POST", "admin/create-user", user, token);
  return phone;
}

test("R337–R341 a reset is refused in the specified words, and says the same to a number nobody has", async ({
  page,
  baseURL,
}) => {
  await page.goto("/forgot-password");
  const submit = page.getByRole("button", { name: "Submit", exact: true });
  const said = (words: string) => expect(page.getByText(words).first()).toBeVisible();
  await submit.click();
  await said("All fields are required");
  await page.getByLabel("Mobile Number").fill("98765");
  await page.getByLabel("New Password").fill("Another@2026");
  await page.getByLabel("ReType Password").fill("Another@2027");
  await submit.click();
  await said("Mobile number must be 10 digits");
  await page.getByLabel("Mobile Number").fill(aPhone());
  await page.getByLabel("New Password").fill("Another@2026");
  await page.getByLabel("ReType Password").fill("Another@2027");
  await submit.click();
  await said("Passwords do not match");
  await axe(page, "a refused reset");
  const outcomes = [];
  for (const phone of [await aUsersPhone(baseURL!), aPhone()]) {
    await page.goto("/forgot-password");
    await page.getByLabel("Mobile Number").fill(phone);
    await page.getByLabel("New Password").fill("Another@2026");
    await page.getByLabel("ReType Password").fill("Another@2026");
    await submit.click();
    await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
    outcomes.push((await page.locator("main").innerText()).replaceAll(phone, ""));
  }
  expect(outcomes[0]).toBe(outcomes[1]);
  await page.getByRole("link", { name: "Login Page", exact: true }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
});

test("R342, R343, R345 the menu is 240 px wide, has the name with its Hindi line, and each side's own entries", async ({
  browser,
}) => {
  const admin = await aDesk(browser, desktop);
  await admin.goto("/Home");
  await settled(admin);
  const side = admin.locator(".desk-side");
  expect((await side.boundingBox())?.width).toBe(240);
  await expect(side).toContainText("घर की हर सेवा");
  const entries = (page: Page) =>
    page
      .getByRole("navigation", { name: "Menu" })
      .locator("a[href^='/']")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  const specified = [
    ...["/Home", "/admin-dashboard", "/notifications", "/admin-centers", "/add-center", "/Tickets", "/pending-ticket"],
    ...["/close-ticket", "/noService-ticket", "/center-ticket", "/erickshaw-ticket", "/admin-ticket", "/admin-clients"],
    ...["/all-client-ticket", "/add-client-ticket", "/admin-technician", "/roles", "/users", "/usersdetails"],
    ...["/admin-center-onboarders", "/wallet", "/banner", "/offers", "/subscription", "/blog"],
  ];
  // Ours stand between them; what is specified keeps its order.
  expect((await entries(admin)).filter((to) => specified.includes(to))).toEqual(specified);

  const client = await aDesk(browser, desktop, "clientdesk");
  await client.goto("/client-dashboard");
  await settled(client);
  const own = ["/client-dashboard", "/wallet-client", "/b2b-ticket", "/add-client-ticket"];
  expect((await entries(client)).slice(0, 4)).toEqual(own);
  expect((await entries(client)).filter((to) => specified.includes(to) && !own.includes(to))).toEqual([]);
  await expect(client.getByRole("heading", { name: "DASHBOARD" })).toBeVisible();
  await expect(client.locator("main")).toContainText("Due");
  await client.goto("/wallet-client");
  await expect(client.getByRole("heading", { name: "WALLET" })).toBeVisible();
});
