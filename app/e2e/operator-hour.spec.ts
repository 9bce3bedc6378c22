import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import {
  acceptedBy,
  aDesk,
  aName,
  confirmIfNeeded,
  desktop,
  listed,
  objectionOf,
  returned,
  rowOf,
} from "./desk-steps.ts";
import { patienceMs, test } from "./journey.ts";

/*
 * An operator's hour: one request from its arrival to the last paisa. Its customer mistyped the pincode; the operator
 * mends it, another center takes it, the work is closed, asked for again, paid back, and a penalty is argued about.
 */

/** Opens a dialog of a request by its link, does something in it and sends it. */
async function act(page: Page, name: string, send: string, fill?: () => Promise<void>) {
  const dialog = page.getByRole("dialog");
  await page.getByRole("link", { name, exact: true }).first().click();
  await expect(dialog).toBeVisible();
  await axe(page, name);
  await fill?.();
  await confirmIfNeeded(page);
  await dialog.getByRole("button", { name: send, exact: true }).click();
}

/** A refund or a penalty that finance asks for on the request's page. */
async function adjust(finance: Page, address: string, kind: "Refund" | "Penalty", amount: string, remarks: string) {
  await finance.goto(address);
  await settled(finance);
  const dialog = finance.getByRole("dialog");
  await act(finance, "Refund or penalty", "Submit", async () => {
    await dialog.getByLabel(kind, { exact: true }).check();
    await dialog.getByLabel("Amount").fill(amount);
    await dialog.getByLabel("Remarks").fill(remarks);
  });
}

const balance = async (shop: Page, rupees: string) => {
  await shop.goto("/payments");
  await expect(shop.getByText(`Wallet balance ${rupees}`)).toBeVisible();
};

