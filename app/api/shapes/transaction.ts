import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type { TransactionRow } from "#modules/wallet/shared.ts";
import { moment, rupees } from "../line/answer.ts";

/** A payment or a movement of a center's wallet. */
export const TransactionShape = z.strictObject({
  _id: z.string(),
  createdAt: moment,
  transactionId: z.string().nullable(),
  kind: z.string(),
  amount: rupees,
  status: z.string(),
});

export const transaction = (row: TransactionRow): z.input<typeof TransactionShape> => ({
  _id: row.id,
  createdAt: row.date,
  transactionId: row.transactionId,
  kind: row.kind,
  amount: toRupees(row.amountPaise),
  status: row.status,
});
