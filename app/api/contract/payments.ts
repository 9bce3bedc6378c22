import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit } from "#app/http/doors/use-limit.server.ts";
import { adjustWallet, centerTransactions } from "#modules/wallet/index.ts";
import { CenterTransactions, NewAdjustment } from "#modules/wallet/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { wire } from "../line/wire.ts";
import { AdjustmentShape, adjustment } from "../shapes/adjustment.ts";
import { TransactionShape, transaction } from "../shapes/transaction.ts";

export const payments = {
  "POST center/center-all-transaction": call({
    fresh: none("Only reads"),
    as: ["center", "admin"],
    can: "view_Wallet",
    limit: callLimit,
    summary: "A center's payments and wallet movements in rupees; a center only its own",
    input: wire({ mobile_number: "mobile", after: "after" }, CenterTransactions),
    run: centerTransactions,
    answer: z.strictObject({ data: z.array(TransactionShape), next: z.string().nullable() }),
    reply: ({ rows, next }) => ({ data: rows.map(transaction), next }),
    unkeyed: "It only reads",
  }),
  // C090; `Name` is sent by older apps and not read: who acts is known from the session.
  "POST admin/send-refund-in-wallet-technician": call({
    fresh: "money",
    as: ["admin"],
    can: "adjust_wallet",
    limit: callLimit,
    summary: "Refund a center's wallet for a request, or take a penalty from it; large ones wait for a second admin",
    input: wire(
      {
        ticket_obj_id: "ticketId",
        center_obj_id: "centerId",
        refundRemarks: "remarks",
        refundAmount: "amount",
        refundType: "kind",
      },
      NewAdjustment,
    ),
    run: adjustWallet,
    answer: AdjustmentShape,
    reply: adjustment,
    say: ({ state, kind }) => (state === "WAITING" ? `adjust.waiting.${kind}` : `adjust.done.${kind}`),
    once: "in its transaction",
  }),
} satisfies Contract;
