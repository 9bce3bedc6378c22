import { type Browser, expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { callsAt } from "./calls.ts";
import { settled } from "./center-steps.ts";
import { aDesk, aName, customers, desktop, fillShortForm } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPhone } from "./tracking-steps.ts";

/*
 * The day of a client's desk: its menu, a request it adds, finds, reads and takes home, and requests of others, which
 * for it are not there.
 */

const unknown = "AAAAAAAAAAAAAAAAAAAAAA";

/** What the page's own addresses answer its browser: status and text. */
const got = async (page: Page, path: string) => {
  const answer = await page.request.get(path, { maxRedirects: 0 });
  return { status: answer.status(), text: await answer.text() };
};

/** A request the client's desk adds by its form, and a request of somebody else. */
async function aClientsDay(browser: Browser, baseURL: string) {
  const name = aName();
  const foreignName = aName();
  const { made, center } = await customers(baseURL, foreignName, 1);
  const page = await aDesk(browser, desktop, "clientdesk");
  const phone = aPhone();
  await page.goto("/add-client-ticket");
  await settled(page);
  await fillShortForm(page, { name, phone, pincode: center.pincode });
  await page.getByLabel("Client id").fill(`JOB-${phone.slice(-4)}`);
  await page.locator("form [data-form-end] button").click();
  const dialog = page.getByRole("dialog", { name: "Hurray! Your Request has been created" });
  await expect(dialog).toBeVisible();
  const number = await dialog.getByText(/^REQ-\d{6}-\w{4}$/).innerText();
  const id = new URL(page.url()).searchParams.get("created")!;
  return { page, name, number, id, foreign: { ...made[0]!, name: foreignName } };
}

