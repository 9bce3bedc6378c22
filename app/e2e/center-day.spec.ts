import { expect, type Locator, type Page } from "@playwright/test";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";

/*
 * A center's day: what it accepted stands under "No time agreed", gets a time and a technician who is in one place at
 * a time, and leaves the board when it is handed back. On a desk, and on a phone without JavaScript.
 */

for (const [locale, javaScriptEnabled, viewport] of [
  ["en", true, { width: 1366, height: 650 }],
  ["hi", false, { width: 360, height: 740 }],
] as const)
  test(`a center's day in ${locale}, ${viewport.width} px wide, JavaScript ${javaScriptEnabled ? "on" : "off"}`, async ({
    browser,
    baseURL,
  }) => {
    const words = (key: MessageKey, values: Record<string, string> = {}) => say(key, values, locale);
    const at = requestsAt(baseURL!);
    const center = await at.aCenter({ walletRupees: 500 });
    const page = await at.windowOf(browser, center, { locale: `${locale}-IN`, javaScriptEnabled, viewport });
    const checked = async () => {
      if (javaScriptEnabled) await axe(page);
      expect(await sideways(page)).toBe(0);
    };

    // Text selectors do not look into noscript.
    const dialog = page.getByRole("dialog");
    const toast = page.locator(javaScriptEnabled ? "[data-toasts] li" : "noscript output");

    await page.goto("/day");
    await expect(page.getByText(words("day.none"))).toBeVisible();
    const first = await at.requestOf(center, { name: "Meera Nair" });
    const second = await at.offered(center, { name: "Ravi Iyer" });
    await page.goto("/brodcast-requests");
    await page.getByRole("button", { name: words("center.accept.of", { number: second.ticket_id }) }).click();
    await expect(toast.last()).toContainText(words("broadcast.accepted"));

    let day = "";
    for (const { ticket_id, name } of [first, second]) {
      await page.goto("/day");
      await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
      await page.getByRole("link", { name: words("day.agree.of", { number: ticket_id }) }).click();
      const time = dialog.getByRole("radio").last();
      day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(new Date(await time.inputValue()));
      await checked();
      await time.check({ force: true });
      await dialog.getByRole("button", { name: words("day.agree") }).click();
      await expect(toast.last()).toContainText(words("day.agreed"));
    }

    const board = `/day?day=${day}`;
    const [abdul, naveen] = center.technicians.map(({ name }) => dialog.locator("option", { hasText: name }));
    const choose = async (technician: Locator | undefined) => {
      await dialog.locator("select").selectOption((await technician!.getAttribute("value"))!);
      await dialog.getByRole("button", { name: words("center.act.assign") }).click();
    };
    const assign = async (name: string, technician: Locator | undefined) => {
      await page.goto(board);
      const [before] = words("day.assign.of", { name }).split("{");
      await page.getByRole("link", { name: before }).filter({ visible: true }).click();
      await choose(technician);
    };
    await assign("Meera Nair", abdul);
    await expect(toast.last()).toContainText(words("ticket.technicianAssigned"));
    // The same technician cannot be at both in one window.
    await assign("Ravi Iyer", abdul);
    await expect(dialog).toContainText(words("technician.busy").split("{")[0]!);
    await checked();
    await choose(naveen);
    await expect(toast.last()).toContainText(words("ticket.technicianAssigned"));

    await page.goto(board);
    for (const name of ["Meera Nair", "Ravi Iyer"])
      await expect(page.getByRole("link", { name }).filter({ visible: true })).toContainText(words("day.state.agreed"));
    await checked();

    await page.goto(`/tickets-center?ticket=${second._id}&act=handBack`);
    await dialog.getByRole("radio").first().check({ force: true });
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words("handBack.submit") })
      .click();
    await page.goto(board);
    await expect(page.getByRole("link", { name: "Meera Nair" }).filter({ visible: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Ravi Iyer" }).filter({ visible: true })).toHaveCount(0);
  });

/** The card of a visit on the board, and the cell of a technician at a window. */
const onBoard = (page: Page) => ({
  card: (name: string) => page.locator("a[data-visit]", { hasText: name }),
  cell: (technician: string, slot: number) =>
    page.getByRole("row", { name: technician }).locator(`td[data-slot="${slot}"]`),
});

test("a visit is dragged to a technician, one at a time; an operator drags it to another window and is asked", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const at = requestsAt(baseURL!);
  const center = await at.aCenter({ walletRupees: 500 });
  const abdul = center.technicians[0]!.name;
  const page = await at.windowOf(browser, center, desktop);
  const toast = page.locator("[data-toasts] li").last();
  let day = "";
  for (const name of ["Meera Nair", "Ravi Iyer"]) {
    const { ticket_id } = await at.requestOf(center, { name });
    await page.goto("/day");
    await page.getByRole("link", { name: say("day.agree.of", { number: ticket_id }) }).click();
    const dialog = page.getByRole("dialog");
    const time = dialog.getByRole("radio").last();
    day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(new Date(await time.inputValue()));
    await time.check({ force: true });
    await dialog.getByRole("button", { name: say("day.agree") }).click();
    await expect(toast).toContainText(say("day.agreed"));
  }

  await page.goto(`/day?day=${day}`);
  await settled(page);
  const { card, cell } = onBoard(page);
  const slot = Number(await card("Meera Nair").getAttribute("data-first"));
  await card("Meera Nair").dragTo(page.getByRole("columnheader").last());
  await expect(cell(abdul, slot)).not.toContainText("Meera Nair");
  await card("Meera Nair").dragTo(cell(abdul, slot));
  await expect(toast).toContainText(say("ticket.technicianAssigned"));
  await expect(cell(abdul, slot)).toContainText("Meera Nair");

  // The same technician cannot be at both in one window: the visit stays, and says why.
  await card("Ravi Iyer").dragTo(cell(abdul, slot));
  const nobody = cell(say("day.withoutTechnician"), slot);
  await expect(nobody.getByRole("alert")).toContainText(say("technician.busy").split("{")[0]!);
  await expect(nobody).toContainText("Ravi Iyer");
  await expect(cell(abdul, slot)).not.toContainText("Ravi Iyer");
  await axe(page);

  // The time that is agreed is the customer's, not the center's.
  await card("Meera Nair").dragTo(cell(abdul, slot - 1));
  await expect(cell(abdul, slot).getByRole("alert")).toContainText(say("day.customersTime"));
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const desk = await aDesk(browser, desktop);
  await desk.goto(`/admin-centers?search=${center.phone}`);
  const address = await desk.locator('a[href^="/view-center/"]').first().getAttribute("href");
  await desk.goto(`${address}/day?day=${day}`);
  await settled(desk);
  const board = onBoard(desk);
  await board.card("Meera Nair").dragTo(board.cell(abdul, slot - 1));
  const question = desk.getByRole("dialog");
  await expect(question.getByRole("radio", { checked: true })).toHaveCount(1);
  await expect(board.cell(abdul, slot)).toContainText("Meera Nair");
  await question.getByRole("button", { name: say("day.agree") }).click();
  await expect(board.cell(abdul, slot - 1)).toContainText("Meera Nair");
  await expect(question).toHaveCount(0);
});
