import { expect, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { codeOf, freshPhone } from "./booking-steps.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { type Center, peopleAt } from "./people.ts";

/* Operators add and change centers, and a disabled center reads why. */

/** Saves the form, with the password where it is asked for again. */
async function save(page: Page, button: string, done: string) {
  const press = () => page.getByRole("button", { name: button, exact: true }).last().click();
  await press();
  const password = page.getByLabel("Your password");
  await expect(page.getByText(done).or(password).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill("Demo@2026");
    await press();
  }
  await expect(page.getByText(done).first()).toBeVisible();
}

const idOf = async (page: Page, qrId: string) => {
  await page.goto(`/admin-centers?search=${qrId}`);
  await settled(page);
  return (await page.locator('a[href^="/view-center/"]').first().getAttribute("href"))!.split("/").pop()!;
};

test("R385–R395 a center is added: a refused form keeps everything, its phone is verified by a code, another can be added", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/admin-centers");
  await page.getByRole("link", { name: "Add Center" }).last().click();
  await settled(page);
  await expect(page).toHaveTitle(/^Add Center/);
  await axe(page, "Add Center");

  const phone = freshPhone();
  const name = `Form ${phone}`;
  await page.getByLabel("Center name").fill(name);
  await page.getByLabel("Mobile", { exact: true }).fill(phone);
  await page.getByRole("checkbox", { name: "PLUMBING" }).check();
  await page.getByLabel("Pincode", { exact: true }).fill("682001");
  await expect(page.getByLabel("Additional pincode")).toHaveValue("682001");
  await page.getByLabel("Pincode list").fill("682002, , 68200");
  await page.getByLabel("UPI id").fill("asha@okaxis");
  await page.getByRole("checkbox", { name: "Demo Client" }).check();
  await expect(page.getByLabel("QR Code").and(page.locator("input:not([type=checkbox])"))).toBeHidden();
  await page.getByRole("button", { name: "Add Center", exact: true }).last().click();
  await expect(page.locator("[data-error-summary]")).toContainText("Please fill in all required details");
  await expect(page.locator("[data-error-summary]")).toContainText("Separate 6-digit pincodes by commas");
  await axe(page, "Add Center, refused");
  for (const [label, value] of [
    ["Center name", name],
    ["UPI id", "asha@okaxis"],
    ["Pincode list", "682002, , 68200"],
  ] as const)
    await expect(page.getByLabel(label)).toHaveValue(value);
  for (const ticked of ["PLUMBING", "Demo Client"])
    await expect(page.getByRole("checkbox", { name: ticked })).toBeChecked();

  await page.getByLabel("Pincode list").fill("682002, , 682003");
  await page.getByLabel("Primary service").selectOption({ label: "AC REPAIR" });
  await page.getByLabel("State").selectOption({ label: "Kerala" });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("textbox", { name: /^OTP/ }).fill("000000");
  await page.getByRole("button", { name: "Add Center", exact: true }).last().click();
  await expect(page.locator("[data-error-summary]")).toBeVisible();
  await expect(page.getByLabel("Center name")).toHaveValue(name);
  await page.getByRole("textbox", { name: /^OTP/ }).fill(await codeOf(page, phone));
  await save(page, "Add Center", "Center added ! Add more centers");
  await expect(page.getByLabel("Center name")).toHaveValue("");
  await page.getByRole("link", { name }).click();
  for (const fact of ["OTP verified", "asXXXX@okaxis", "682001, 682002, 682003", "Demo Client", "PLUMBING"])
    await expect(page.getByText(fact).filter({ visible: true }).first()).toBeVisible();
});

test("R389 R393 a center is changed: what is locked stays, a flag asks for a remark, an older form is told who changed what", async ({
  browser,
  baseURL,
}) => {
  const center = await peopleAt(baseURL!).aCenter();
  const page = await aDesk(browser, desktop);
  const id = await idOf(page, center.qrId);
  await page.getByLabel(/^More/).first().click();
  await page.getByRole("link", { name: "Edit", exact: true }).first().click();
  await settled(page);
  await expect(page).toHaveURL(`/add-center?edit=${id}`);
  await axe(page, "Update center");
  await expect(page.getByLabel("Primary service")).not.toBeEditable();
  await expect(page.getByLabel("Pincode list")).not.toBeEditable();

  const operator = await aDesk(browser, desktop, "operations");
  await operator.goto(`/add-center?edit=${id}`);
  await settled(operator);
  await expect(operator.getByLabel("Mobile", { exact: true })).toHaveValue("*****");
  await operator.getByLabel("City").fill("Mysuru");
  await save(operator, "Update center", "Center updated successfully");

  await page.getByRole("checkbox", { name: /disabled accepting ticket/ }).check();
  await page.getByLabel(/^Person/).fill("Asha Rao");
  await page.getByRole("textbox", { name: /^Remark/ }).fill("Papers are missing");
  await page.getByRole("textbox", { name: /^Center remarks/ }).fill("Please send your papers.");
  const summary = page.locator("[data-error-summary]");
  await page.getByRole("button", { name: "Update center", exact: true }).last().click();
  const password = page.getByLabel("Your password");
  await expect(summary.or(password).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill("Demo@2026");
    await page.getByRole("button", { name: "Update center", exact: true }).last().click();
  }
  await expect(summary).toContainText("Imran Khan");
  await expect(page.getByLabel(/^Person/)).toHaveValue("Asha Rao");
  await save(page, "Update center", "Center updated successfully");
  await page.goto(`/center-history/${id}`);
  await expect(page.getByRole("row", { name: /disabled accepting ticket.*Papers are missing/ })).toBeVisible();

  expect((await page.goto("/add-center?edit=00000000-0000-7000-8000-00000000dead"))?.status()).toBe(404);
  const client = await aDesk(browser, desktop, "clientdesk");
  await client.goto("/add-center");
  await expect(client.getByText("No permission to add center , contact admin")).toBeVisible();
  await client.goto(`/add-center?edit=${id}`);
  await expect(client.getByText("No permission to update center , contact admin")).toBeVisible();
});

