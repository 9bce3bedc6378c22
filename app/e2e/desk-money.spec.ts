import { type Browser, expect } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { callsAt } from "./calls.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { acceptedBy, aDesk, aName, desktop, objectionOf, returned, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import type { Center } from "./people.ts";

/*
 * Refunds and penalties: what is above the sum for one admin waits for a second one, and a center objects to a penalty.
 * In the journeys' product one admin moves ₹40 alone, so the price of a request (₹49) waits.
 */

/** A request a center has paid ₹49 for from its wallet of ₹500, and who they are in calls. */
async function aPaidRequest(browser: Browser, base: string) {
  const at = requestsAt(base);
  const center = await at.aCenter({ walletRupees: 500 });
  const request = await at.paidRequest(center, { name: aName() });
  const page = await at.windowOf(browser, center);
  await acceptedBy(page, request.ticket_id);
  return { at, center, request, page };
}

/** Asks for a refund or a penalty by the call, as an app of the admin would (C090). */
async function ask(base: string, userName: string, center: Center, body: object) {
  const { ask: send, call } = callsAt(base);
  const { token } = await call("POST", "admin/login", { user_name: userName, password: "Demo@2026" });
  const { data } = await call<{ _id: string }>("GET", `center/get-center-based-on-qr?qr_id=${center.qrId}`);
  const refundInput = { ...body, center_obj_id: data._id };
  return send("POST", "/api/admin/send-refund-in-wallet-technician", refundInput, token);
}

test("a refund above the sum waits, its author cannot approve it, a second admin does, and the center has it", async ({
  browser,
  baseURL,
}) => {
  const { center, request, page: shop } = await aPaidRequest(browser, baseURL!);
  const second = await aDesk(browser, desktop);
  await second.goto("/wallet-approvals");
  await settled(second);
  const body = { ticket_obj_id: request._id, refundType: "Refund", refundRemarks: "The address was wrong", Name: "x" };
  expect(await ask(baseURL!, "finance", center, { ...body, refundAmount: 49 })).toMatchObject({
    success: 1,
    message: "The refund waits for a second admin. Nothing has been moved yet.",
    data: { state: "WAITING", refundAmount: 49 },
  });
  const finance = await aDesk(browser, desktop, "finance");
  await finance.goto("/wallet-approvals");
  await expect(rowOf(finance, request.ticket_id).getByRole("link", { name: "Withdraw" })).toBeVisible();
  await expect(rowOf(finance, request.ticket_id).getByRole("link", { name: "Approve" })).toHaveCount(0);
  await axe(finance);

  // The list that was open before is told of it, and shows it when it is asked to.
  await expect(rowOf(second, request.ticket_id)).toHaveCount(0);
  await second.getByRole("button", { name: /\d+ new – show/ }).click();
  for (const format of ["CSV", "XLSX"])
    await expect(second.getByRole("link", { name: `Download this list as ${format}` })).toBeVisible();
  await expect(second.getByRole("navigation", { name: "Menu" }).getByText("Wallet approvals")).toBeVisible();
  await rowOf(second, request.ticket_id).getByRole("link", { name: "Approve" }).click();
  const dialog = second.getByRole("dialog");
  await expect(dialog).toContainText(`Refund ₹49 to ${center.centerName} for request ${request.ticket_id}?`);
  await expect(dialog).toContainText("The address was wrong");
  await axe(second);
  await dialog.getByRole("button", { name: "Approve" }).click();
  const toast = second.locator("[data-toasts] li").filter({ hasText: "Refund processed successfully" });
  const requestAt = `/view-ticket?ticketId=${request._id}`;
  await expect(toast.getByRole("link", { name: request.ticket_id })).toHaveAttribute("href", requestAt);
  await expect(rowOf(second, request.ticket_id)).toHaveCount(0);
  await second.goto("/wallet-approvals?view=all");
  await expect(rowOf(second, request.ticket_id)).toContainText("Done");
  await rowOf(second, request.ticket_id).getByRole("link", { name: request.ticket_id }).click();
  await expect(second).toHaveURL(requestAt);
  await expect(second.getByRole("heading", { level: 1 })).toHaveText(request.ticket_id);

  await shop.goto("/payments");
  await expect(shop.getByText("Wallet balance ₹500")).toBeVisible();
  const again = await ask(baseURL!, "finance", center, { ...body, refundAmount: 1 });
  expect(again).toMatchObject({ success: 0, code: "adjust.aboveRefund" });
});

