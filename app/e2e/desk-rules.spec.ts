import { readFile } from "node:fs/promises";
import { expect, type Locator } from "@playwright/test";
import { unzipSync } from "fflate";
import { axe, sideways } from "./accessible.ts";
import { callsAt } from "./calls.ts";
import { fillPlumbing, requestsAt, settled } from "./center-steps.ts";
import { acceptedBy, aDesk, aName, confirmIfNeeded, customers, desktop, listed, numbers, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPhone, aPicture } from "./tracking-steps.ts";

/* Rules of the documents that show only in a browser. */

const png = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(aPicture()) });

test("R148, R471 pictures that are refused are listed with their reasons; what is kept is downloaded by the operator", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter({ walletRupees: 500 });
  const request = await at.offered(center, { name: aName() });
  const shop = await at.windowOf(browser, center);
  await acceptedBy(shop, request.ticket_id);
  await shop.goto(`/tickets-center?ticket=${request._id}`);
  await settled(shop);
  await shop.getByRole("link", { name: "Assign technician" }).click();
  const dialog = shop.getByRole("dialog");
  await dialog.getByLabel("Technician", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Assign technician" }).click();
  await expect(shop.getByText("Technician assigned successfully")).toBeVisible();
  await shop.getByRole("link", { name: "Job completion" }).click();
  const broken = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from("no picture") });
  await dialog
    .getByLabel("Add on-site pictures")
    .setInputFiles([broken("one.png"), png("good.png"), broken("two.png")]);
  const refused = dialog.getByRole("listitem");
  await expect(dialog.getByText("These pictures were not saved:")).toBeVisible();
  for (const name of ["one.png", "two.png"])
    await expect(refused.filter({ hasText: new RegExp(`^${name}: \\S`) }), name).toHaveCount(1);
  await expect(refused.filter({ hasText: "good.png" })).toHaveCount(0);
  await expect(dialog.getByRole("img", { name: "On-site picture 1 of 1" })).toBeVisible();

  const desk = await aDesk(browser, desktop);
  await desk.goto(`/view-ticket?ticketId=${request._id}`);
  await settled(desk);
  const saved = desk.waitForEvent("download");
  await desk.getByRole("link", { name: "Download picture 1" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${request.ticket_id}-1.jpg`);
  const alone = await readFile(await file.path());
  expect(alone.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

  // With a second one, both come at once.
  await expect(desk.getByRole("link", { name: "Download all as ZIP" })).toHaveCount(0);
  await dialog.getByLabel("Add on-site pictures").setInputFiles([png("second.png")]);
  await expect(dialog.getByRole("img", { name: "On-site picture 2 of 2" })).toBeVisible();
  await desk.reload();
  const zipped = desk.waitForEvent("download");
  await desk.getByRole("link", { name: "Download all as ZIP" }).click();
  const zip = await zipped;
  expect(zip.suggestedFilename()).toBe(`${request.ticket_id}.zip`);
  const files = unzipSync(await readFile(await zip.path()));
  expect(Object.keys(files)).toEqual([1, 2].map((nth) => `${request.ticket_id}-${nth}.jpg`));
  expect(Buffer.from(files[`${request.ticket_id}-1.jpg`]!).equals(alone)).toBe(true);
});

test("R180 a broadcast the network lost is noted on the console, and said as a failure on the page", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const page = await at.windowOf(browser, await at.aCenter());
  const noted: string[] = [];
  page.on("console", (message) => noted.push(message.text()));
  const name = aName();
  await fillPlumbing(page, { name, pincode: "799999" });
  // The center's own city and state go with a pincode that is not its own.
  await expect(page.getByLabel("City")).toHaveValue("");
  await page.getByLabel("City").fill("Agartala");
  await page.getByLabel("State").selectOption("Tripura");
  await page.getByRole("button", { name: "Add Ticket" }).click();
  await expect(page.getByText("Ticket Created successfully")).toBeVisible();
  await page.goto(`/ticket-created-by-you?search=${encodeURIComponent(name)}`);
  await settled(page);
  await page.route(/ticket-created-by-you/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await rowOf(page, name)
    .getByRole("link", { name: /^Broadcast/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Broadcast" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to broadcast ticket!");
  await expect.poll(() => noted).toContain("Network response was not ok");
  await expect(page.getByText("Network response was not ok")).toHaveCount(0);
});

test("R233 what is answered takes the place of the rows before", async ({ browser, baseURL }) => {
  const one = aName();
  const two = aName();
  const first = await customers(baseURL!, one, 2);
  const second = await customers(baseURL!, two, 1);
  const page = await aDesk(browser, desktop);
  await page.goto(listed(one));
  await settled(page);
  await expect
    .poll(async () => (await numbers(page)).toSorted())
    .toEqual(first.made.map(({ ticket_id }) => ticket_id).toSorted());
  await page.evaluate(() => Object.assign(globalThis, { samePage: true }));
  await page.keyboard.press("f");
  const search = page.getByRole("searchbox", { name: "Request id or customer" });
  await expect(search).toBeFocused();
  await search.fill(two);
  await search.press("Enter");
  await expect.poll(() => numbers(page)).toEqual(second.made.map(({ ticket_id }) => ticket_id));
  expect(await page.evaluate(() => "samePage" in globalThis)).toBe(true);
});

test("R319 a saving that failed says why at the top right, for five seconds", async ({ browser }) => {
  const page = await aDesk(browser, desktop);
  await page.clock.install();
  await page.goto("/admin-ticket");
  await settled(page);
  // From here on the page's clock moves only when the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator("form [data-form-end] button").click();
  const toast = page.locator("[data-toasts] li").filter({ hasText: "Please fill in all required details" });
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await toast.isVisible()).toBe(true);
  }).toPass();
  await expect(toast).toHaveAttribute("data-kind", "bad");
  const { x, y } = (await toast.boundingBox())!;
  expect([x > desktop.viewport.width / 2, y < desktop.viewport.height / 3]).toEqual([true, true]);
  await page.clock.runFor(4_500);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1_500);
  await expect(toast).toHaveCount(0);
});

test("R324 a center that has not answered is written to over WhatsApp, with what its wallet needs", async ({
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const request = await at.offered(center, { name: aName() });
  const page = await aDesk(browser, desktop);
  await page.goto(`/view-ticket?ticketId=${request._id}`);
  const reminder = page.getByRole("link", { name: `Send a reminder to ${center.centerName}` });
  await expect(reminder).toHaveAttribute("href", new RegExp(`^https://wa\\.me/91${center.phone}\\?text=`));
  const words = new URL((await reminder.getAttribute("href"))!).searchParams.get("text");
  expect(words).toContain(request.ticket_id);
  expect(words).toContain("Keep at least ₹99 in your wallet");
  expect(words).not.toContain(request.phone);
  // Who sees the center's phone starred has no link to it; nor has a center that answered.
  const clerk = await aDesk(browser, desktop, "operations");
  await clerk.goto(`/view-ticket?ticketId=${request._id}`);
  await expect(rowOf(clerk, center.centerName).first()).toBeVisible();
  await expect(clerk.getByRole("link", { name: /^Send a reminder to / })).toHaveCount(0);
  await acceptedBy(await at.windowOf(browser, center), request.ticket_id);
  await page.reload();
  await expect(rowOf(page, center.centerName).first()).toContainText("ACCEPTED");
  await expect(reminder).toHaveCount(0);
});

