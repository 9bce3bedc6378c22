import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { outboxAt } from "./outbox.ts";

/*
 * Bringing centers to the house: a center registers itself, an onboarder registers, logs in and adds centers. The happy
 * path and every text of forms.tsv that refuses something.
 */

let outbox: ReturnType<typeof outboxAt>;
test.beforeAll(({ baseURL }: { baseURL?: string }) => {
  outbox = outboxAt(baseURL!);
});

const aPhone = () => `7${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
const incomplete = "Please fill in all required details";

async function axe(page: Page) {
  // A message that is just fading in has not its colours yet.
  await page.evaluate(() => {
    const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.all(fading.map((one) => one.finished.catch(() => undefined)));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

const send = (page: Page) => page.getByRole("button", { name: "Send OTP" });
/** The sentence at the top, and how often it stands at a field. */
async function refused(page: Page, text: string, fields: number) {
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toContainText(text);
  await expect(page.locator(".wrong").filter({ hasText: text })).toHaveCount(fields);
}

async function fillCenter(page: Page, { phone, name = "Shri Balaji Cool Care" }: { phone: string; name?: string }) {
  await page.getByLabel("Center name").fill(name);
  await page.getByLabel("Phone").fill(phone);
  await page.getByLabel("Number of technicians").selectOption("0");
  await page.getByLabel("Primary service").selectOption({ label: "CARPENTER" });
  await page.getByLabel("Secondary service").selectOption({ label: "PAINTING" });
  await page.getByLabel("Address line").fill("12 Market Road");
  await page.getByLabel("City").fill("Mysuru");
  await page.getByLabel("State").selectOption("Karnataka");
  await page.getByLabel("Pincode", { exact: true }).fill("570001");
  await page.getByLabel("Additional pincode").fill("570002");
}

/** The demo's onboarder, logged in once: a phone gets another code only after half a minute. */
let onboarderCookies: Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>> | undefined;
async function asOnboarder(page: Page) {
  if (onboarderCookies) return page.context().addCookies(onboarderCookies);
  await logIn(page, "/center-onboard-login", "9000000010", await outbox.codesSoFar("9000000010"));
  onboarderCookies = (await page.context().cookies()).filter(({ name }) => name.includes("onboarder"));
}

async function logIn(page: Page, path: string, phone: string, earlier = 0) {
  await page.goto(path);
  await page.getByRole("textbox").first().fill(phone);
  await page.getByRole("button", { name: "Send otp", exact: true }).click();
  await page.getByRole("textbox", { name: "OTP" }).fill(await outbox.code(phone, earlier));
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
}

test("R111–R121 a center registers by the code of its phone and logs in after five seconds", async ({ page }) => {
  await page.goto("/registration/ONB0001");
  await expect(page).toHaveTitle(/^Center Registration/);
  await expect(page.getByRole("heading", { level: 1, name: "Center Registration" })).toBeVisible();
  await expect(page.getByText("You were invited by Sunil Verma.")).toBeVisible();
  await expect(page.getByLabel("Country")).toHaveValue("INDIA");
  await expect(page.getByLabel("Country")).not.toBeEditable();
  await axe(page);

  // R113: everything but the name.
  await send(page).click();
  await refused(page, incomplete, 10);
  await axe(page);

  const phone = aPhone();
  await fillCenter(page, { phone: "98765" });
  await page.getByLabel("Additional pincode").fill("5700");
  await send(page).click();
  await refused(page, "Please enter a valid 10-digit mobile number", 1);
  await refused(page, "Please enter a 6-digit pincode", 1);
  await expect(page.getByLabel("Center name")).toHaveValue("Shri Balaji Cool Care");

  await page.getByLabel("Phone").fill(phone);
  await page.getByLabel("Additional pincode").fill("570002");
  await send(page).click();
  // R115, R116: the number is locked, the code is asked for.
  await expect(page.getByText("otp sent successfully")).toBeVisible();
  await expect(page.getByLabel("Phone")).toHaveValue(phone);
  await expect(page.getByLabel("Phone")).not.toBeEditable();
  await axe(page);

  const confirm = page.getByRole("button", { name: "Verify OTP and register" });
  await confirm.click();
  await refused(page, "otp not entered", 1);
  const code = await outbox.code(phone);
  await page.getByLabel("OTP").fill(code === "111111" ? "222222" : "111111");
  await confirm.click();
  await refused(page, "Wrong OTP", 1);
  await axe(page);

  // What was typed is still there for whoever goes back.
  await page.getByRole("link", { name: "Change the details" }).click();
  await expect(page.getByLabel("City")).toHaveValue("Mysuru");
  await expect(page.getByLabel("Secondary service").locator("option:checked")).toHaveText("PAINTING");
  await page.goBack();

  await page.getByLabel("OTP").fill(code);
  await confirm.click();
  await expect(page.getByText("otp verified successfully , register")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Registered successfully , Please Login" })).toBeVisible();
  const shown = Date.now();
  await axe(page);
  await page.waitForURL(/\/login$/, { timeout: 15_000 });
  expect(Date.now() - shown).toBeGreaterThan(2_500);

  // The same phone once more: told after its code, and led to the login.
  await page.goto("/registration");
  await fillCenter(page, { phone });
  await page.waitForTimeout(30_000 - Math.min(30_000, Date.now() - shown));
  await send(page).click();
  await page.getByLabel("OTP").fill(await outbox.code(phone, 1));
  await confirm.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("A center is already registered with this mobile number.")).toBeVisible();
});

test.describe("without JavaScript, 360 px wide", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("R119 a center registers, in Hindi too, and is led to the login", async ({ page }) => {
    const phone = aPhone();
    await page.goto("/registration/ONBNOBODY");
    await expect(page.getByText("We do not know this invitation. You can register all the same.")).toBeVisible();
    await page.getByRole("button", { name: "हिन्दी" }).click();
    await expect(page.getByRole("heading", { name: "सेंटर पंजीकरण" })).toBeVisible();
    await page.getByRole("button", { name: "English" }).click();
    await fillCenter(page, { phone });
    await send(page).click();
    await page.getByLabel("OTP").fill(await outbox.code(phone));
    await page.getByRole("button", { name: "Verify OTP and register" }).click();
    await expect(page.getByRole("heading", { name: "Registered successfully , Please Login" })).toBeVisible();
    await page.waitForURL(/\/login$/, { timeout: 15_000 });
  });

  test("R183, R184 an onboarder's chips are added, refused and taken away by the server", async ({ page }) => {
    const phone = aPhone();
    await page.goto("/center-onboard-registration");
    await page.getByLabel("Shop / Center (Name)").fill("Sunil Stores");
    await page.getByLabel("State").selectOption("Kerala");
    await page.getByRole("button", { name: "Add state" }).click();
    await page.getByLabel("Allowed Cities").fill("Kochi");
    await page.getByRole("button", { name: "Add city" }).click();
    await expect(page.getByLabel("Shop / Center (Name)")).toHaveValue("Sunil Stores");
    await expect(page.getByRole("checkbox", { name: "Kerala" })).toBeChecked();
    await page.getByLabel("Allowed Cities").fill(" kochi");
    await page.getByRole("button", { name: "Add city" }).click();
    await refused(page, "City already entered", 1);
    await page.getByLabel("Allowed Cities").fill("Thrissur");
    await page.getByRole("button", { name: "Add city" }).click();
    await page.getByRole("checkbox", { name: "Kochi" }).uncheck();
    await page.getByLabel("Mobile Number").fill(phone);
    await page.getByLabel("Main Service You Offer / Need").selectOption({ label: "PLUMBING" });
    await send(page).click();
    await expect(page.getByText("Thrissur")).toBeVisible();
    await expect(page.getByText("Kochi")).toHaveCount(0);
    await page.getByLabel("OTP").fill(await outbox.code(phone));
    await page.getByRole("button", { name: "Verify OTP and register" }).click();
    await expect(page.getByRole("heading", { name: "Registered successfully , register" })).toBeVisible();
    await page.waitForURL(/\/center-onboard-login$/, { timeout: 15_000 });
  });
});

test("R182–R197 an onboarder registers, logs in, adds a center by the code of its phone, and sees only its own", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto("/center-onboard-view-centers");
  await expect(page).toHaveURL(/\/center-onboard-login$/);
  await page.getByRole("link", { name: "Register as a center onboarder" }).click();
  await axe(page);

  await send(page).click();
  await refused(page, incomplete, 5);
  await axe(page);
  const phone = aPhone();
  await page.getByLabel("Shop / Center (Name)").fill("Sunil Stores");
  await page.getByLabel("Mobile Number").fill(phone);
  await page.getByLabel("Main Service You Offer / Need").selectOption({ label: "PLUMBING" });
  for (const state of ["Karnataka", "Kerala"]) {
    await page.getByLabel("State").selectOption(state);
    await page.getByRole("button", { name: "Add state" }).click();
  }
  for (const city of ["Mysuru", "Kochi", "MYSURU "]) {
    await page.getByLabel("Allowed Cities").fill(city);
    await page.getByLabel("Allowed Cities").press("Enter");
  }
  await expect(page.getByText("City already entered")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(4);
  // It goes with its tick.
  await page.getByRole("checkbox", { name: "Kerala" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(3);
  await axe(page);
  await send(page).click();
  await expect(page.getByText("otp sent successfully")).toBeVisible();
  await expect(page.getByLabel("Mobile Number")).not.toBeEditable();
  await page.getByRole("button", { name: "Verify OTP and register" }).click();
  await refused(page, "otp not entered", 1);
  await page.getByLabel("OTP").fill(await outbox.code(phone));
  await page.getByRole("button", { name: "Verify OTP and register" }).click();
  await expect(page.getByRole("heading", { name: "Registered successfully , register" })).toBeVisible();
  const sent = Date.now();
  await axe(page);
  await page.waitForURL(/\/center-onboard-login$/, { timeout: 15_000 });

  // R189, R190: the login's three refusals.
  const sendOtp = page.getByRole("button", { name: "Send otp", exact: true });
  await sendOtp.click();
  await refused(page, "Please enter mobile number", 1);
  await page.getByLabel("Mobile Number").fill("98765");
  await sendOtp.click();
  await refused(page, "Mobile number should be exact 10 numbers", 1);
  await expect(page.getByLabel("Mobile Number")).toHaveAttribute("maxlength", "10");
  await axe(page);
  await page.getByLabel("Mobile Number").fill(phone);
  await page.waitForTimeout(31_000 - Math.min(31_000, Date.now() - sent));
  await sendOtp.click();
  await expect(page.getByRole("button", { name: "Resend otp" })).toBeVisible();
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await refused(page, "Otp is not entered", 1);
  await axe(page);
  await page.getByRole("textbox", { name: "OTP" }).fill(await outbox.code(phone, 1));
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(/\/center-onboard-view-centers$/);
  await expect(page.getByText("You have not added a center yet")).toBeVisible();
  await axe(page);

  await page.getByRole("link", { name: "Add a Center" }).first().click();
  await expect(page.getByRole("heading", { name: "Add Center" })).toBeVisible();
  await expect(page.getByLabel("Country")).not.toBeEditable();
  await axe(page);
  await send(page).click();
  await refused(page, incomplete, 7);
  const center = aPhone();
  await page.getByLabel("Center name").fill("Mysuru Home Care");
  await page.getByLabel("Mobile", { exact: true }).fill(center);
  await page.getByLabel("Primary service").selectOption({ label: "CARPENTER" });
  await page.getByLabel("Other service").selectOption({ label: "PAINTING" });
  // R194; the state is suggested from it.
  await page.getByLabel("Pincode", { exact: true }).pressSequentially("570001");
  await expect(page.getByLabel("Additional pincode")).toHaveValue("570001");
  await expect(page.getByLabel("State")).toHaveValue("Karnataka");
  await send(page).click();
  const confirm = page.getByRole("button", { name: "Verify OTP and add the center" });
  await expect(page.getByLabel("Mobile", { exact: true })).not.toBeEditable();
  await confirm.click();
  await refused(page, "otp not entered", 1);
  await axe(page);
  await page.getByLabel("OTP").fill(await outbox.code(center));
  await confirm.click();
  await expect(page.getByText("Center added ! Add more centers")).toBeVisible();
  await expect(page.getByLabel("Center name")).toHaveValue("");

  await page.goto("/center-onboard-view-centers?search=mysuru");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByText("Mysuru Home Care")).toBeVisible();
  await axe(page);
  await page.goto("/center-onboard-view-centers?search=Residency");
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/center-onboard-login$/);
  await page.goto("/center-onboard-add-center");
  await expect(page).toHaveURL(/\/center-onboard-login$/);
});

/** A center of its own, registered through an onboarder's link; its phone. */
async function registerByLink(page: Page, link: string, name: string) {
  const phone = aPhone();
  await page.goto(link);
  await fillCenter(page, { phone, name });
  await send(page).click();
  await page.getByLabel("OTP").fill(await outbox.code(phone));
  await page.getByRole("button", { name: "Verify OTP and register" }).click();
  await expect(page.getByRole("heading", { name: "Registered successfully , Please Login" })).toBeVisible();
  return phone;
}

test("a center that registered through a link can work: it logs in, and its onboarder sees it", async ({ page }) => {
  const phone = await registerByLink(page, "/registration/onb0001", "Link Works");
  await asOnboarder(page);
  await page.goto(`/center-onboard-view-centers?search=${phone}`);
  await expect(page.getByText("Link Works")).toBeVisible();
});

test("R009 an admin changes a center in the onboarder's form, its flags with a remark; others are kept out", async ({
  page,
  browser,
}) => {
  // Found by the code of its poster.
  const phone = await registerByLink(page, "/registration/ONB0001", "Before The Change");
  await asOnboarder(page);
  await page.goto(`/center-onboard-view-centers?search=${phone}`);
  const qrId = await page.getByText(/^INA[A-Z0-9]{6}$/).innerText();
  const { data } = await (await page.request.get(`/api/getCenterByQrId?qr_id=${qrId}`)).json();
  const edit = `/center-onboard-add-center?edit=${data._id}`;

  // The onboarder who brought it adds centers and changes none.
  await page.goto(edit);
  await expect(page.getByText("No permission to update center , contact admin")).toBeVisible();
  await axe(page);

  const desk = async (userName: string) => {
    const admin = await (await browser.newContext()).newPage();
    await admin.goto(edit);
    await expect(admin).toHaveURL(/\/center-onboard-login$/);
    await admin.goto("/admin-login");
    await admin.getByLabel("User name").fill(userName);
    await admin.getByLabel("Password").fill("Demo@2026");
    await admin.getByRole("button", { name: "Login" }).click();
    await expect(admin).not.toHaveURL(/admin-login/);
    await admin.goto(edit);
    return admin;
  };
  const client = await desk("clientdesk");
  await expect(client.getByText("No permission to update center , contact admin")).toBeVisible();
  const clerk = await desk("operations");
  await expect(clerk.getByLabel("Mobile", { exact: true })).toHaveValue("*****");
  await expect(clerk.getByLabel("Mobile", { exact: true })).not.toBeEditable();

  const admin = await desk("superadmin");
  await expect(admin).toHaveTitle(/^Update center/);
  await expect(admin.getByLabel("Center name")).toHaveValue("Before The Change");
  await expect(admin.getByLabel("Mobile", { exact: true })).toHaveValue(phone);
  await expect(admin.getByLabel("Primary service")).toHaveValue("CARPENTER");
  await expect(admin.getByLabel("Primary service")).not.toBeEditable();
  await expect(admin.getByLabel("Other service").locator("option:checked")).toHaveText("PAINTING");
  await expect(admin.getByLabel("State")).toHaveValue("Karnataka");
  await expect(admin.getByLabel("Pincode", { exact: true })).toHaveValue("570001");
  await expect(admin.getByLabel("Additional pincode")).toHaveValue("570002");
  await axe(admin);

  const save = admin.getByRole("button", { name: "Update center" });
  for (const label of ["Center name", "Mobile", "Pincode", "Additional pincode"])
    await admin.getByLabel(label, { exact: true }).fill("");
  await admin.getByLabel("Other service").selectOption("");
  await admin.getByLabel("State").selectOption("");
  await save.click();
  await refused(admin, incomplete, 6);
  await axe(admin);

  await admin.getByLabel("Center name").fill("After The Change");
  await admin.getByLabel("Mobile", { exact: true }).fill("98765");
  await admin.getByLabel("Other service").selectOption({ label: "PLUMBING" });
  await admin.getByLabel("State").selectOption("Kerala");
  await admin.getByLabel("Pincode", { exact: true }).fill("68200");
  await save.click();
  await refused(admin, "Please enter a valid 10-digit mobile number", 1);
  await refused(admin, "Please enter a 6-digit pincode", 2);
  await admin.getByLabel("Mobile", { exact: true }).fill(phone);
  await admin.getByLabel("Pincode", { exact: true }).fill("682001");
  await expect(admin.getByLabel("Additional pincode")).toHaveValue("682001");
  await admin.getByLabel("disabled login").check();
  await admin.getByLabel("disabled accepting ticket").check();
  await save.click();
  await refused(admin, "Remark is required when disabling login or accepting tickets.", 1);
  await expect(admin.getByLabel("disabled login")).toBeChecked();
  await axe(admin);
  await admin.getByLabel("disabled accepting ticket").uncheck();
  await admin.getByLabel("Remark").fill("Closed for the season");
  await save.click();
  await expect(admin.getByText("Center Updated")).toBeVisible();
  await expect(admin).toHaveURL(new RegExp(`edit=${data._id}$`));
  await admin.reload();
  await expect(admin.getByLabel("Center name")).toHaveValue("After The Change");
  await expect(admin.getByLabel("Other service").locator("option:checked")).toHaveText("PLUMBING");
  await expect(admin.getByLabel("disabled login")).toBeChecked();
  await expect(admin.getByLabel("disabled accepting ticket")).not.toBeChecked();
  await expect(admin.getByLabel("Remark")).toHaveValue("");

  // The clerk's form is of before: nothing of the admin's is overwritten, and what was typed stays.
  await clerk.getByLabel("Center name").fill("Clerk's Name");
  await clerk.getByRole("button", { name: "Update center" }).click();
  await expect(clerk.getByRole("alert")).toContainText("This was changed by someone else meanwhile.");
  await expect(clerk.getByLabel("Center name")).toHaveValue("Clerk's Name");
  await clerk.getByRole("button", { name: "Update center" }).click();
  await expect(clerk.getByRole("alert")).toContainText("This was changed by someone else meanwhile.");

  // Unticked, it is let in again; that is said why, too.
  await admin.getByLabel("disabled login").uncheck();
  await save.click();
  await refused(admin, "Remark is required when disabling login or accepting tickets.", 1);
  await expect(admin.getByLabel("disabled login")).not.toBeChecked();
  await admin.getByLabel("Remark").fill("Open again");
  await save.click();
  await expect(admin.getByText("Center Updated")).toBeVisible();
  await expect(admin.getByLabel("disabled login")).not.toBeChecked();

  for (const id of ["00000000-0000-7000-8000-000000000000", "nonsense"]) {
    await admin.goto(`/center-onboard-add-center?edit=${id}`);
    await expect(admin.getByRole("heading", { name: "Page not found !!!" })).toBeVisible();
  }
});