test("Q100 a disabled center reads in its console and at its login why, and whom to call", async ({
  browser,
  baseURL,
}) => {
  const barred = await peopleAt(baseURL!).aCenter();
  const shut = await peopleAt(baseURL!).aCenter();
  const desk = await aDesk(browser, desktop);
  const disable = async ({ qrId }: Center, flag: RegExp, remarks: string) => {
    await desk.goto(`/view-center/${await idOf(desk, qrId)}?act=disable`);
    await settled(desk);
    const dialog = desk.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: flag }).check();
    await dialog.getByRole("textbox", { name: /^Remark/ }).fill("The owner was rude");
    await dialog.getByRole("textbox", { name: /^Center remarks/ }).fill(remarks);
    await save(desk, "Save", "Center Updated");
  };
  const logIn = async ({ phone }: Center) => {
    const shop = await (await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })).newPage();
    await shop.goto("/login");
    await shop.getByRole("textbox").first().fill(phone);
    await shop.getByRole("button", { name: "Send otp", exact: true }).click();
    await shop.getByRole("textbox", { name: "OTP" }).fill(await codeOf(shop, phone));
    await shop.getByRole("button", { name: "Login", exact: true }).click();
    return shop;
  };

  await disable(barred, /disabled accepting ticket/, "Please send your papers.");
  const console = await logIn(barred);
  const note = console.locator("[data-disabled]");
  await expect(note).toContainText("Your center gets no new requests at present.");
  await expect(note).toContainText("Please send your papers.");
  await expect(note.getByRole("link", { name: /^Call/ })).toHaveAttribute("href", /^tel:/);
  await expect(console.getByText("The owner was rude")).toHaveCount(0);
  await axe(console, "console of a disabled center");
  expect(await sideways(console)).toBe(0);

  await disable(shut, /disabled login/, "Your papers are a copy. Bring the originals.");
  const login = await logIn(shut);
  await expect(login.locator("[data-error-summary]")).toContainText("Your papers are a copy. Bring the originals.");
  await expect(login.getByText("The owner was rude")).toHaveCount(0);
  await expect(login.getByRole("link", { name: /^Call/ }).first()).toHaveAttribute("href", /^tel:/);
  await axe(login, "login of a disabled center");
});

test("a disabled center is told why in its inbox, sends its papers, and is told that it is enabled again", async ({
  browser,
  baseURL,
}) => {
  const center = await peopleAt(baseURL!).aCenter();
  const desk = await aDesk(browser, desktop);
  const id = await idOf(desk, center.qrId);
  const change = async (act: "check" | "uncheck", remarks: string) => {
    await desk.goto(`/view-center/${id}?act=disable`);
    await settled(desk);
    const dialog = desk.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: /disabled accepting ticket/ })[act]();
    await dialog.getByRole("textbox", { name: /^Remark/ }).fill("Decided by the desk");
    await dialog.getByRole("textbox", { name: /^Center remarks/ }).fill(remarks);
    await save(desk, "Save", "Center Updated");
  };
  await change("check", "Please send your papers.");
  const shop = await (await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })).newPage();
  await shop.goto("/login");
  await shop.getByRole("textbox").first().fill(center.phone);
  await shop.getByRole("button", { name: "Send otp", exact: true }).click();
  await shop.getByRole("textbox", { name: "OTP" }).fill(await codeOf(shop, center.phone));
  await shop.getByRole("button", { name: "Login", exact: true }).click();
  await expect(shop.locator("[data-disabled]")).toContainText("Please send your papers.");
  await shop.goto("/inbox");
  const notice = shop.getByRole("listitem").filter({ hasText: "Your center was disabled" });
  await expect(notice).toContainText("You get no new requests and cannot accept any.");
  await expect(notice).toContainText("Please send your papers.");
  await expect(shop.getByText("Decided by the desk")).toHaveCount(0);
  await axe(shop, "inbox");
  expect(await sideways(shop)).toBe(0);

  await change("uncheck", "");
  await shop.reload();
  await expect(shop.getByRole("heading", { name: /^Your center is enabled again/ })).toBeVisible();
  await shop.goto("/center-dashboard");
  await expect(shop.locator("[data-disabled]")).toHaveCount(0);
});

test("the form of a center fits a phone, in Hindi too", async ({ browser, baseURL }) => {
  const center = await peopleAt(baseURL!).aCenter();
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  const id = await idOf(page, center.qrId);
  for (const language of ["en", "hi"]) {
    await page.context().addCookies([{ name: "lang", value: language, url: baseURL! }]);
    for (const path of ["/add-center", `/add-center?edit=${id}`]) {
      await page.goto(path);
      await settled(page);
      await axe(page, `${path} in ${language}`);
      expect(await sideways(page), `${path} in ${language}`).toBe(0);
    }
  }
});

test("a status is written as specified in Hindi, too", async ({ browser, baseURL }) => {
  const center = await peopleAt(baseURL!).aCenter();
  const page = await aDesk(browser, desktop);
  await page.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  await page.goto(`/admin-centers?search=${center.qrId}`);
  await settled(page);
  await expect(rowOf(page, center.qrId)).toContainText("ACTIVE");
});
