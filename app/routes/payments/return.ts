import { signedResource } from "#app/http/page.server.ts";
import { afterPayment } from "#modules/tickets/index.ts";

/**
 * Where the hosted checkout brings a browser back to, with or without JavaScript. What it posts is proved by its
 * signature, no cookie is read, and the next page shows what the provider says became of the payment.
 */
export const action = signedResource("checkout-return", async ({ request, go }, system) => {
  const fields = Object.fromEntries(new URLSearchParams(await request.text()));
  const { state, purpose, ticketId } = await afterPayment(system, fields);
  if (purpose === "lead_fee") return go(`/brodcast-requests?payment=${state}`);
  return go(ticketId ? `/booking?step=done&ticket=${ticketId}` : "/booking?step=done");
});
