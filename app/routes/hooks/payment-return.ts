import { publicResource, signedResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { fieldsOf, lastOf } from "#app/http/request/bounds.ts";
import { pathOfPayment, pathOfRide } from "#app/parts/tickets/booking-paths.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { afterPayment } from "#modules/tickets/index.ts";

/** Who loads the address anew after a payment is led to what is next in this browser. */
export const loader = publicResource({ limit: reads.leads }, (_anyone, _input, door) => door.go("/booking?step=pay"));

/**
 * Receives the browser back from the hosted checkout, with or without JavaScript. The posted fields are proved by their
 * signature, no cookie is read, and the next page shows the payment's state as the provider reports it.
 */
export const action = signedResource("checkout-return", async ({ text, go, toast }, system) => {
  try {
    const fields = lastOf(fieldsOf(await text()));
    const { state, purpose, orderId, ticketId, ride } = await afterPayment(system, fields);
    if (purpose === "lead_fee")
      return go(`/brodcast-requests?payment=${state}${ticketId ? `&ticket=${ticketId}` : ""}`);
    if (purpose === "recharge" || purpose === "subscription") return go(`/payments?pay=${orderId}&payment=${state}`);
    if (ride) return go(pathOfRide(state, ride));
    return go(ticketId ? pathOfPayment(state, ticketId) : "/booking");
  } catch (error) {
    // The caller is a browser, not a program: what fails is shown on a page (H7).
    if (!(error instanceof DomainError)) throw error;
    toast(error.key, error.params, "bad");
    return go("/booking?step=pay");
  }
});
