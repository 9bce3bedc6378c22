import { createWriteStream, existsSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { day, fromIst, istDate } from "#modules/kernel/clock.ts";
import { type SheetColumn, sheetFormats } from "#modules/kernel/files/spreadsheet.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { istDay } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { type Group, type Insights, insights as insightsOf, type Times } from "#modules/reports/index.ts";
import { Conflict, type GlobalOptions, show, UsageError } from "../../run.ts";
import { facts, table } from "../../table.ts";
import { type Operating, reading } from "./operator.ts";

type Options = Operating & { from?: string; to?: string; out?: string; yes?: boolean };

const defaultDays = 30;

/** `reports insights`: what became of the requests that were created in days, as the report page counts it. */
export async function insights(options: Options) {
  const { out, yes } = options;
  const days = daysOf(options);
  if (out !== undefined && !/\.(csv|xlsx|json)$/.test(out))
    throw new UsageError("--out ends with .csv, .xlsx or .json");
  if (out !== undefined && !yes && existsSync(out)) throw new Conflict(`${out} is there already: --yes writes over it`);
  const found = await reading(options, (actor) => insightsOf(actor, days));
  if (out === undefined) return show(found, told(found, options), options);
  const lines = await write(found, out);
  show({ ...days, file: out, lines }, `Wrote ${out}: ${lines} lines, ${days.from} to ${days.to}`, options);
}

/** The asked days (IST); by default the last thirty, which end today. */
function daysOf({ from, to }: Options) {
  const parsed = (name: string, text: string) => {
    const read = istDay.safeParse(text);
    if (!read.success) throw new UsageError(`--${name}: '${text}' is no date such as 2026-11-24`);
    return read.data;
  };
  const last = to === undefined ? istDate() : parsed("to", to);
  const before = istDate(new Date(fromIst(last).getTime() - (defaultDays - 1) * day));
  const first = from === undefined ? before : parsed("from", from);
  if (first > last) throw new UsageError("--from is not after --to");
  return { from: first, to: last };
}

/** One line of the file: of which table, of what, and its numbers. */
type Line = { part: string } & Partial<Record<"value" | "name", string>> &
  Partial<Record<"received" | "open" | "closed" | "cancelled" | "earnedPaise", number | null>>;

const groups = ["services", "cities", "centers", "sources"] as const;

function linesOf(found: Insights): Line[] {
  return [
    ...found.trend.map(({ from, to, received, closed }) => ({
      part: "trend",
      value: from,
      name: to,
      received,
      closed,
    })),
    ...found.funnel.map(({ step, n }) => ({ part: "funnel", value: step, received: n })),
    ...found.ageing.map(({ from, to, n }) => ({ part: "ageing", value: from ?? "", name: to, open: n })),
    ...groups.flatMap((part) => found[part].map((group: Group) => ({ part, ...group }))),
    ...found.noResponse.pincodes.map(({ pincode, offered, unanswered }) => ({
      ...{ part: "no response", value: pincode, received: offered, open: unanswered },
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

async function write(found: Insights, file: string): Promise<number> {
  const lines = linesOf(found);
  const { write: sheet } = sheetFormats[file.endsWith(".csv") ? "csv" : "xlsx"];
  const pages = (async function* () {
    yield lines;
  })();
  const json = () => Readable.from([`${JSON.stringify(found, undefined, 2)}\n`]);
  await pipeline(
    file.endsWith(".json") ? json() : sheet(columns, pages, "insights"),
    createWriteStream(file, { mode: 0o600 }),
  );
  return lines.length;
}

function told(found: Insights, options: GlobalOptions): string {
  const { money, noResponse } = found;
  const amount = (paise: number | null) => (paise === null ? undefined : rupees(paise));
  const head = facts([
    ["days", `${found.from} to ${found.to}`],
    ["requests", found.received],
    ...found.funnel.slice(1).map(({ step, n }) => [step, n] as const),
    ["to accept", timesTold(found.toAccept)],
    ["to close", timesTold(found.toClose)],
    ["nobody accepted", `${noResponse.unanswered} of ${noResponse.offered} offered`],
    ["earned", amount(money.earnedPaise)],
    ["held", amount(money.heldPaise)],
    ["refunded", amount(money.refundedPaise)],
    ["owed by clients", amount(money.duePaise)],
    ["closing prices", amount(money.closingPaise)],
  ]);
  const ages = table(
    ["open since", "requests"],
    found.ageing.map(({ from, to, n }) => [from === to ? to : `${from ?? "…"} to ${to}`, String(n)]),
    options,
  );
  const parts = groups.flatMap((part) => {
    const listed = found[part];
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
const timesTold = ({ n, p50, p90 }: Times) =>
  n === 0 ? undefined : `half within ${long(p50!)}, nine of ten within ${long(p90!)} (${n})`;

const long = (seconds: number) => {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.round(minutes / 6) / 10} h` : `${Math.round(minutes / 144) / 10} days`;
};