/** Whether something is written in the product's green. */
const isGreen = (what: Locator) =>
  what.evaluate((element) => {
    const probe = document.createElement("i");
    probe.style.color = "var(--color-green-700)";
    element.append(probe);
    const own = getComputedStyle(element).color;
    const green = getComputedStyle(probe).color;
    probe.remove();
    return own === green;
  });

test("R231, R245 Remarks is green once there are some, Broadcasted while a center is waited for", async ({
  browser,
  baseURL,
}) => {
  const { call } = callsAt(baseURL!);
  const { token } = await call("POST", "admin/login", { user_name: "superadmin", password: "Demo@2026" });
  const { data: clients } = await call<{ _id: string }[]>("GET", "admin/get-all-clients", undefined, token);
  const { data: services } = await call<{ _id: string; service_name: string }[]>(
    "GET",
    "admin/get-all-active-services",
  );
  const repair = services.find(({ service_name }) => service_name === "AC REPAIR")!;
  const name = aName();
  const center = await requestsAt(baseURL!).aCenter();
  const aRequest = async () => {
    const body = {
      service_provided_for: repair._id,
      authorized_client_id: clients[0]!._id,
      personal_details: { name, primary_phone: { country_code: "+91", mobile_number: aPhone() } },
      address_details: { house_number: "4, Market Street", pincode: center.pincode },
      time_preference: { time_preference_type: "IMMEDIATELY" },
      offers_applied: { offer_code: "GHARSEVA2025" },
    };
    return (await call<{ _id: string; ticket_id: string }>("POST", "center/public-ticket-by-superadmin", body, token))
      .data;
  };
  const noted = await aRequest();
  const plain = await aRequest();
  const remarks = { ticket_obj_id: noted._id, onboarding_team_remarks: "Asked for a senior technician" };
  await call("POST", "admin/onboarding-team-remarks", remarks, token);
  const page = await aDesk(browser, desktop);
  await page.goto(`/b2b-ticket?search=${encodeURIComponent(name)}`);
  await settled(page);
  const button = (number: string) => rowOf(page, number).getByRole("link", { name: "Remarks", exact: true }).first();
  for (const at of ["beside it", "over it"]) {
    if (at === "over it") await rowOf(page, noted.ticket_id).hover();
    expect(await isGreen(button(noted.ticket_id)), at).toBe(true);
  }
  expect(await isGreen(button(plain.ticket_id))).toBe(false);
  await axe(page);

  const offered = await requestsAt(baseURL!).offered(center, { name: `${name} by code` });
  await page.goto(listed(name));
  const statusLabel = rowOf(page, offered.ticket_id).getByText("Broadcasted", { exact: true }).first();
  await expect(statusLabel).toBeVisible();
  expect(await isGreen(statusLabel)).toBe(true);
  await page.goto(`/view-ticket?ticketId=${offered._id}`);
  expect(await isGreen(page.locator("[data-head]").getByText("Broadcasted", { exact: true }))).toBe(true);
});

