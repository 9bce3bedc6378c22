import { expect } from "@playwright/test";
import { axe } from "./accessible.ts";
import { test } from "./journey.ts";
import { peopleAt } from "./people.ts";
import { logIn, refused, registerByLink, wanting } from "./registration-steps.ts";

/*
 * An admin changes a center in the onboarder's form.
 */

test("R009 an admin changes a center in the onboarder's form, its flags with a remark; others are kept out", async ({
  page,
  browser,
  baseURL,
}) => {
  // Found by the code on its poster.
  const onboarder = await peopleAt(baseURL!).anOnboarder();
  const phone = await registerByLink(page, `/registration/${onboarder.centerOnboarderId}`, "Before The Change");
  await logIn(page, onboarder);
  await page.goto(`/center-onboard-view-centers?search=${phone}`);
  const qrId = await page.getByText(/^INA[A-Z0-9]{6}$/).innerText();
  const { data } = await (await page.request.get(`/api/getCenterByQrId?qr_id=${qrId}`)).json();
  const edit = `/center-onboard-add-center?edit=${data._id}`;

  // The onboarder who added it can add centers but not change them.
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
  await expect(admin.locator(".desk")).toHaveCSS("display", "grid");
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
  await wanting(admin, 6);
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

  // The clerk's form is outdated: the admin's change is not overwritten, and what was typed stays.
  await clerk.getByLabel("Center name").fill("Clerk's Name");
  await clerk.getByRole("button", { name: "Update center" }).click();
  await expect(clerk.getByRole("alert")).toContainText("Asha Rao changed this while you had it open");
  await expect(clerk.getByRole("alert")).toContainText(/open, \d+ \w+ 20\d\d, .*: Center name, /);
  await expect(clerk.getByLabel("Center name")).toHaveValue("Clerk's Name");
  await expect(clerk.getByText("Changed from Before The Change to After The Change")).toBeVisible();
  await expect(clerk.getByText("Changed from (empty) to disabled login")).toBeVisible();
  await axe(clerk);
  // The clerk's own name stays, and all the rest is taken over; saved, it starts from what the admin left.
  for (const adminValue of ["PLUMBING", "Kerala", "682001 (Pincode)", "682001 (Additional pincode)", "disabled login"])
    await clerk.getByRole("button", { name: `Take ${adminValue}` }).click();
  await clerk.getByRole("button", { name: "Update center" }).click();
  await expect(clerk.getByText("Center Updated")).toBeVisible();
  await admin.reload();
  await expect(admin.getByLabel("Center name")).toHaveValue("Clerk's Name");
  await expect(admin.getByLabel("State")).toHaveValue("Kerala");
  await expect(admin.getByLabel("disabled login")).toBeChecked();

  // Unticked, the center may log in again; a reason is recorded for that, too.
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
