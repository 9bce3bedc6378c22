import { z } from "zod";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { bound } from "#modules/kernel/validation.ts";
import { centerKinds, type StatementRow, type TransactionRow } from "../shared.ts";
import { centerTransactions } from "./center-transactions.ts";
import { walletStatement } from "./wallet-statement.ts";

const filter = z.object({ kind: z.enum(centerKinds).optional(), from: bound("start"), to: bound("end") });

/** A center's transactions, by wallet and card. */
export const transactionsList = defineList<typeof filter, TransactionRow>({
  name: "transactions",
  title: "center.payments.all",
  filter,
  key: ({ id }) => id,
  page: centerTransactions,
  columns: [
    { id: "date", label: "common.date", kind: "moment", value: ({ date }) => date },
    { id: "transactionId", label: "center.payments.id", kind: "text", value: ({ transactionId }) => transactionId },
    { id: "kind", label: "center.payments.kind", kind: "text", value: ({ kind }, tell) => tell(`transfer.${kind}`) },
    { id: "request", label: "lists.requestId", kind: "text", value: ({ number }) => number },
    { id: "amount", label: "common.amount", kind: "rupees", value: ({ amountPaise }) => amountPaise },
    {
      id: "status",
      label: "common.status",
      kind: "text",
      value: ({ status }, tell) => tell(`transaction.${status}`),
    },
  ],
});

/** Each movement of a center's wallet with the balance after it. */
export const statementList = defineList<typeof filter, StatementRow>({
  name: "wallet-statement",
  title: "center.payments.statement",
  filter,
  key: ({ id }) => id,
  page: walletStatement,
  columns: [
    { id: "date", label: "common.date", kind: "moment", value: ({ date }) => date },
    { id: "transactionId", label: "center.payments.id", kind: "text", value: ({ transactionId }) => transactionId },
    { id: "kind", label: "center.payments.kind", kind: "text", value: ({ kind }, tell) => tell(`transfer.${kind}`) },
    { id: "note", label: "center.payments.note", kind: "text", value: ({ note }) => note },
    { id: "request", label: "lists.requestId", kind: "text", value: ({ number }) => number },
    { id: "amount", label: "common.amount", kind: "rupees", value: ({ amountPaise }) => amountPaise },
    {
      id: "remain",
      label: "center.payments.remain",
      kind: "rupees",
      value: ({ walletRemainPaise }) => walletRemainPaise,
    },
  ],
});