test("R232 a list the server does not answer shows no rows and says so, and does not go on loading", async ({
  browser,
  baseURL,
}) => {
  const name = aName();
  await customers(baseURL!, name, 1);
  const page = await aDesk(browser, desktop);
  const rows = page.locator(".desk-grid tbody tr");
  for (const [answer, title] of [
    [{ status: 500 }, "Something went wrong"] as const,
    [undefined, "You are offline"] as const,
  ]) {
    await page.goto(listed(name));
    await settled(page);
    await expect(rows).toHaveCount(1);
    const dataPattern = "**/Tickets?*";
    await page.route(dataPattern, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.route("**/healthz", (route) => (answer ? route.fallback() : route.abort()));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(rows).toHaveCount(0);
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await page.unroute(dataPattern);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(rows).toHaveCount(1);
    await page.unroute("**/healthz");
  }
});

test("R323, Q80 an act that fails without words of its own is said in its dialog, which stays, and in no toast", async ({
  browser,
  baseURL,
}) => {
  const { made } = await customers(baseURL!, aName(), 1);
  const id = made[0]!._id;
  const page = await aDesk(browser, desktop);
  const dialog = page.getByRole("dialog");
  const choose = () => dialog.getByRole("radio").first().check();
  const fill = (label: string) => () => dialog.getByLabel(label).fill("Said on the phone");
  for (const [act, button, prepare] of [
    ["assign", "Assign Technician", choose],
    ["remarks", "Save remarks", fill("Remarks")],
    ["requirement", "Save", fill("Specific requirement")],
    ["cancel", "Cancel request", fill("Reason")],
    ["delete", "Delete", async () => {}],
  ] as const) {
    await page.goto(`/view-ticket?ticketId=${id}&act=${act}&of=${id}`);
    await settled(page);
    await prepare();
    await confirmIfNeeded(page);
    await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
    const send = dialog.getByRole("button", { name: button, exact: true });
    await send.click();
    await expect(dialog.getByRole("alert"), act).toBeVisible();
    await expect(send, act).toBeEnabled();
    await expect(page.locator("[data-toasts] li"), act).toHaveCount(0);
    await page.unrouteAll();
  }
});

test("who may only look is told so at the punch; while a request is edited the menu marks no page that adds one", async ({
  browser,
  baseURL,
}) => {
  const { made } = await customers(baseURL!, aName(), 1);
  const id = made[0]!._id;
  const looker = await aDesk(browser, desktop, "finance");
  await looker.goto(`/ticketDocument?ticketId=${id}`);
  await expect(looker.getByText("You may look at the pictures, but not decide on the punch.")).toBeVisible();
  await expect(looker.getByText("This request is over")).toHaveCount(0);
  await expect(looker.getByRole("heading", { name: "Punch review" })).toHaveCount(0);

  const page = await aDesk(browser, desktop);
  const current = page.getByRole("navigation", { name: "Menu" }).locator("[aria-current=page]");
  await page.goto("/admin-ticket");
  await expect(current).toHaveText("Add Request");
  await page.goto(`/admin-ticket?edit=${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Update ticket" })).toBeVisible();
  await expect(current).toHaveCount(0);
  await page.goto(`/ticketDocument?ticketId=${id}`);
  await expect(page.getByRole("heading", { name: "Punch review" })).toBeVisible();
});

test("on a phone the filters are one line, and what each of them opens is whole", async ({ browser, baseURL }) => {
  const name = aName();
  const { at, center } = await customers(baseURL!, name, 1);
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  for (const list of ["/Tickets", "/pending-ticket", "/all-client-ticket", "/erickshaw-ticket", "/broad-casted-list"]) {
    await page.goto(list);
    await settled(page);
    const bar = page.getByRole("search", { name: "Filters" });
    expect((await bar.boundingBox())!.height, list).toBeLessThanOrEqual(56);
    expect(await sideways(page), list).toBe(0);
    for (const filter of await bar.locator("details > summary").all()) {
      await filter.click();
      const panel = (await bar.locator("details[open] > [data-panel]").boundingBox())!;
      const line = (await filter.boundingBox())!;
      expect([panel.x >= 0, panel.x + panel.width <= 360, panel.y >= line.y + line.height], list).toEqual([
        true,
        true,
        true,
      ]);
      expect(panel.y + panel.height, list).toBeLessThanOrEqual(740);
      await page.keyboard.press("Escape");
    }
  }
  // What is new stands in sight, however far the line goes.
  await page.goto(listed(name));
  await settled(page);
  await at.requestOf(center, { name });
  await expect(page.getByRole("button", { name: "1 new – show" })).toBeInViewport();
  await axe(page);
});
