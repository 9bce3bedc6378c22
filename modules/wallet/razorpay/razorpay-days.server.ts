import { z } from "zod";
import { day as aDay, fromIst } from "#modules/kernel/clock.ts";
import type { GatewayDay } from "../payment-gateway.ts";
import { askRazorpay } from "./razorpay-client.server.ts";
import { RazorpayPayment, RazorpayRefund, RazorpaySettled, RazorpaySettlement } from "./razorpay-entities.ts";

/** The most rows of one page: the provider's own limit, and less where a row is long. */
const most = { payments: 100, refunds: 100, settlements: 100, recon: 500 };

/** The first and the last second of a day. */
const boundsOf = (date: string) => {
  const from = fromIst(date).getTime() / 1000;
  return { from, to: from + aDay / 1000 - 1 };
};

const pageOf = <T extends { createdAt: Date }>(item: z.ZodType<T>, count: number, date: string) => {
  const { from, to } = boundsOf(date);
  const isOfDay = ({ createdAt }: T) => createdAt.getTime() >= from * 1000 && createdAt.getTime() <= to * 1000;
  return z.object({
    items: z
      .array(item)
      .max(count)
      .refine((items) => items.every(isOfDay), "another day"),
  });
};

export const day: GatewayDay = {
  most,
  async payments(date, skip) {
    const count = most.payments;
    const query = { from: boundsOf(date).from, to: boundsOf(date).to, count, skip };
    return (await askRazorpay(pageOf(RazorpayPayment, count, date), ({ payments }) => payments.all(query))).items;
  },
  async refunds(date, skip) {
    const count = most.refunds;
    const query = { from: boundsOf(date).from, to: boundsOf(date).to, count, skip };
    return (await askRazorpay(pageOf(RazorpayRefund, count, date), ({ refunds }) => refunds.all(query))).items;
  },
  async settlements(date, skip) {
    const count = most.settlements;
    const query = { from: boundsOf(date).from, to: boundsOf(date).to, count, skip };
    const page = pageOf(RazorpaySettlement, count, date);
    return (await askRazorpay(page, ({ settlements }) => settlements.all(query))).items;
  },
  async recon(date, skip) {
    const count = most.recon;
    const [year, month, day] = date.split("-").map(Number) as [number, number, number];
    const page = z.object({ items: z.array(RazorpaySettled).max(count) });
    const query = { year, month, day, count, skip };
    return (await askRazorpay(page, ({ settlements }) => settlements.reports(query))).items;
  },
};
