import { z } from "zod";
import { defineList } from "../kernel/listed.server.ts";
import { sheetColumns } from "../kernel/spreadsheet.server.ts";
import { centerTransactions } from "./center-transactions.ts";
import { centerKinds, type StatementRow, type TransactionRow } from "./shared.ts";
import { walletStatement } from "./wallet-statement.ts";

const filter = z.object({
  kind: z.enum(centerKinds).optional(),
  from: z.coerce.date().optional(),
  to: z.coerce.date().optional(),
});

/** What moved for a center, by wallet and card, to be had as a file. */
export const transactionsList = defineList({
  name: "transactions",
  filter,
  page: centerTransactions,
  columns: (tell) => {
    const c = sheetColumns<TransactionRow>();
    return [
      c.moment(tell("center.payments.date"), ({ date }) => date),
      c.text(tell("center.payments.id"), ({ transactionId }) => transactionId),
      c.text(tell("center.payments.kind"), ({ kind }) => tell(`transfer.${kind}`)),
      c.rupees(tell("center.payments.amount"), ({ amountPaise }) => amountPaise),
      c.text(tell("center.payments.status"), ({ status }) => tell(`transaction.${status}`)),
    ];
  },
});

/** Each movement of a center's wallet with the balance after it, to be had as a file. */
export const statementList = defineList({
  name: "wallet-statement",
  filter,
  page: walletStatement,
  columns: (tell) => {
    const c = sheetColumns<StatementRow>();
    return [
      c.moment(tell("center.payments.date"), ({ date }) => date),
      c.text(tell("center.payments.id"), ({ transactionId }) => transactionId),
      c.text(tell("center.payments.kind"), ({ kind }) => tell(`transfer.${kind}`)),
      c.text(tell("center.payments.note"), ({ note }) => note),
      c.rupees(tell("center.payments.amount"), ({ amountPaise }) => amountPaise),
      c.rupees(tell("center.payments.remain"), ({ walletRemainPaise }) => walletRemainPaise),
    ];
  },
});
