import { z } from "zod";
import { day as aDay, fromIst } from "#modules/kernel/clock.ts";
import { askRazorpay } from "./razorpay.server.ts";
import { RazorpayPayment, RazorpayRefund, RazorpaySettled, RazorpaySettlement } from "./razorpay-entities.ts";

/*
 * The provider's movements of a day in India (YYYY-MM-DD), page by page from `skip`. A page that is not full is the
 * last. An answer with more rows than requested, or of another time, counts as no answer.
 */

/** The most rows of one page: the provider's own limit, and less where a row is long. */
export const dayPage = { payments: 100, refunds: 100, settlements: 100, recon: 500 } as const;

const seconds = (at: Date) => at.getTime() / 1000;
/** The first and the last second of a day. */
const boundsOf = (date: string) => {
  const from = seconds(fromIst(date));
  return { from, to: from + aDay / 1000 - 1 };
};

const pageOf = <T extends { created_at: number }>(item: z.ZodType<T>, most: number, date: string) => {
  const { from, to } = boundsOf(date);
  return z.object({
    items: z
      .array(item)
      .max(most)
      .refine((items) => items.every(({ created_at: at }) => at >= from && at <= to), "another day"),
  });
};

/** Payments made on a day, newest first, whatever became of them. */
export const paymentsOfDay = async (date: string, skip: number): Promise<RazorpayPayment[]> => {
  const count = dayPage.payments;
  const query = { ...boundsOf(date), count, skip };
  return (await askRazorpay(pageOf(RazorpayPayment, count, date), ({ payments }) => payments.all(query))).items;
};

/** Refunds made on a day, newest first. */
export const refundsOfDay = async (date: string, skip: number): Promise<RazorpayRefund[]> => {
  const count = dayPage.refunds;
  const query = { ...boundsOf(date), count, skip };
  return (await askRazorpay(pageOf(RazorpayRefund, count, date), ({ refunds }) => refunds.all(query))).items;
};

/** Settlements made on a day, newest first. */
export const settlementsOfDay = async (date: string, skip: number): Promise<RazorpaySettlement[]> => {
  const count = dayPage.settlements;
  const query = { ...boundsOf(date), count, skip };
  return (await askRazorpay(pageOf(RazorpaySettlement, count, date), ({ settlements }) => settlements.all(query)))
    .items;
};

/** The lines of what was settled on a day. */
export const settledOnDay = async (date: string, skip: number): Promise<RazorpaySettled[]> => {
  const count = dayPage.recon;
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const answer = z.object({ items: z.array(RazorpaySettled).max(count) });
  const query = { year, month, day, count, skip };
  return (await askRazorpay(answer, ({ settlements }) => settlements.reports(query))).items;
};
