import { env } from "../env.server.ts";
import { unavailable } from "../errors.ts";

/**
 * Whether this installation takes requests of customers. It does not while one of its messages would not be delivered:
 * nobody would hear of a booking, its codes or its refund. Known from the start of the process on; outside of it, and in
 * the sandbox, always true.
 */
export const takesRequests = () => env.undeliverable.length === 0;

/** Refuses what would create a request or a ride (503 `booking.notYet`); asked before anything is written. */
export function refuseUnlessTaking(): void {
  if (!takesRequests()) throw unavailable("booking.notYet");
}

/** Refuses to make a one-time password that no operator would deliver (503 `otp.notYet`). */
export function refuseUndeliverableOtp(): void {
  if (!env.otpDeliverable) throw unavailable("otp.notYet");
}
