import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aName, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPhone } from "./tracking-steps.ts";

/* Roles and admin users: their whole life by keyboard, and a permission that is taken away while its user works. */

const main = (page: Page) => page.locator("main");

async function press(at: Locator, key = "Enter") {
  await at.focus();
  await at.press(key);
}

/** Saves a form by keyboard, with the password where it is asked for again. */
async function save(page: Page, button: string, done: string) {
  await press(page.getByRole("button", { name: button, exact: true }));
  const password = page.getByLabel("Your password");
  await expect(page.getByText(done).or(password).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill("Demo@2026");
    await press(page.getByRole("button", { name: button, exact: true }));
  }
  await expect(page.getByText(done)).toBeVisible();
}

/** Adds a role with these flags by keyboard. */
async function addRole(page: Page, name: string, flags: readonly string[]) {
  await page.goto("/roles");
  await settled(page);
  await press(page.getByRole("link", { name: "Add a Role" }).first());
  await page.getByLabel("Role Name").fill(name);
  for (const flag of flags) await press(page.getByRole("checkbox", { name: flag, exact: false }).first(), "Space");
  await save(page, "Save", "Role Created successfully");
  await expect(rowOf(page, name)).toBeVisible();
}

async function addUser(page: Page, name: string, role: string) {
  await page.goto("/users");
  await settled(page);
  await press(page.getByRole("link", { name: "Add a User" }).first());
  await page.getByLabel("User Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill("Demo@2026");
  await page.getByLabel("Mobile Number").fill(aPhone());
  await page.getByLabel("Role Given").selectOption({ label: role });
  await save(page, "Save", "User Created successfully");
  await expect(rowOf(page, name)).toBeVisible();
}

const menuOf = (page: Page, name: string) => rowOf(page, name).getByLabel(`More for ${name}`);

test("R333, R346–R360 a role and a user live and end by keyboard alone", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  const role = aName();
  const user = aName();
  await page.goto("/add-role");
  await settled(page);
  await axe(page, "Add Role");
  await press(page.getByRole("checkbox", { name: /add_ticket$/ }), "Space");
  await press(page.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByText("Please fill in all required details").first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /add_ticket$/ })).toBeChecked();
  await axe(page, "Add Role, refused");
  await addRole(page, role, ["view_ticket.full_access", "view_admin_bar"]);
  await axe(page, "Roles");

  await press(rowOf(page, role).getByRole("link", { name: role, exact: true }));
  const popup = page.getByRole("dialog");
  await expect(popup.getByRole("listitem").filter({ hasText: "view_admin_bar" }).getByLabel("Allowed")).toBeVisible();
  await expect(popup.getByRole("listitem").filter({ hasText: "delete_role" }).getByLabel("Denied")).toBeVisible();
  await expect(popup).toContainText("Nobody yet");
  await expect(popup).toContainText("All Requests");
  await axe(page, "the permissions of a role");
  await page.keyboard.press("Escape");
  await expect(popup).toHaveCount(0);

  await addUser(page, user, role);
  await axe(page, "Users");
  await press(rowOf(page, user).getByRole("link", { name: `View User ${user}` }));
  await expect(popup).toContainText("User Information Status");
  await expect(popup.getByRole("listitem").filter({ hasText: "view_admin_bar" }).getByLabel("Allowed")).toBeVisible();
  await axe(page, "the permissions of a user");
  await page.keyboard.press("Escape");
  await expect(popup).toHaveCount(0);

  await press(rowOf(page, user).getByRole("link", { name: `Status of ${user}: ACTIVE` }));
  await expect(popup).toContainText(`Make ${user} IN_ACTIVE?`);
  await axe(page, "the question before a user is switched");
  await press(popup.getByRole("button", { name: "Make IN_ACTIVE" }));
  await expect(rowOf(page, user).getByRole("link", { name: `Status of ${user}: IN_ACTIVE` })).toBeVisible();

  await press(menuOf(page, user));
  await press(rowOf(page, user).getByRole("link", { name: "Edit User" }));
  await expect(page.getByLabel("User Name")).toHaveValue(user);
  await axe(page, "Update User");
  await page.getByLabel("User Name").fill(`${user} X`);
  await save(page, "Update", "User updated successfully");

  // A role somebody has stays; without them it goes.
  await page.goto("/roles");
  await settled(page);
  await press(menuOf(page, role));
  await press(rowOf(page, role).getByRole("link", { name: "Delete" }));
  await expect(popup).toContainText("Users who have this role: 1");
  await page.keyboard.press("Escape");
  await page.goto("/users");
  await settled(page);
  await press(menuOf(page, `${user} X`));
  await press(rowOf(page, `${user} X`).getByRole("link", { name: "Delete" }));
  await expect(popup).toContainText(`Delete the user ${user} X?`);
  await press(popup.getByRole("button", { name: "Delete" }));
  await expect(page.getByText("User deleted successfully")).toBeVisible();
  await expect(rowOf(page, user)).toHaveCount(0);
  await page.goto("/roles");
  await settled(page);
  await press(menuOf(page, role));
  await press(rowOf(page, role).getByRole("link", { name: "Delete" }));
  await press(popup.getByRole("button", { name: "Delete" }));
  await expect(page.getByText("Role deleted successfully")).toBeVisible();
  await expect(rowOf(page, role)).toHaveCount(0);
});

