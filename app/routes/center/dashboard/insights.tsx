import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Tab, Tabs } from "#app/parts/lists/tabs.tsx";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { statusText } from "#app/parts/tickets/words.ts";
import { Card } from "#app/ui/base/card.tsx";
import type { IconName } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { Bars, type ChartTone, Donut, Meters, Swatch } from "#app/ui/chart/charts.tsx";
import { fromIst, showDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { CenterInsights } from "#modules/tickets/index.ts";
import { type InsightDays, insightDays } from "#modules/tickets/labels.ts";
import { Tile } from "./tile.tsx";

type Insights = { insights: CenterInsights; days: InsightDays };

/** The address of the list of requests a number counts. */
const listOf = (fields: Record<string, string>) => `/tickets-center?${new URLSearchParams(fields)}`;

/** The center's figures for a chosen period, as charts with their numbers in words. */
export function InsightsPart({ insights, days }: Insights) {
  const say = useSay();
  const { from, to, byStatus, accepted, closed } = insights;
  const nothing = byStatus.length === 0 && accepted === 0 && closed === 0;
  return (
    <section aria-labelledby="work" className="mb-6">
      <h2 id="work" className="mb-2">
        {say("center.home.work")}
      </h2>
      <Periods days={days} />
      {nothing ? (
        <p className="card text-soft">{say("center.home.nothing")}</p>
      ) : (
        <>
          <Figures insights={insights} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <StatusBreakdown byStatus={byStatus} from={from} to={to} />
            <Earnings insights={insights} />
            <Stars insights={insights} />
            <Response insights={insights} />
          </div>
        </>
      )}
    </section>
  );
}

const numberCell = "border-b border-line py-1.5 pr-2 text-right first:text-left";

function Periods({ days }: { days: InsightDays }) {
  const say = useSay();
  const here = useLocation();
  return (
    <Tabs label={say("center.home.period")}>
      {insightDays.map((choice) => (
        <Tab key={choice} to={addressWith(here, { days: String(choice) })} here={choice === days}>
          {say("center.home.days", { count: choice })}
        </Tab>
      ))}
    </Tabs>
  );
}

/** The period's figures; each links to the list it counts. */
function Figures({ insights }: { insights: CenterInsights }) {
  const say = useSay();
  const { from, to, accepted, closed, earnedPaise, response } = insights;
  const ofAccepted = listOf({ dated: "accepted", from, to });
  const ofClosed = listOf({ status: "CLOSED", dated: "closed", from, to });
  const rated = ratingOf(insights);
  const figures: { to: string; icon: IconName; label: string; value: string; hint?: string; wide?: true }[] = [
    { to: ofAccepted, icon: "ticket", label: say("center.home.accepted"), value: String(accepted) },
    { to: ofClosed, icon: "circle-check", label: say("center.home.closedThen"), value: String(closed) },
    { to: ofClosed, icon: "indian-rupee", label: say("center.home.earned"), value: rupees(earnedPaise), wide: true },
    {
      to: ofClosed,
      icon: "star",
      label: say("common.rating"),
      value: rated.average,
      hint: say("center.home.ratings", { count: rated.count }),
    },
    {
      to: ofAccepted,
      icon: "clock",
      label: say("center.home.response"),
      value: response.medianSeconds === null ? "–" : durationWord(response.medianSeconds, say),
      hint: say("center.home.responseHint"),
    },
  ];
  return (
    <ul className="mb-4 grid grid-cols-2 gap-3 xl:grid-cols-[1fr_1fr_1.5fr_1fr_1.4fr]">
      {figures.map(({ to: list, icon, label, value, hint, wide }) => (
        <li key={label} className={wide && "max-xl:col-span-2"}>
          <Tile to={list} icon={icon} label={label}>
            <span>
              <span className="block text-xl font-bold tabular-nums">{value}</span>
              {hint && <span className="block text-xs text-soft">{hint}</span>}
            </span>
          </Tile>
        </li>
      ))}
    </ul>
  );
}

function ratingOf({ stars }: CenterInsights) {
  const count = stars.reduce((sum, one) => sum + one.count, 0);
  const sum = stars.reduce((all, one) => all + one.stars * one.count, 0);
  return { count, average: count > 0 ? `${(sum / count).toFixed(1)} / 5` : "–" };
}

function durationWord(seconds: number, say: Say) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return say("center.home.atOnce");
  if (minutes < 60) return say("center.home.minutes", { count: minutes });
  return say("center.home.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Every status keeps its colour, whichever of them the period has. */
const tones: Record<string, ChartTone> = {
  CLOSED: "one",
  "Technician Not Assigned": "two",
  "Technician Assigned": "three",
  CANCEL: "four",
};

/** The current status of the requests that came in the period. */
function StatusBreakdown({ byStatus, from, to }: Pick<CenterInsights, "byStatus" | "from" | "to">) {
  const say = useSay();
  const parts = byStatus.map(({ status, count }) => ({
    status,
    count,
    label: statusText(status, say),
    tone: tones[status] ?? ("five" as const),
  }));
  const whole = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={say("center.home.standing")}>
      {whole === 0 ? (
        <Nothing />
      ) : (
        <div className="flex flex-wrap items-center gap-5">
          <Donut parts={parts} name={say("center.home.standingOf", { count: whole })} inside={String(whole)} />
          <ul className="min-w-0 flex-1 basis-44">
            {parts.map(({ status, label, count, tone }) => (
              <li key={status} className="flex items-center gap-2">
                <Swatch tone={tone} />
                <Link
                  className="link flex min-h-11 min-w-0 flex-1 items-center md:min-h-9"
                  to={listOf({ status, from, to })}
                >
                  {label}
                </Link>
                <span className="font-semibold tabular-nums">{count}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

/** Earnings of the closed requests over the period, as bars and as a table. */
function Earnings({ insights }: { insights: CenterInsights }) {
  const say = useSay();
  const locale = useLocale();
  const { earnings, earnedPaise, closed } = insights;
  const dayOf = (date: string) => showDate(fromIst(date), locale);
  const filled = earnings.filter((bar) => bar.closed > 0).toReversed();
  return (
    <Card title={say("center.home.earnings")}>
      {closed === 0 ? (
        <Nothing />
      ) : (
        <>
          <Bars
            amounts={earnings.map(({ paise }) => paise)}
            name={say("center.home.earningsOf", { amount: rupees(earnedPaise), count: closed })}
            most={say("center.home.most", { amount: rupees(Math.max(...earnings.map(({ paise }) => paise))) })}
            from={dayOf(insights.from)}
            to={dayOf(insights.to)}
          />
          <details className="mt-3">
            <summary className="link inline-flex min-h-11 items-center text-sm">{say("center.home.numbers")}</summary>
            <table className="mt-2 w-full border-collapse text-[0.9375rem] tabular-nums">
              <thead>
                <tr>
                  <th scope="col" className={numberCell}>
                    {say("common.date")}
                  </th>
                  <th scope="col" className={numberCell}>
                    {say("center.home.closedThen")}
                  </th>
                  <th scope="col" className={numberCell}>
                    {say("center.home.earned")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {filled.map(({ from, to, paise, closed: count }) => (
                  <tr key={from}>
                    <td className={numberCell}>
                      <Link
                        className="link max-md:-my-2.5 max-md:inline-flex max-md:min-h-11 max-md:items-center"
                        to={listOf({ status: "CLOSED", dated: "closed", from, to })}
                      >
                        {from === to ? dayOf(from) : `${dayOf(from)} – ${dayOf(to)}`}
                      </Link>
                    </td>
                    <td className={numberCell}>{count}</td>
                    <td className={numberCell}>{rupees(paise)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </Card>
  );
}

function Stars({ insights }: { insights: CenterInsights }) {
  const say = useSay();
  const { count } = ratingOf(insights);
  return (
    <Card title={say("center.home.stars")}>
      {count === 0 ? (
        <Nothing>{say("center.home.noStars")}</Nothing>
      ) : (
        <Meters
          rows={insights.stars.map(({ stars, count: of }) => ({
            key: String(stars),
            label: say("center.home.star", { count: stars }),
            count: of,
          }))}
        />
      )}
    </Card>
  );
}

function Response({ insights }: { insights: CenterInsights }) {
  const say = useSay();
  const { spread } = insights.response;
  return (
    <Card title={say("center.home.responses")}>
      {spread.every(({ count }) => count === 0) ? (
        <Nothing>{say("center.home.noResponses")}</Nothing>
      ) : (
        <Meters
          rows={spread.map(({ upToMinutes: to, count }, at) => ({
            key: String(to),
            label: spanWord(spread[at - 1]?.upToMinutes ?? null, to, say),
            count,
          }))}
        />
      )}
    </Card>
  );
}

/** A span of minutes in words. */
function spanWord(from: number | null, to: number | null, say: Say) {
  if (from === null) return say("center.home.upTo", { count: to ?? 0 });
  return to === null ? say("center.home.over", { count: from }) : say("center.home.between", { from, to });
}

function Nothing({ children }: { children?: ReactNode }) {
  const say = useSay();
  return <p className="text-soft">{children ?? say("center.home.nothing")}</p>;
}
