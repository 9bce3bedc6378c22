import { Readable } from "node:stream";
import { type SheetColumn, sheetFormats } from "#modules/kernel/files/spreadsheet.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { type Group, type Insights, insights as insightsOf, type Times } from "#modules/reports/index.ts";
import { type GlobalOptions, show, UsageError } from "../../run.ts";
import { needFree, sendOut } from "../../send-out.ts";
import { facts, table } from "../../table.ts";
import { type Days, daysOf } from "./days.ts";
import { type Operating, reading } from "./operator.ts";

type Options = Operating & Days & { out?: string; yes?: boolean };

/** `reports insights`: what became of the requests that were created in days, as the report page counts it. */
export async function insights(options: Options) {
  const { out, yes } = options;
  const days = daysOf(options);
  if (out !== undefined && !/\.(csv|xlsx|json)$/.test(out))
    throw new UsageError("--out ends with .csv, .xlsx or .json");
  if (out !== undefined) needFree(out, { yes });
  const figures = await reading(options, (actor) => insightsOf(actor, days));
  if (out === undefined) return show(figures, insightsText(figures, options), options);
  const lines = await write(figures, out);
  show({ ...days, file: out, lines }, `Wrote ${out}: ${lines} lines, ${days.from} to ${days.to}`, options);
}

/** One line of the file: of which table, of what, and its numbers. */
type Line = { part: string } & Partial<Record<"value" | "name", string>> &
  Partial<Record<"received" | "open" | "closed" | "cancelled" | "earnedPaise", number | null>>;

const groups = ["services", "cities", "centers", "sources"] as const;

function linesOf(figures: Insights): Line[] {
  return [
    ...figures.trend.map(({ from, to, received, closed }) => ({
      part: "trend",
      value: from,
      name: to,
      received,
      closed,
    })),
    ...figures.funnel.map(({ step, n }) => ({ part: "funnel", value: step, received: n })),
    ...figures.ageing.map(({ from, to, n }) => ({ part: "ageing", value: from ?? "", name: to, open: n })),
    ...groups.flatMap((part) => figures[part].map((group: Group) => ({ part, ...group }))),
    ...figures.noResponse.pincodes.map(({ pincode, offered, unanswered }) => ({
      part: "no response",
      value: pincode,
      received: offered,
      open: unanswered,
    })),
  ];
}

const columns: SheetColumn<Line>[] = [
  { label: "table", cell: ({ part }) => ({ as: "text", value: part }) },
  { label: "value", cell: ({ value }) => ({ as: "text", value: value ?? null }) },
  { label: "name", cell: ({ name }) => ({ as: "text", value: name ?? null }) },
  ...(["received", "open", "closed", "cancelled"] as const).map(
    (label): SheetColumn<Line> => ({ label, cell: (line) => ({ as: "count", value: line[label] ?? null }) }),
  ),
  { label: "earned", cell: ({ earnedPaise }) => ({ as: "rupees", value: earnedPaise ?? null }) },
];

async function write(figures: Insights, file: string): Promise<number> {
  const lines = linesOf(figures);
  const { write: sheet } = sheetFormats[file.endsWith(".csv") ? "csv" : "xlsx"];
  const pages = (async function* () {
    yield lines;
  })();
  const json = () => Readable.from([`${JSON.stringify(figures, undefined, 2)}\n`]);
  await sendOut(file.endsWith(".json") ? json() : sheet(columns, pages, "insights"), file);
  return lines.length;
}

function insightsText(figures: Insights, options: GlobalOptions): string {
  const { money, noResponse } = figures;
  const amount = (paise: number | null) => (paise === null ? undefined : rupees(paise));
  const head = facts([
    ["days", `${figures.from} to ${figures.to}`],
    ["requests", figures.received],
    ...figures.funnel.slice(1).map(({ step, n }) => [step, n] as const),
    ["to accept", timesText(figures.toAccept)],
    ["to close", timesText(figures.toClose)],
    ["nobody accepted", `${noResponse.unanswered} of ${noResponse.offered} offered`],
    ["earned", amount(money.earnedPaise)],
    ["held", amount(money.heldPaise)],
    ["refunded", amount(money.refundedPaise)],
    ["owed by clients", amount(money.duePaise)],
    ["closing prices", amount(money.closingPaise)],
  ]);
  const ages = table(
    ["open since", "requests"],
    figures.ageing.map(({ from, to, n }) => [from === to ? to : `${from ?? "…"} to ${to}`, String(n)]),
    options,
  );
  const parts = groups.flatMap((part) => {
    const listed = figures[part];
    if (listed.length === 0) return [];
    const rows = listed.map((group) => [
      part === "sources" ? say(`report.source.${group.value}` as never) : group.name,
      ...[group.received, group.open, group.closed, group.cancelled].map(String),
      amount(group.earnedPaise) ?? "-",
    ]);
    return [table([part, "received", "open", "closed", "cancelled", "earned"], rows, options)];
  });
  return [head, ages, ...parts].join("\n\n");
}

/** Half of them within so long, nine of ten within so long. */
const timesText = ({ n, p50, p90 }: Times) =>
  n === 0 ? undefined : `half within ${long(p50!)}, nine of ten within ${long(p90!)} (${n})`;

const long = (seconds: number) => {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.round(minutes / 6) / 10} h` : `${Math.round(minutes / 144) / 10} days`;
};
