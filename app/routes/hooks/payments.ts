import { signedResource } from "#app/http/doors/page.server.ts";
import { gateway, receiveWebhook } from "#modules/wallet/index.ts";

/** The provider's webhook: proved by its signature over the raw body, answered at once, processed by a job. */
export const action = signedResource("payment-webhook", async ({ request, bytes }) => {
  const rawBody = await bytes();
  const { signature, eventId } = gateway.webhook.headers;
  await receiveWebhook({
    rawBody,
    signature: request.headers.get(signature),
    eventId: request.headers.get(eventId),
  });
  return Response.json({ status: "ok" });
});
