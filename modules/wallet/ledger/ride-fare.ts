import { system } from "#modules/kernel/actor.ts";
import type { Purchase } from "../events.ts";
import { entriesBetween, transfer } from "./transfer.ts";

/**
 * Credit an e-rickshaw fare paid online to its driver's wallet; once per order. It is not held, because the ride is
 * taken where it is paid, and the fare belongs to the driver, not to the operator.
 */
export const creditRideFare = ({ orderId, centerId, amountPaise }: Purchase) => {
  if (!centerId) throw new Error(`the ride fare ${orderId} has no driver`);
  return transfer({
    kind: "ride_fare",
    cause: orderId,
    entries: entriesBetween(amountPaise, "gateway", { centerId }),
    orderId,
    actor: system("payments"),
  });
};
