import type { ReactNode } from "react";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { type ChartTone, Donut, Swatch } from "#app/ui/chart/charts.tsx";
import { figure } from "#modules/kernel/figure.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Earned } from "#modules/reports/index.ts";
import { type RequestSource, requestSources } from "#modules/tickets/shared.ts";
import { figureLink, Opened, share, Wide } from "./opened.tsx";
import type { ReportView } from "./view.server.ts";

type Numbers = ReportView["numbers"];
type Period = Numbers[number]["period"];

/** The bounds of a period as the lists read them; today's are instants (R312). */
const bounds = ({ from, to, exact }: Period) =>
  exact ? { from: new Date(exact.from).toISOString(), to: new Date(exact.to).toISOString() } : { from, to };

/** R314: the statuses of the table and of the ring, each always in its colour. */
const statuses = {
  closed: ["CLOSED", "closed"],
  cancelled: ["CANCEL", "four"],
  accepted: ["ACCEPTED", "accepted"],
  pending: ["PENDING", "two"],
} as const satisfies Record<string, readonly [string, ChartTone]>;

const now = ({ name }: Period) => (name === "today" ? "bg-paper font-semibold!" : undefined);

/** A share of a whole beside its number, as wide on each line. */
const Share = ({ children }: { children?: ReactNode }) => (
  <small className="ml-1 inline-block w-9.5 text-right text-12 font-normal text-soft normal-nums min-[1100px]:max-[1400px]:ml-0.5 min-[1100px]:max-[1400px]:w-8">
    {children}
  </small>
);

/** The counts table (R311): each number opens the requests it counts, and has its share of those received. */
export function CountsTable({ numbers }: { numbers: Numbers }) {
  const say = useSay();
  return (
    <Wide label={say("report.counts")}>
      <table className="d-table d-narrow">
        <caption className="sr-only">{say("report.counts")}</caption>
        <thead>
          <tr>
            <td />
            {numbers.map(({ period }) => (
              <th key={period.name} scope="col" className={now(period)}>
                {say(`report.${period.name}`)}
                <Share />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{say("report.received")}</th>
            {numbers.map(({ period, counts }) => (
              <td key={period.name} className={now(period)}>
                <Opened n={counts.received} filter={bounds(period)} />
                <Share />
              </td>
            ))}
          </tr>
          {(["closed", "cancelled", "accepted"] as const).map((name) => (
            <tr key={name}>
              <th scope="row">
                <Swatch tone={statuses[name][1]} className="mr-1.5 inline-block size-2.5" />
                {say(`report.${name}`)}
              </th>
              {numbers.map(({ period, counts }) => (
                <td key={period.name} className={now(period)}>
                  <Opened n={counts[name]} filter={{ ...bounds(period), status: statuses[name][0] }} />
                  <Share>{share(counts[name], counts.received)}</Share>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** Today as a ring, with its numbers beside it. */
export function Today({ numbers }: { numbers: Numbers }) {
  const say = useSay();
  const { period, counts } = numbers[0]!;
  const names = Object.keys(statuses) as (keyof typeof statuses)[];
  const whole = names.reduce((sum, name) => sum + counts[name], 0);
  const { received: _, ...shownCounts } = counts;
  return (
    <div className="flex items-center gap-6 max-[600px]:gap-4 min-[1100px]:max-[1400px]:gap-4.5">
      <Donut
        className="size-32 max-[600px]:size-24"
        parts={names
          .filter((name) => counts[name] > 0)
          .map((name) => ({ label: say(`report.${name}`), count: counts[name], tone: statuses[name][1] }))}
        name={whole > 0 ? say("report.ofToday", shownCounts) : say("report.nothingToday")}
        inside={figure(whole)}
      />
      <ul className="min-w-0 flex-1">
        {names.map((name) => (
          <li
            key={name}
            className="grid h-8.5 grid-cols-[auto_1fr_auto_auto] items-center gap-2 border-b border-hair tabular-nums last:border-0"
          >
            <Swatch tone={statuses[name][1]} className="size-2.5" />
            <span>{say(`report.${name}`)}</span>
            <b className="font-semibold">
              <Opened n={counts[name]} filter={{ ...bounds(period), status: statuses[name][0] }} />
            </b>
            <small className="w-9.5 text-right text-12 text-soft normal-nums">{share(counts[name], whole)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the house earned in each period, by what it earned it with. */
export function EarnedTable({ numbers }: { numbers: Numbers }) {
  const say = useSay();
  return (
    <Wide label={say("report.earnedTitle")}>
      <table className="d-table">
        <caption className="sr-only">{say("report.earnedTitle")}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{say("report.earned")}</th>
            {incomes.map((kind) => (
              <th key={kind} scope="col">
                {say(`report.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.map(
            ({ period, earned }) =>
              earned && (
                <tr key={period.name}>
                  <th scope="row">{say(`report.${period.name}`)}</th>
                  <td className="font-semibold!">{rupees(incomes.reduce((sum, kind) => sum + earned[kind], 0))}</td>
                  {incomes.map((kind) => (
                    <td key={kind}>{rupees(earned[kind])}</td>
                  ))}
                </tr>
              ),
          )}
        </tbody>
      </table>
    </Wide>
  );
}

const incomes = [
  "booking_fee_income",
  "lead_fee_income",
  "subscription_income",
  "penalty_income",
] as const satisfies readonly (keyof Earned)[];

/** The columns of the revenue table that count requests (Q70). */
const sources = requestSources.filter((source): source is Exclude<RequestSource, "center"> => source !== "center");

/** The revenue table (R315, R316): requests by source, and what moved on the wallets for who reads the house's money. */
export function RevenueTable({ numbers, wallets }: { numbers: Numbers; wallets: boolean }) {
  const say = useSay();
  const money = numbers.some(({ revenue }) => revenue.centersPaise !== null);
  const moved = (paise: number | null, tab: string, period: Period) =>
    wallets && paise ? (
      <Link to={`/wallet?${new URLSearchParams({ tab, ...bounds(period) })}`} className={figureLink}>
        {rupees(paise)}
      </Link>
    ) : (
      rupees(paise ?? 0)
    );
  const heads = [
    say("common.totalRequests"),
    ...sources.map((source) => say(`report.source.${source}`)),
    ...(money ? [say("report.centers"), say("report.customers"), say("report.total")] : []),
  ];
  return (
    <Wide label={say("report.revenue")}>
      <table className="d-table">
        <caption className="sr-only">{say("report.revenue")}</caption>
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.map(({ period, revenue: { total, sources: from, centersPaise, customersPaise } }) => (
            <tr key={period.name}>
              <th scope="row">{say(`report.${period.name}`)}</th>
              <td>
                <Opened n={total} filter={bounds(period)} />
              </td>
              {sources.map((source) => (
                <td key={source}>
                  <Opened n={from[source]} filter={{ ...bounds(period), source }} />
                </td>
              ))}
              {money && (
                <>
                  <td>{moved(centersPaise, "center", period)}</td>
                  <td>{moved(customersPaise, "consumer", period)}</td>
                  <td className="font-semibold!">{rupees((centersPaise ?? 0) + (customersPaise ?? 0))}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
