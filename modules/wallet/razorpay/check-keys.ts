import { z } from "zod";
import { istDate } from "#modules/kernel/clock.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { askRazorpay, createOrder } from "./razorpay.server.ts";

/**
 * Checks that the provider accepts the configured keys, by an order of ₹1 that is never paid; the same order all day.
 * An error of the provider is thrown unchanged.
 */
export const checkKeys = async (): Promise<void> => {
  await createOrder({ amount: fromRupees(1), receipt: `check-keys-${istDate()}` });
};

/** The same by reading one order, which makes nothing. */
export const readWithKeys = async (): Promise<void> => {
  await askRazorpay(z.object({ items: z.array(z.unknown()) }), ({ orders }) => orders.all({ count: 1 }));
};
