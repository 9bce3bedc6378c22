import { system } from "../kernel/actor.ts";
import type { Purchase } from "./events.ts";
import { moved, transfer } from "./transfer.ts";

/**
 * Put an e-rickshaw fare that was paid online into its driver's wallet; once per order. Nothing is held: the ride is
 * taken where it is paid, and the fare is the driver's, not the house's.
 */
export const creditRideFare = ({ orderId, centerId, amountPaise }: Purchase) => {
  if (!centerId) throw new Error(`the ride fare ${orderId} has no driver`);
  return transfer({
    kind: "ride_fare",
    cause: orderId,
    entries: moved(amountPaise, "gateway", { centerId }),
    orderId,
    actor: system("payments"),
  });
};
