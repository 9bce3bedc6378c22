import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Purchase } from "../events.ts";
import type { TransferKind } from "../shared.ts";
import { holdBookingFee } from "./booking-fee.ts";
import { takeLeadFee } from "./lead-fee.ts";
import { creditRideFare } from "./ride-fare.ts";
import { takeSubscription } from "./subscription.ts";
import { recharge } from "./top-up.ts";

/** The transfers by which the money of a paid order enters the ledger; each order has exactly one of them. */
export const intakeKinds = [
  "booking_fee",
  "lead_fee",
  "recharge",
  "late_payment",
  "ride_fare",
  "subscription",
] as const satisfies readonly TransferKind[];

/** The kind of transfer by which a paid order's money entered the ledger, if it did. */
export const intakeOf = async (orderId: string) =>
  (
    await row<{ kind: (typeof intakeKinds)[number] }>(
      sql`select kind from transfers where cause = ${orderId} and kind = any(${intakeKinds}::text[])`,
    )
  )?.kind;

/** Book a paid order's money according to its purpose, unless a listener has already booked it otherwise. */
export async function takeIn(purchase: Purchase): Promise<void> {
  if (await intakeOf(purchase.orderId)) return;
  if (purchase.purpose === "recharge") await recharge(purchase);
  else if (purchase.purpose === "lead_fee") await takeLeadFee(purchase);
  else if (purchase.purpose === "subscription") await takeSubscription(purchase);
  else if (purchase.purpose === "ride_fare") await creditRideFare(purchase);
  else await holdBookingFee(purchase);
}
