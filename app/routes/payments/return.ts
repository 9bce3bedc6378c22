import { signedResource } from "#app/http/page.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { afterPayment } from "#modules/tickets/index.ts";
import { pathOfPayment, pathOfRide } from "../public/booking-paths.ts";

/**
 * Where the hosted checkout brings a browser back to, with or without JavaScript. What it posts is proved by its
 * signature, no cookie is read, and the next page shows what the provider says became of the payment.
 */
export const action = signedResource("checkout-return", async ({ request, go, toast }, system) => {
  const fields = Object.fromEntries(new URLSearchParams(await request.text()));
  try {
    const { state, purpose, orderId, ticketId, ride } = await afterPayment(system, fields);
    if (purpose === "lead_fee")
      return go(`/brodcast-requests?payment=${state}${ticketId ? `&ticket=${ticketId}` : ""}`);
    if (purpose === "recharge") return go(`/payments?pay=${orderId}&payment=${state}`);
    if (ride) return go(pathOfRide(state, ride));
    return go(ticketId ? pathOfPayment(state, ticketId) : "/booking");
  } catch (error) {
    // A browser stands here, not a program: what cannot be proved is said on a page (H7).
    if (!(error instanceof DomainError)) throw error;
    toast(error.key, error.params, "bad");
    return go("/booking?step=pay");
  }
});
