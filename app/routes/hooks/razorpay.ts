import { signedResource } from "#app/http/doors/page.server.ts";
import { receiveWebhook } from "#modules/wallet/index.ts";

/** The provider's webhook: proved by its signature over the raw body, answered at once, processed by a job. */
export const action = signedResource("razorpay-webhook", async ({ request, bytes }) => {
  const rawBody = await bytes();
  const { headers } = request;
  await receiveWebhook({
    rawBody,
    signature: headers.get("x-razorpay-signature"),
    eventId: headers.get("x-razorpay-event-id"),
  });
  return Response.json({ status: "ok" });
});