test("a penalty is told to the center, which objects with a picture; another admin returns it to the paisa", async ({
  browser,
  baseURL,
}) => {
  const { center, request, page: shop } = await aPaidRequest(browser, baseURL!);
  const penalty = { ticket_obj_id: request._id, refundType: "Penalty", refundRemarks: "Nobody came", refundAmount: 30 };
  expect(await ask(baseURL!, "finance", center, penalty)).toMatchObject({
    message: "Penalty processed successfully",
    data: { state: "DONE" },
  });
  await shop.setViewportSize({ width: 360, height: 740 });
  await shop.goto("/payments");
  await settled(shop);
  await expect(shop.getByText("Wallet balance ₹421")).toBeVisible();
  await expect(shop.getByText("Nobody came")).toBeVisible();
  await axe(shop);
  await shop.getByRole("link", { name: "Object" }).click();
  const form = shop.getByRole("dialog");
  await form.getByRole("button", { name: "Send the objection" }).click();
  await expect(form.getByRole("alert")).toContainText("Please say why you object");
  await objectionOf(form, "We were there at ten, see the gate");
  await axe(shop);
  expect(await sideways(shop)).toBe(0);
  await form.getByRole("button", { name: "Send the objection" }).click();
  await expect(shop.getByText("Objection sent, to be decided")).toBeVisible();
  await expect(shop.getByRole("link", { name: "Object" })).toHaveCount(0);

  const author = await aDesk(browser, desktop, "finance");
  await author.goto("/wallet-approvals?view=objected");
  await expect(rowOf(author, request.ticket_id).getByRole("link", { name: "Decide" })).toHaveCount(0);
  const second = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "finance2");
  await second.goto("/wallet-approvals?view=objected");
  await settled(second);
  expect(await sideways(second)).toBe(0);
  const card = second.locator(".desk-grid tbody tr").filter({ hasText: request.ticket_id });
  await axe(second);
  await card.getByRole("link", { name: "Decide" }).click();
  const dialog = second.getByRole("dialog");
  await expect(dialog).toContainText("We were there at ten, see the gate");
  await returned(dialog, "You were there, the customer was not");
  await axe(second);
  await dialog.getByRole("button", { name: "Decide" }).click();
  await expect(second.getByText("The penalty was returned. The center is notified.")).toBeVisible();

  await shop.goto("/payments");
  await expect(shop.getByText("Wallet balance ₹451")).toBeVisible();
  await expect(shop.getByText("Decision: You were there, the customer was not")).toBeVisible();
  await shop.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  await shop.goto("/payments");
  await expect(shop.getByText("आपके वॉलेट में लौटाया गया")).toBeVisible();
  await axe(shop);
});

test("the refund dialog of a request asks for type, amount and remarks, and says only what is true (R294, R295, Q06)", async ({
  browser,
  baseURL,
}) => {
  const { request } = await aPaidRequest(browser, baseURL!);
  const finance = await aDesk(browser, desktop, "finance");
  await finance.goto(`/view-ticket?ticketId=${request._id}`);
  await settled(finance);
  await finance.getByRole("link", { name: "Refund or penalty" }).first().click();
  const refund = finance.getByRole("dialog");
  await refund.getByRole("button", { name: "Submit" }).click();
  await expect(refund.getByText("Please fill in all fields.")).toBeVisible();
  await expect(refund.getByLabel("Amount")).toHaveAccessibleDescription(/Enter the amount in whole rupees/);
  await expect(refund).toContainText("Refund: at most ₹49");
  await axe(finance);
  await refund.getByLabel("Refund", { exact: true }).check();
  await refund.getByLabel("Amount").fill("49");
  await refund.getByLabel("Remarks").fill("The address was wrong");
  await refund.getByRole("button", { name: "Submit" }).click();
  await expect(finance.getByText("The refund waits for a second admin. Nothing has been moved yet.")).toBeVisible();
});

test("who may not move money finds neither the page nor its entry", async ({ browser }) => {
  const clerk = await aDesk(browser, desktop, "operations");
  await clerk.goto("/Home");
  await expect(clerk.getByText("Wallet approvals")).toHaveCount(0);
  expect((await clerk.goto("/wallet-approvals"))?.status()).toBe(403);
  await expect(clerk.getByText("No permission , contact admin")).toBeVisible();
  const client = await aDesk(browser, desktop, "clientdesk");
  expect((await client.goto("/wallet-approvals"))?.status()).toBe(403);
});