test("a permission that is taken away ends its user's work at once", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  const role = aName();
  const user = aName();
  await addRole(page, role, ["view_ticket.full_access", "view_pending_ticket", "view_admin_bar"]);
  await addUser(page, user, role);
  const working = await aDesk(browser, desktop, user);
  await working.goto("/Tickets");
  await settled(working);
  await expect(working.getByRole("heading", { name: "Requests", exact: true })).toBeVisible();

  await page.goto("/roles");
  await settled(page);
  await press(rowOf(page, role).getByRole("link", { name: `Edit Role ${role}` }));
  await press(page.getByRole("checkbox", { name: /view_ticket\.full_access/ }), "Space");
  await save(page, "Update", "Role updated successfully");
  expect((await working.request.get("/Tickets", { maxRedirects: 0 })).status()).not.toBe(200);
  await working.getByRole("button", { name: "Refresh" }).click();
  await expect(working).toHaveURL(/\/admin-login/);

  const again = await aDesk(browser, desktop, user);
  expect((await again.goto("/Tickets"))?.status()).toBe(403);
  await expect(main(again).getByText("No permission , contact admin")).toBeVisible();
  expect((await again.goto("/pending-ticket"))?.status()).toBe(200);
});

test("roles and users fit a phone, in Hindi too", async ({ browser, baseURL }) => {
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  for (const language of ["en", "hi"]) {
    await page.context().addCookies([{ name: "lang", value: language, url: baseURL! }]);
    for (const path of ["/roles", "/add-role", "/users", "/add-user"]) {
      await page.goto(path);
      await settled(page);
      await axe(page, `${path} in ${language}`);
      expect(await sideways(page), `${path} in ${language}`).toBe(0);
    }
  }
});

test("R347, R352, R361 who may not keep roles is told so, and an unknown one is 'Page not found !!!'", async ({
  browser,
}) => {
  const refused = async (userName: string, path: string, status: number, words: string) => {
    const page = await windowOf(browser, userName);
    expect((await page.goto(path))?.status()).toBe(status);
    await expect(page.getByText(words).first()).toBeVisible();
  };
  await refused("operations", "/roles", 403, "No access to view role , contact admin");
  await refused("operations", "/add-role", 403, "No permission , contact admin");
  await refused("clientdesk", "/users", 403, "No permission , contact admin");
  const unknown = "00000000-0000-7000-8000-00000000dead";
  await refused("superadmin", `/add-role?edit=${unknown}`, 404, "Page not found !!!");
  await refused("superadmin", "/add-user?edit=nobody", 404, "Page not found !!!");
});

const windowOf = (browser: Browser, userName: string) => aDesk(browser, desktop, userName);