test("a client's desk adds a request, finds it by all its ways, reads it, and takes it home as a file", async ({
  browser,
  baseURL,
}) => {
  const { page, name, number, id } = await aClientsDay(browser, baseURL!);
  const menu = page.getByRole("navigation", { name: "Menu" });
  await page.goto("/Home");
  // R332: without view_admin_bar the menu is a client's.
  await expect(menu.getByRole("link", { name: "Client requests (B2B)" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Add Request" })).toBeVisible();
  for (const barred of ["All Requests", "Pending Requests", "Broadcasted list", "Wallet approvals"])
    await expect(menu.getByRole("link", { name: barred })).toHaveCount(0);
  await axe(page, "the client's start page");
  // 002 §2.4: the client's own numbers, under the specified words.
  for (const [path, word, caption] of [
    ["/client-dashboard", "DASHBOARD", "How old the open requests are"],
    ["/wallet-client", "WALLET", "Billed for open requests"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: word, exact: true })).toBeVisible();
    await expect(page.getByText(caption)).toBeVisible();
    await axe(page, path);
  }

  await menu.getByRole("link", { name: "Client requests (B2B)" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Client requests (B2B)" })).toBeVisible();
  await expect(page.locator(".desk-grid tbody")).toContainText(name);
  await settled(page);
  await axe(page, "the client's list");
  const download = page.waitForEvent("download");
  await page
    .getByRole("link", { name: /CSV/ })
    .or(page.getByRole("button", { name: /CSV/ }))
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Search or jump to…" });
  await box.fill(number);
  await expect(page.getByRole("option", { name: `${number} ${name}` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/view-ticket\\?ticketId=${id}`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(number);
  await expect(page.getByText("Demo Client").first()).toBeVisible();
  await settled(page);
  for (const act of ["Edit Request", "Cancel", "Assign Technician", "Refund or penalty"])
    await expect(page.getByRole("link", { name: act, exact: true }), act).toHaveCount(0);
  await axe(page, "the client's request");
});

test("a request of somebody else is to a client's desk as one that does not exist", async ({ browser, baseURL }) => {
  const { page, name, foreign } = await aClientsDay(browser, baseURL!);
  // Every page about one request, by its id.
  for (const path of [
    "/view-ticket?ticketId=",
    "/reopen-log/",
    "/ticketDocument?ticketId=",
    "/requests/news?ticketId=",
  ]) {
    const others = await got(page, `${path}${foreign._id}`);
    const nobodys = await got(page, `${path}${unknown}`);
    expect([path, others.status], path).toEqual([path, nobodys.status]);
    expect(others.status, path).toBeGreaterThanOrEqual(400);
    for (const secret of [foreign.ticket_id, foreign.name, foreign.phone])
      expect(others.text.includes(secret), `${path} says ${secret}`).toBe(false);
  }
  // Its lists, figures, search and file, asked for the foreign number and name.
  for (const search of [foreign.ticket_id, foreign.name, foreign.phone]) {
    const query = `search=${encodeURIComponent(search)}&days=all`;
    for (const list of ["/Tickets", "/b2b-ticket", "/all-client-ticket"]) {
      await page.goto(`${list}?${query}`);
      await expect(page.locator(".desk-grid tbody tr .id"), list).toHaveCount(0);
    }
    const findResponse = await got(page, `/requests/find?q=${encodeURIComponent(search)}`);
    expect(JSON.parse(findResponse.text)).toEqual({ requests: [], centers: [], technicians: [] });
    const file = await got(page, `/lists/client-requests/export?format=csv&${query}`);
    expect([file.status, file.text.trim().split("\n").length]).toEqual([200, 1]);
  }
  const whole = await got(page, "/lists/client-requests/export?format=csv&days=all");
  expect([whole.text.includes(name), whole.text.includes(foreign.name)]).toEqual([true, false]);
  expect((await got(page, "/broad-casted-list")).status).toBe(403);

  // The calls of an app of the client.
  const { ask, call } = callsAt(baseURL!);
  const { token } = await call("POST", "admin/login", { user_name: "clientdesk", password: "Demo@2026" });
  const lists = ["GET admin/get-all-ticket", "GET admin/get-all-B2B-ticket", "POST admin/get-client-ticket"];
  for (const list of lists) {
    const [method, path] = list.split(" ") as [string, string];
    const { data } = await call(method, path, method === "POST" ? {} : undefined, token);
    expect(JSON.stringify(data), list).not.toContain(foreign.ticket_id);
  }
  const about = async (id: string) => [
    await ask("GET", `/api/admin/get-single-ticket?ticket_obj_id=${id}`, undefined, token),
    await ask("GET", `/api/admin/get-reopen-log/${id}`, undefined, token),
    await ask("DELETE", `/api/admin/deleteTickets/${id}`, undefined, token),
    await ask("PUT", `/api/admin/cancelTickets/${id}`, { reason: "x" }, token),
    await ask("POST", "/api/admin/admin-broadcast", { ticket_obj_id: id }, token),
  ];
  const plain = (answers: object[]) => answers.map((answer) => ({ ...answer, requestId: undefined }));
  expect(plain(await about(foreign._id))).toEqual(plain(await about(unknown)));
});

test("the bar of a client's list announces its client's requests and no others", async ({ browser, baseURL }) => {
  const { page, name, foreign } = await aClientsDay(browser, baseURL!);
  await page.goto("/b2b-ticket");
  await settled(page);
  const arrived = page.getByRole("button", { name: /\d+ new/ });
  const tallyResponse = page.waitForResponse(/\/lists\/client-requests\/tally/);
  await customers(baseURL!, foreign.name, 1);
  expect((await (await tallyResponse).json()).news).toEqual({ added: 0, changed: 0 });
  await expect(arrived).toBeHidden();

  const other = await aDesk(browser, desktop, "clientdesk");
  await other.goto("/add-client-ticket");
  await settled(other);
  await fillShortForm(other, { name, phone: aPhone(), pincode: "560001" });
  await other.locator("form [data-form-end] button").click();
  await expect(other.getByRole("dialog", { name: "Hurray! Your Request has been created" })).toBeVisible();
  await expect(arrived).toBeVisible();
});
