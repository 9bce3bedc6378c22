import { expect } from "@playwright/test";
import { axe } from "./accessible.ts";
import { patienceMs, test } from "./journey.ts";
import { outboxAt } from "./outbox.ts";
import { peopleAt } from "./people.ts";
import { aPhone, fillCenter, logIn, refused, registerByLink, send, wanting } from "./registration-steps.ts";

/*
 * How centers join: a center registers itself; an onboarder registers, logs in and adds centers. Tested are the happy
 * path and every refusing text of forms.tsv.
 */

let outbox: ReturnType<typeof outboxAt>;
let people: ReturnType<typeof peopleAt>;
test.beforeEach(({ baseURL }) => {
  outbox = outboxAt(baseURL!);
  people = peopleAt(baseURL!);
});

test("R111–R121 a center registers by the code of its phone and logs in after five seconds", async ({ page }) => {
  await page.goto("/registration/ONB0001");
  await expect(page).toHaveTitle(/^Center Registration/);
  await expect(page.getByRole("heading", { level: 1, name: "Center Registration" })).toBeVisible();
  await expect(page.getByText("You were invited by Sunil Verma.")).toBeVisible();
  await expect(page.getByLabel("Country")).toHaveValue("INDIA");
  await expect(page.getByLabel("Country")).not.toBeEditable();
  await axe(page);

  // R113: everything is required except the name.
  await send(page).click();
  await wanting(page, 10);
  // The summary names them in the order of the page.
  const missing = await page.locator(".field .wrong").allInnerTexts();
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(missing);
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
  // R115, R116: the number is locked and the code requested.
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

  // Going back keeps what was typed.
  await page.getByRole("link", { name: "Change the details" }).click();
  await expect(page.getByLabel("City")).toHaveValue("Mysuru");
  await expect(page.getByLabel("Secondary service").locator("option:checked")).toHaveText("PAINTING");
  await page.goBack();

  await page.getByLabel("OTP").fill(code);
  await confirm.click();
  await expect(page.getByText("otp verified successfully , register")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Registered successfully , Please Login" })).toBeVisible();
  await axe(page);
  await page.waitForURL(/\/login$/, { timeout: patienceMs });

  // A phone that has a center: the person is told so after the code and redirected to the login.
  const { phone: known } = await people.aCenter();
  await page.goto("/registration");
  await fillCenter(page, { phone: known });
  await send(page).click();
  await page.getByLabel("OTP").fill(await outbox.code(known));
  await confirm.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("A center is already registered with this mobile number.")).toBeVisible();
});

test.describe("without JavaScript, 360 px wide", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("R119 a center registers, in Hindi too, and is led to the login", async ({ page }) => {
    const phone = aPhone();
    await page.goto("/registration/ONBNOBODY");
    await expect(page.getByText("This invitation is not known. You can register all the same.")).toBeVisible();
    await page.getByRole("button", { name: "हिन्दी" }).click();
    await expect(page.getByRole("heading", { name: "सेंटर पंजीकरण" })).toBeVisible();
    await page.getByRole("button", { name: "English" }).click();
    await fillCenter(page, { phone });
    await send(page).click();
    await page.getByLabel("OTP").fill(await outbox.code(phone));
    await page.getByRole("button", { name: "Verify OTP and register" }).click();
    await expect(page.getByRole("heading", { name: "Registered successfully , Please Login" })).toBeVisible();
    await page.waitForURL(/\/login$/, { timeout: patienceMs });
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
    await page.waitForURL(/\/center-onboard-login$/, { timeout: patienceMs });
  });
});

test("R014, R182–R188, R189, R190, R191–R193, R194–R196, R197, R451 an onboarder registers, logs in, adds a center by the code of its phone, and sees only its own", async ({
  page,
}) => {
  await page.goto("/center-onboard-view-centers");
  await expect(page).toHaveURL(/\/center-onboard-login$/);
  await page.getByRole("link", { name: "Register as a center onboarder" }).click();
  await axe(page);

  await send(page).click();
  await wanting(page, 5);
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
  // Unticking removes it.
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
  await axe(page);
  await page.waitForURL(/\/center-onboard-login$/, { timeout: patienceMs });

  // R189, R190: the login's three refusals.
  const sendOtp = page.getByRole("button", { name: "Send otp", exact: true });
  await expect(page.getByLabel("Mobile Number")).toHaveValue(phone);
  await page.getByLabel("Mobile Number").fill("");
  await sendOtp.click();
  await refused(page, "Please enter mobile number", 1);
  await page.getByLabel("Mobile Number").fill("98765");
  await sendOtp.click();
  await refused(page, "Mobile number should be exact 10 numbers", 1);
  await axe(page);
  // A number pasted in another spelling is not cut: its ten digits are extracted.
  await page.getByLabel("Mobile Number").fill(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`);
  // A phone gets another code only half a minute after the last one.
  await expect(async () => {
    await sendOtp.click();
    await expect(page.getByRole("button", { name: "Resend otp" })).toBeVisible();
  }).toPass({ timeout: 90_000 });
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
  await wanting(page, 7);
  const center = aPhone();
  await page.getByLabel("Center name").fill("Mysuru Home Care");
  await page.getByLabel("Mobile", { exact: true }).fill(center);
  await page.getByLabel("Primary service").selectOption({ label: "CARPENTER" });
  await page.getByLabel("Other service").selectOption({ label: "PAINTING" });
  // R194; the state is suggested from the pincode.
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

test("a center that registered through a link can work: it logs in, and its onboarder sees it", async ({ page }) => {
  const onboarder = await people.anOnboarder();
  const link = `/registration/${onboarder.centerOnboarderId.toLowerCase()}`;
  const phone = await registerByLink(page, link, "Link Works");
  await logIn(page, onboarder);
  await page.goto(`/center-onboard-view-centers?search=${phone}`);
  await expect(page.getByText("Link Works")).toBeVisible();
});