test("R219, R282, R285, R453 an operator's hour, from a request no center has to a penalty returned to the paisa", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(420_000);
  const at = requestsAt(baseURL!);
  const elsewhere = await at.aCenter({ walletRupees: 0 });
  const center = await at.aCenter({ walletRupees: 500 });
  const name = aName();
  const page = await aDesk(browser, desktop);
  await page.goto(listed(name));
  await settled(page);

  // It arrives: the list says so, and moves only when it is asked to.
  const request = await at.paidRequest(elsewhere, { name });
  const rows = page.locator(".desk-grid tbody tr");
  await expect(page.getByRole("button", { name: /1 new/ })).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.getByRole("button", { name: /1 new/ }).click();
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole("link", { name: request.ticket_id }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(request.ticket_id);
  const address = `/view-ticket?ticketId=${request._id}`;
  await settled(page);
  const edit = page.getByRole("link", { name: "Edit Request" });
  await expect(edit).toHaveAttribute("href", `/admin-ticket?edit=${request._id}`);
  await expect(page.getByText("Broadcasted", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Cancel", exact: true })).toBeVisible();

  // The pincode is mended, with what happens there said before.
  await page.goto(`${address}&act=pincode`);
  await settled(page);
  const dialog = page.getByRole("dialog");
  await axe(page, "Edit pincode");
  await dialog.getByLabel("Pincode").fill(center.pincode);
  await dialog.getByRole("button", { name: "Show what happens" }).click();
  await expect(dialog.getByText(`In ${center.pincode} it is offered to 1 center`)).toBeVisible();
  await axe(page, "the pincode's preview");
  await confirmIfNeeded(page);
  await dialog.getByRole("button", { name: `Save ${center.pincode}` }).click();
  await expect(dialog).toBeHidden();

  // R245: the centers there are asked, and it says so in place of the act.
  await expect(page.getByText("Broadcasted", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Broadcast", exact: true })).toHaveCount(0);

  // The center takes it in its own window, and the open page says so.
  const shop = await at.windowOf(browser, center);
  await acceptedBy(shop, request.ticket_id);
  await expect(page.locator("[data-news]")).toContainText("Accepted by", { timeout: patienceMs });
  await balance(shop, "₹451");

  await page.goto(address);
  await settled(page);
  const [first, second] = center.technicians.map((technician) => technician.name) as [string, string];
  const ofCenter = dialog.getByRole("group", { name: center.qrId });
  const choose = (technician: string) => () => ofCenter.getByLabel(new RegExp(`^${technician}`)).check();
  await act(page, "Assign Technician", "Assign Technician", choose(first));
  await expect(page.getByText("Technician assigned successfully")).toBeVisible();
  await act(page, "Reassign Technician", "Reassign Technician", choose(second));
  await expect(page.locator("[data-history]").getByText(`Technician changed from ${first} to ${second}`)).toBeVisible();

  // Closed by the admin for nothing, asked for again, and the reopen log tells of it.
  await act(page, "Close Request", "Close Request", () => dialog.getByLabel("Closing price").fill("0"));
  await expect(dialog.getByRole("heading", { name: "Ticket closed successfully" })).toBeVisible();
  await page.goto(`${address}&act=revisit`);
  await settled(page);
  await axe(page, "Revisit");
  await dialog.getByRole("combobox").first().selectOption("IMMEDIATELY");
  await dialog.getByRole("button", { name: "Revisit" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/reopen-log/${request._id}`);
  await expect(rowOf(page, center.centerName)).toContainText("The machine makes a loud noise");
  await expect(rowOf(page, center.centerName)).toContainText(center.qrId);

  // What the center paid goes back once a second admin agrees.
  const finance = await aDesk(browser, desktop, "finance");
  await adjust(finance, address, "Refund", "49", "The customer had called somebody else");
  const path = finance.getByRole("navigation", { name: "Path" });
  await expect(path.getByRole("link", { name: "Requests" })).toHaveAttribute("href", "/all-tickets");
  await expect(finance.getByText("The refund waits for a second admin. Nothing has been moved yet.")).toBeVisible();
  await balance(shop, "₹451");
  const approver = await aDesk(browser, desktop, "finance2");
  await approver.goto("/wallet-approvals");
  await settled(approver);
  await rowOf(approver, request.ticket_id).getByRole("link", { name: "Approve" }).click();
  await approver.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(approver.getByText("Refund processed successfully")).toBeVisible();
  await balance(shop, "₹500");

  // A penalty: taken at once, objected to with a picture, returned whole.
  await adjust(finance, address, "Penalty", "30", "Came an hour late");
  await expect(finance.getByText("Penalty processed successfully")).toBeVisible();
  await balance(shop, "₹470");
  await settled(shop);
  await shop.getByRole("link", { name: "Object" }).click();
  await objectionOf(shop.getByRole("dialog"), "The customer asked for eleven");
  await shop.getByRole("dialog").getByRole("button", { name: "Send the objection" }).click();
  await expect(shop.getByText("Objection sent, to be decided")).toBeVisible();
  await approver.goto("/wallet-approvals?view=objected");
  await settled(approver);
  await rowOf(approver, request.ticket_id).getByRole("link", { name: "Decide" }).click();
  await returned(approver.getByRole("dialog"), "Eleven it was");
  await approver.getByRole("dialog").getByRole("button", { name: "Decide" }).click();
  await expect(approver.getByText("The penalty was returned. The center is notified.")).toBeVisible();
  await balance(shop, "₹500");

  // The history has every step: who, what, from → to.
  await page.goto(address);
  const history = page.locator("[data-history]");
  const operator = "Asha Rao";
  const house = center.centerName;
  for (const [who, what] of [
    [operator, `Pincode changed from ${elsewhere.pincode} to ${center.pincode}`],
    [operator, "Offered to 1 center"],
    [house, `Accepted by ${house} · PENDING → ACCEPTED`],
    [operator, `Technician ${first} assigned`],
    [operator, `Technician changed from ${first} to ${second}`],
    [operator, "Closed for ₹0 · ACCEPTED → CLOSED"],
    [operator, "Revisit created"],
    ["Kavita Menon", `Refund of ₹49 to ${house} waits for a second admin`],
    ["Rohit Desai", `₹49 refunded to ${house}`],
    ["Kavita Menon", `Penalty of ₹30 taken from ${house}`],
    [house, `${house} objects to the penalty of ₹30`],
    ["Rohit Desai", `The penalty of ₹30 was returned to ${house}`],
  ] as const)
    await expect(
      history
        .getByRole("listitem")
        .filter({ hasText: `${who}: ${what}` })
        .first(),
      what,
    ).toBeVisible();
});
