import { expect, test } from "vitest";
import { readMsg91Reports, readWhatsappReports } from "#modules/notifications/providers/delivery-reports.ts";
import { gateway } from "#modules/wallet/index.ts";

/* A valid signature proves the sender, not that the text is storable. */

test("a provider's words lose what cannot be kept, and count otherwise", () => {
  const payment = {
    id: "pay_1\0",
    order_id: "order_\ud8001",
    amount: 100,
    currency: "INR",
    status: "failed",
    captured: false,
    amount_refunded: 0,
    method: "card\0",
    error_code: "BAD\u0001_REQUEST",
    created_at: 1,
  };
  const webhook = gateway.readWebhook(
    JSON.stringify({ event: "payment.failed\0", created_at: 1, payload: { payment: { entity: payment } } }),
  );
  expect(webhook).toMatchObject({
    event: "payment.failed",
    orderId: "order_1",
  });
  expect(readMsg91Reports(JSON.stringify({ requestId: `a\0${"9".repeat(400)}`, status: "1" }))).toEqual([
    { channel: "sms", providerId: `a${"9".repeat(298)}`, outcome: "delivered", reason: "1" },
  ]);
  const status = { id: "wamid\0x", status: "failed", errors: [{ code: "1\0" }] };
  const entry = [{ changes: [{ value: { statuses: [status] } }] }];
  expect(readWhatsappReports(JSON.stringify({ object: "whatsapp_business_account", entry }))).toEqual([
    { channel: "whatsapp", providerId: "wamidx", outcome: "failed", reason: "1" },
  ]);
});
