import { toRupees } from "#modules/kernel/money.ts";
import { centerTransactions } from "#modules/wallet/index.ts";
import { CenterTransactions } from "#modules/wallet/shared.ts";
import { type Contract, call } from "../call.server.ts";
import { wire } from "../wire.ts";

export const payments = {
  "POST center/center-all-transaction": call({
    as: ["center", "admin"],
    summary: "A center's payments and wallet movements in rupees; a center only its own",
    input: wire({ mobile_number: "mobile", after: "after" }, CenterTransactions),
    run: centerTransactions,
    reply: ({ rows, next }) => ({
      data: rows.map(({ id, date, transactionId, kind, amountPaise, status }) => ({
        _id: id,
        createdAt: date,
        transactionId,
        kind,
        amount: toRupees(amountPaise),
        status,
      })),
      next,
    }),
    unkeyed: "It only reads",
  }),
} satisfies Contract;
