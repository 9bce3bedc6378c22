import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { axe } from "./accessible.ts";
import { test } from "./journey.ts";

/*
 * The second factor, tried with admins made by the command line, so that the demo's accounts stay unchanged for the
 * other journeys.
 */

const run = promisify(execFile);

/** Runs the command line beside the product under test. */
async function cli(...args: string[]) {
  const port = env.browserTestPort!;
  const { stdout } = await run(process.execPath, ["cli/main.ts", ...args, "--json"], {
    cwd: env.root,
    env: environmentWith({
      NODE_ENV: "production",
      SANDBOX: "1",
      PORT: String(port),
      DATA_DIR: path.join(env.testDir, "browser", String(port)),
      EMBEDDED_PORT: String(port + 1),
      DATABASE_URL: "",
      OWNER_DATABASE_URL: "",
      APP_SECRET: "",
    }),
  });
  return JSON.parse(stdout);
}

type Desk = { userName: string; password: string };
let desk: Desk;
test.beforeEach(async () => {
  const userName = `desk-${randomBytes(4).toString("hex")}`;
  const { password } = await cli("admin", "create", "--username", userName, "--name", "Asha Rao");
  desk = { userName, password };
});

async function givePassword(page: Page, { userName, password }: Desk) {
  await page.goto("/admin-login");
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Sets up the second factor; returns an authenticator that gives unused codes. */
async function enrol(page: Page, desk: Desk) {
  await givePassword(page, desk);
  await expect(page).toHaveURL(/\/Home$/);
  await page.goto("/admin-security");
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Set up your phone" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code with the key for your authenticator app" })).toBeVisible();
  const secret = Secret.fromBase32((await page.locator("[data-key]").innerText()).replace(/\s/g, ""));
  const totp = new TOTP({ secret });
  let step = 0;
  const code = async () => {
    // Each code works once: the next one is of a later time step, which is used half a minute early.
    await expect
      .poll(() => Math.floor(Date.now() / 30_000) + 1, { timeout: 65_000, intervals: [500] })
      .toBeGreaterThan(step);
    step = Math.max(step + 1, Math.floor(Date.now() / 30_000));
    return totp.generate({ timestamp: step * 30_000 });
  };
  await page.getByLabel("2. Enter the code the app shows").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("alert")).toContainText("That code is not right");
  await page.getByLabel("2. Enter the code the app shows").fill(await code());
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const recoveryCodes = await page.locator("[data-recovery-code]").allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  return { code, recoveryCodes };
}

async function giveCode(page: Page, label: string, code: string) {
  await page.getByLabel(label).fill(code);
  await page.getByRole("button", { name: "Login" }).click();
}

const another = async (browser: Browser) =>
  (
    await browser.newContext({ userAgent: "Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0" })
  ).newPage();

test("H30 an admin sets a second factor up, logs in with a code, and ends another session", async ({
  page,
  browser,
}) => {
  const { code, recoveryCodes } = await enrol(page, desk);
  await axe(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await page.getByRole("link", { name: "I have saved them" }).click();
  await expect(page.getByText("Recovery codes left: 10 of 10")).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/admin-login$/);

  await givePassword(page, desk);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await axe(page);
  await giveCode(page, "6-digit code", "000000");
  await expect(page.getByRole("alert")).toContainText("That code is not right");
  // A reload asks for the code again; the password alone does not sign in.
  await page.goto("/Home");
  await expect(page).toHaveURL(/\/admin-login$/);
  await page.goto("/admin-login?step=code");
  await giveCode(page, "6-digit code", await code());
  await expect(page).toHaveURL(/\/Home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin-dashboard$/);

  const other = await another(browser);
  await givePassword(other, desk);
  await other.getByRole("link", { name: "Use a recovery code" }).click();
  await giveCode(other, "Recovery code", recoveryCodes[0]!.toUpperCase());
  await expect(other).toHaveURL(/\/admin-security$/);
  await expect(other.getByText("Recovery codes left: 9 of 10")).toBeVisible();

  await page.goto("/admin-security");
  await expect(page.locator("[data-session]")).toHaveCount(2);
  await expect(page.getByText("Firefox, Windows")).toBeVisible();
  await page.getByRole("button", { name: /^End the session of Firefox, Windows/ }).click();
  await expect(page.getByText("The session has ended")).toBeVisible();
  await expect(page.locator("[data-session]")).toHaveCount(1);
  await other.goto("/Home");
  await expect(other).toHaveURL(/\/admin-login$/);

  // Changing the second factor always asks for password and code; a wrong try keeps its form open.
  await page.getByText("Turn off", { exact: true }).first().click();
  await page.getByLabel("Your password").last().fill("Wrong@1234");
  await page.getByLabel("Code of your authenticator app").last().fill(recoveryCodes[1]!);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("alert")).toContainText("The password is wrong");
  await page.getByRole("alert").getByRole("link").click();
  await expect(page.getByLabel("Your password").last()).toBeFocused();
  await axe(page);
  await page.getByLabel("Your password").last().fill(desk.password);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("The second factor is off")).toBeVisible();

  // The operator's reset, for an admin who lost phone and codes, ends every session.
  expect(await cli("admin", "reset-totp", desk.userName, "--yes")).toMatchObject({ reset: { on: false } });
  await page.goto("/Home");
  await expect(page).toHaveURL(/\/admin-login$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("H30 the second factor is set up, and the login asks for the code", async ({ page }) => {
    const { code, recoveryCodes } = await enrol(page, desk);
    await page.getByRole("link", { name: "I have saved them" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await givePassword(page, desk);
    await giveCode(page, "6-digit code", "000000");
    await expect(page.getByRole("alert")).toContainText("That code is not right");
    await giveCode(page, "6-digit code", await code());
    await expect(page).toHaveURL(/\/Home$/);

    await page.goto("/admin-security");
    await page.getByText("Make new recovery codes", { exact: true }).first().click();
    await page.getByLabel("Your password").nth(1).fill(desk.password);
    await page.getByLabel("Code of your authenticator app").nth(1).fill("wrong");
    await page.getByRole("button", { name: "Make new recovery codes" }).click();
    await expect(page.getByRole("alert")).toContainText("That code is not right");
    // The form is still open.
    await page.getByLabel("Your password").nth(1).fill(desk.password);
    await page.getByLabel("Code of your authenticator app").nth(1).fill(recoveryCodes[0]!);
    await page.getByRole("button", { name: "Make new recovery codes" }).click();
    await expect(page.locator("[data-recovery-code]")).toHaveCount(10);
    expect(await page.locator("[data-recovery-code]").allInnerTexts()).not.toContain(recoveryCodes[1]);
  });
});
