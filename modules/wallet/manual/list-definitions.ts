import { z } from "zod";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { bound } from "#modules/kernel/validation.ts";
import { adjustmentReasons } from "./input.ts";
import { adjustmentNews } from "./news.ts";
import { type AdjustmentRow, countAdjustments, listAdjustments } from "./reads.ts";

const filter = z.object({
  shown: z.enum(["toDecide", "waiting", "objected"]).optional(),
  kind: z.enum(adjustmentReasons).optional(),
  from: bound("start"),
  to: bound("end"),
});

/** The state of a refund or penalty in one word: that of an objection to it before its own. */
export const stateOf = ({ state, objection }: Pick<AdjustmentRow, "state" | "objection">) =>
  objection ? (`objection.${objection}` as const) : state;

/** The refunds and penalties of admins, for those who hold adjust_wallet. */
export const adjustmentsList = defineList<typeof filter, AdjustmentRow>({
  name: "adjustments",
  title: "adjust.title",
  can: "adjust_wallet",
  filter,
  key: ({ id }) => id,
  page: listAdjustments,
  count: countAdjustments,
  since: adjustmentNews,
  columns: [
    { id: "number", label: "common.request", kind: "text", width: 126, value: ({ ticket }) => ticket?.number },
    { id: "created", label: "common.date", kind: "moment", width: 92, value: ({ createdAt }) => createdAt },
    {
      id: "state",
      label: "common.status",
      kind: "text",
      width: 124,
      value: (row, tell) => tell(`adjust.state.${stateOf(row)}`),
    },
    {
      id: "kind",
      label: "adjust.type",
      kind: "text",
      width: 80,
      value: ({ kind, subscription }, tell) =>
        tell(
          kind === "Subscription" && subscription ? `subscription.of.${subscription.product}` : `adjust.kind.${kind}`,
        ),
    },
    { id: "center", label: "common.center", kind: "text", width: 116, value: ({ owner }) => owner.name },
    { id: "amount", label: "common.amount", kind: "rupees", width: 66, value: ({ amountPaise }) => amountPaise },
    {
      id: "went",
      label: "adjust.went",
      kind: "text",
      on: "file",
      value: ({ went, reference }, tell) =>
        went &&
        (went === "bank" ? tell("adjust.went.bank", { reference: reference ?? "" }) : tell(`adjust.went.${went}`)),
    },
    { id: "remarks", label: "common.remarks", kind: "text", width: 150, value: ({ remarks }) => remarks },
    { id: "author", label: "adjust.author", kind: "text", width: 80, value: ({ author }) => author },
    {
      id: "decider",
      label: "adjust.decider",
      kind: "text",
      on: "file",
      value: ({ settler, decider }) => settler ?? decider,
    },
    {
      id: "decided",
      label: "adjust.decidedAt",
      kind: "moment",
      on: "file",
      value: ({ settledAt, decidedAt }) => settledAt ?? decidedAt,
    },
  ],
});
