import { z } from "zod";
import { day as aDay, now } from "#modules/kernel/clock.ts";
import { type Column, defineList, type FileColumn, type Tell } from "#modules/kernel/lists/list.server.ts";
import { bound, istDay } from "#modules/kernel/validation.ts";
import {
  type CloseDayRow,
  type CloseRow,
  closedDays,
  closeRows,
  countClosedDays,
  countCloseRows,
} from "./close-lists.ts";
import { closeShown } from "./input.ts";

/* The lists of the daily close: the days, and the rows of one day (R424). */

const period = z.object({ from: bound("start"), to: bound("end") });

/** The days that were prepared, with their totals. */
export const closeDaysList = defineList<typeof period, CloseDayRow>({
  name: "close-days",
  title: "close.title",
  can: "view_Wallet",
  filter: period,
  key: ({ id }) => id,
  page: closedDays,
  count: countClosedDays,
  columns: [
    { id: "day", label: "common.day", kind: "text", width: 120, value: ({ day }) => day },
    { id: "state", label: "common.condition", kind: "text", width: 154, value: dayState },
    {
      id: "captured",
      label: "close.captured",
      kind: "rupees",
      width: 100,
      value: ({ capturedPaise }) => capturedPaise,
    },
    {
      id: "refunded",
      label: "close.refunded",
      kind: "rupees",
      width: 100,
      value: ({ refundedPaise }) => refundedPaise,
    },
    { id: "fees", label: "close.fees", kind: "rupees", width: 110, value: ({ feePaise }) => feePaise },
    { id: "settled", label: "close.settled", kind: "rupees", width: 130, value: ({ settledPaise }) => settledPaise },
    {
      id: "differences",
      label: "close.differences",
      kind: "count",
      width: 84,
      value: ({ differences }) => differences,
    },
    { id: "awaiting", label: "close.awaiting", kind: "count", width: 110, value: ({ awaiting }) => awaiting },
    { id: "asOf", label: "close.asOf", kind: "moment", width: 92, value: ({ asOf }) => asOf },
  ],
});

function dayState({ state, differences }: CloseDayRow, tell: Tell) {
  return tell(`close.state.${state}`, { n: differences });
}

const ofDay = z.object({ day: istDay, shown: z.enum(closeShown).optional() });

/** Whole days since an instant, in words. */
export function ageOf({ at }: Pick<CloseRow, "at">, tell: Tell): string {
  const days = Math.floor((now().getTime() - at.getTime()) / aDay);
  return days < 1 ? tell("close.age.today") : tell("close.age.days", { count: days, n: days });
}

const rowColumns: readonly (Column<CloseRow> | FileColumn<CloseRow>)[] = [
  { id: "at", label: "common.date", kind: "moment", width: 164, value: ({ at }) => at },
  { id: "kind", label: "close.kind", kind: "text", width: 84, value: ({ kind }, tell) => tell(`close.kind.${kind}`) },
  { id: "providerId", label: "close.providerId", kind: "text", width: 166, value: ({ providerId }) => providerId },
  { id: "number", label: "common.request", kind: "text", width: 150, value: ({ number }) => number },
  { id: "provider", label: "close.provider", kind: "rupees", width: 80, value: ({ providerPaise }) => providerPaise },
  { id: "ledger", label: "close.ledger", kind: "rupees", width: 80, value: ({ ledgerPaise }) => ledgerPaise },
  { id: "fee", label: "close.fee", kind: "rupees", width: 110, value: ({ feePaise }) => feePaise },
  {
    id: "state",
    label: "common.condition",
    kind: "text",
    width: 150,
    value: ({ state }, tell) => tell(`close.row.${state}`),
  },
  { id: "age", label: "close.age", kind: "text", width: 104, value: ageOf },
  { id: "next", label: "close.next", kind: "text", value: nextOf },
  { id: "settlement", label: "close.settlement", kind: "text", on: "file", value: ({ settlementId }) => settlementId },
  { id: "otherDay", label: "close.otherDay", kind: "text", on: "file", value: ({ otherDay }) => otherDay },
  { id: "tax", label: "close.tax", kind: "rupees", on: "file", value: ({ taxPaise }) => taxPaise },
  { id: "receipt", label: "common.receipt", kind: "text", on: "file", value: ({ receipt }) => receipt },
  { id: "transfer", label: "close.transfer", kind: "text", on: "file", value: ({ transferId }) => transferId },
];

function nextOf({ state, otherDay }: CloseRow, tell: Tell) {
  return state === "matched" && otherDay ? tell("close.matchedOn", { day: otherDay }) : tell(`close.next.${state}`);
}

/** The rows of one day: matched, waiting for the settlement, or with a difference, what it is, and what happens next. */
export const closeRowsList = defineList<typeof ofDay, CloseRow>({
  name: "close-rows",
  title: "close.rows",
  can: "view_Wallet",
  filter: ofDay,
  key: ({ id }) => id,
  page: closeRows,
  count: countCloseRows,
  columns: rowColumns,
});
