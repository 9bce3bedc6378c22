import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { type ChartTone, Donut, Swatch } from "#app/ui/chart/charts.tsx";
import { SmallTable } from "#app/ui/detail/small-table.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { type RequestSource, requestSources } from "#modules/tickets/shared.ts";
import { Opened, shown } from "./opened.tsx";
import type { ReportView } from "./view.server.ts";

type Numbers = ReportView["numbers"];
type Period = Numbers[number]["period"];

/** The bounds of a period as the lists read them; today's are instants (R312). */
const bounds = ({ from, to, exact }: Period) =>
  exact ? { from: new Date(exact.from).toISOString(), to: new Date(exact.to).toISOString() } : { from, to };

const counted = [
  ["received", null],
  ["closed", "CLOSED"],
  ["cancelled", "CANCEL"],
  ["accepted", "ACCEPTED"],
] as const;

/** The counts table (R311): each number opens the requests it counts. */
export function CountsTable({ numbers }: { numbers: Numbers }) {
  const say = useSay();
  return (
    <div className="report-table">
      <SmallTable
        caption={say("report.counts")}
        heads={[say("report.period"), ...counted.map(([name]) => say(`report.${name}`))]}
        rows={numbers.map(({ period, counts }) => ({
          key: period.name,
          cells: [
            say(`report.${period.name}`),
            ...counted.map(([name, status]) => (
              <Opened key={name} n={counts[name]} filter={{ ...bounds(period), status }} />
            )),
          ],
        }))}
      />
    </div>
  );
}

/** R314: the four parts of today, each always in its colour. */
const parts = [
  ["closed", "CLOSED", "one"],
  ["cancelled", "CANCEL", "four"],
  ["accepted", "ACCEPTED", "three"],
  ["pending", "PENDING", "two"],
] as const satisfies readonly (readonly [string, string, ChartTone])[];

/** Today as a ring, with its numbers beside it. */
export function Today({ numbers }: { numbers: Numbers }) {
  const say = useSay();
  const { period, counts } = numbers[0]!;
  const whole = parts.reduce((sum, [name]) => sum + counts[name], 0);
  const { received: _, ...told } = counts;
  return (
    <div className="report-today">
      <Donut
        parts={parts
          .filter(([name]) => counts[name] > 0)
          .map(([name, , tone]) => ({ label: say(`report.${name}`), count: counts[name], tone }))}
        name={whole > 0 ? say("report.ofToday", told) : say("report.nothingToday")}
        inside={shown(whole)}
      />
      <ul>
        {parts.map(([name, status, tone]) => (
          <li key={name}>
            <Swatch tone={tone} />
            <span>{say(`report.${name}`)}</span>
            <b>
              <Opened n={counts[name]} filter={{ ...bounds(period), status }} />
            </b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The columns of the revenue table that count requests (Q70). */
const sources = requestSources.filter((source): source is Exclude<RequestSource, "center"> => source !== "center");

/** The revenue table (R315, R316): requests by source, and what moved on the wallets. */
export function RevenueTable({ numbers, wallets }: { numbers: Numbers; wallets: boolean }) {
  const say = useSay();
  const money = (paise: number | null, tab: string, { from, to }: Period) =>
    paise === null ? (
      "–"
    ) : wallets && paise !== 0 ? (
      <Link to={`/wallet?${new URLSearchParams({ tab, from, to })}`}>{rupees(paise)}</Link>
    ) : (
      rupees(paise)
    );
  return (
    <div className="report-table">
      <SmallTable
        caption={say("report.revenue")}
        heads={[
          say("report.period"),
          say("report.totalRequests"),
          ...sources.map((source) => say(`report.source.${source}`)),
          ...[say("report.centers"), say("report.customers"), say("report.total")],
        ]}
        rows={numbers.map(({ period, revenue }) => ({
          key: period.name,
          cells: [
            say(`report.${period.name}`),
            <Opened key="total" n={revenue.total} filter={bounds(period)} />,
            ...sources.map((source) => (
              <Opened key={source} n={revenue.sources[source]} filter={{ ...bounds(period), source }} />
            )),
            money(revenue.centersPaise, "center", period),
            money(revenue.customersPaise, "consumer", period),
            revenue.centersPaise === null || revenue.customersPaise === null
              ? "–"
              : rupees(revenue.centersPaise + revenue.customersPaise),
          ],
        }))}
      />
    </div>
  );
}
