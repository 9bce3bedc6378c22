import type { ReactNode } from "react";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { Bars, Meters } from "#app/ui/chart/charts.tsx";
import { SmallTable } from "#app/ui/detail/small-table.tsx";
import { fromIst, showDate, showDates } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Insights } from "#modules/reports/index.ts";
import { requestSources } from "#modules/tickets/shared.ts";
import { InNumbers, Opened, Part, share, Wide } from "./opened.tsx";

type Of = { insights: Insights };

const most = (amounts: readonly number[]) => Math.max(0, ...amounts);

/** How many requests came, over time. */
export function Trend({ insights: { trend, received, from, to } }: Of) {
  const say = useSay();
  const locale = useLocale();
  const date = (day: string) => showDate(fromIst(day), locale);
  const top = figure(most(trend.map((slice) => slice.received)));
  return (
    <Part title={say("report.trend")}>
      <Bars
        className="h-32"
        amounts={trend.map((slice) => slice.received)}
        name={say("report.trendOf", { n: figure(received), most: top })}
        most={say("report.most", { most: top })}
        from={date(from)}
        to={date(to)}
      />
      <InNumbers>
        <Wide label={say("report.trend")}>
          <SmallTable
            className="d-table"
            caption={say("report.trend")}
            heads={[say("report.when"), say("report.received"), say("report.closed")]}
            rows={trend
              .filter((slice) => slice.received > 0)
              .toReversed()
              .map((slice) => {
                const days = { from: slice.from, to: slice.to };
                return {
                  key: slice.from,
                  cells: [
                    slice.from === slice.to
                      ? date(slice.from)
                      : showDates(fromIst(slice.from), fromIst(slice.to), locale),
                    <Opened key="received" n={slice.received} filter={days} />,
                    <Opened key="closed" n={slice.closed} filter={{ ...days, status: "CLOSED" }} />,
                  ],
                };
              })}
          />
        </Wide>
      </InNumbers>
    </Part>
  );
}

/** How far the requests came: each step with its share of those booked. */
export function Funnel({ insights: { funnel, from, to } }: Of) {
  const say = useSay();
  const booked = funnel[0]?.n ?? 0;
  return (
    <Part title={say("report.funnel")}>
      <Wide label={say("report.funnel")}>
        <table className="d-table">
          <caption className="sr-only">{say("report.funnel")}</caption>
          <thead>
            <tr>
              <th scope="col">{say("report.step")}</th>
              <td />
              <th scope="col">{say("common.requests")}</th>
              <th scope="col">{say("common.share")}</th>
            </tr>
          </thead>
          <tbody>
            {funnel.map(({ step, n }) => (
              <tr key={step}>
                <th scope="row">{say(`report.step.${step}`)}</th>
                <td className="w-[36%] min-w-15 text-teal-700">
                  <svg
                    className="block h-2.5 w-full"
                    viewBox="0 0 100 10"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <rect width={booked > 0 ? (n / booked) * 100 : 0} height="10" fill="currentColor" />
                  </svg>
                </td>
                <td>
                  <Opened n={n} filter={{ from, to, reached: step === "booked" ? null : step }} />
                </td>
                <td>{share(n, booked)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Part>
  );
}

function duration(seconds: number | null, say: Say) {
  if (seconds === null) return "–";
  if (seconds < 7_200) return say("common.minutes", { n: Math.round(seconds / 60) });
  if (seconds < 172_800) return say("report.hours", { n: Math.round(seconds / 360) / 10 });
  return say("common.nDays", { n: Math.round(seconds / 8_640) / 10 });
}

/** How long requests waited for a center, and for their closing. */
export function TimesTable({ insights: { toAccept, toClose, from, to } }: Of) {
  const say = useSay();
  const rows = [
    ["toAccept", toAccept, { reached: "answered" }],
    ["toClose", toClose, { status: "CLOSED" }],
  ] as const;
  return (
    <Part title={say("report.times")}>
      <Wide label={say("report.times")}>
        <SmallTable
          className="d-table"
          caption={say("report.times")}
          heads={[say("report.step"), say("common.requests"), say("report.half"), say("report.nine")]}
          rows={rows.map(([name, times, filter]) => ({
            key: name,
            cells: [
              say(`report.${name}`),
              <Opened key="n" n={times.n} filter={{ from, to, ...filter }} />,
              duration(times.p50, say),
              duration(times.p90, say),
            ],
          }))}
        />
      </Wide>
    </Part>
  );
}

/** The open requests by age; those of all time, whichever days are chosen. */
export function Ageing({ insights: { ageing } }: Of) {
  const say = useSay();
  const words = [
    say("report.age.today"),
    ...(
      [
        [1, 3],
        [4, 7],
        [8, 30],
      ] as const
    ).map(([from, to]) => say("report.age.days", { from, to })),
    say("report.age.older"),
  ];
  return (
    <Part title={say("report.ageing")}>
      <Meters
        lineClass="min-h-8.5 text-14"
        rows={ageing.map(({ from, to, n }, at) => ({
          key: to,
          label: (
            <Opened n={n} filter={{ from: from ?? "2000-01-01", to, status: "open" }}>
              {words[at]}
            </Opened>
          ),
          count: n,
        }))}
      />
    </Part>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const heats = ["", "bg-red-700/7", "bg-red-700/13", "bg-red-700/19", "bg-red-700/25"];
/** How strong a field is coloured: by quarters of the requests without response. */
const heat = (unanswered: number, offered: number) => Math.min(4, Math.ceil((unanswered / offered) * 4));

/** Where and when no center accepted in time: pincodes down, hours across. */
export function NoResponse({ insights: { noResponse, from, to } }: Of) {
  const say = useSay();
  const { offered, unanswered, pincodes } = noResponse;
  const field = (counts: { offered: number; unanswered: number }, filter: Record<string, string | number>) => (
    <Opened
      n={counts.offered}
      filter={{ from, to, ...filter, reached: counts.unanswered > 0 ? "unanswered" : "broadcast" }}
    >
      {`${counts.unanswered}/${counts.offered}`}
    </Opened>
  );
  return (
    <Part
      wide
      title={say("report.noResponse")}
      hint={
        offered > 0
          ? say("report.noResponseHint", {
              offered: figure(offered),
              unanswered: figure(unanswered),
              share: share(unanswered, offered),
            })
          : undefined
      }
    >
      {pincodes.length === 0 ? (
        <p className="text-soft">{say("report.noneOffered")}</p>
      ) : (
        <Wide label={say("report.noResponse")} className="d-heat">
          <table className="d-table">
            <caption className="sr-only">{say("report.noResponse")}</caption>
            <thead>
              <tr>
                <th scope="col">{say("common.pincode")}</th>
                <th scope="col">{say("report.all")}</th>
                {hours.map((hour) => (
                  <th key={hour} scope="col">
                    {hour}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pincodes.map((row) => (
                <tr key={row.pincode}>
                  <th scope="row" className="sticky left-0 bg-white">
                    {row.pincode}
                  </th>
                  <td>{field(row, { pincode: row.pincode })}</td>
                  {hours.map((hour) => {
                    const counts = row.hours.find((one) => one.hour === hour);
                    return (
                      <td key={hour} className={counts && heats[heat(counts.unanswered, counts.offered)]}>
                        {counts && field(counts, { pincode: row.pincode, hour })}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </Part>
  );
}

type GroupsProps = Of & { by: "service" | "city" | "center" | "source" };
const groupsOf = { service: "services", city: "cities", center: "centers", source: "sources" } as const;
const titles = {
  service: "common.byService",
  city: "report.byCity",
  center: "report.byCenter",
  source: "report.bySourceTitle",
} as const;

const heads = {
  service: "common.service",
  city: "common.city",
  center: "common.center",
  source: "report.bySource",
} as const;

/** Requests counted apart by service, city, center or source, the most first. */
export function Groups({ insights, by }: GroupsProps) {
  const say = useSay();
  const groups = insights[groupsOf[by]];
  const { from, to } = insights;
  const money = groups.some(({ earnedPaise }) => earnedPaise !== null);
  const named = (value: string, name: string): ReactNode => {
    const source = by === "source" ? requestSources.find((one) => one === value) : undefined;
    return source ? say(`report.source.${source}`) : name || "–";
  };
  return (
    <Part title={say(titles[by])}>
      <Wide label={say(titles[by])}>
        <SmallTable
          className="d-table"
          caption={say(titles[by])}
          heads={[
            say(heads[by]),
            say("report.received"),
            say("common.open"),
            say("report.closed"),
            say("report.cancelled"),
            ...(money ? [say("report.earned")] : []),
          ]}
          rows={groups.map((group) => {
            const filter = group.value ? { from, to, [by]: group.value } : null;
            const n = (count: number, status: string | null) =>
              filter ? <Opened n={count} filter={{ ...filter, status }} /> : figure(count);
            return {
              key: group.value,
              cells: [
                named(group.value, group.name),
                n(group.received, null),
                n(group.open, "open"),
                n(group.closed, "CLOSED"),
                n(group.cancelled, "CANCEL"),
                ...(group.earnedPaise === null ? [] : [rupees(group.earnedPaise)]),
              ],
            };
          })}
        />
      </Wide>
    </Part>
  );
}

/** The money of the requests: what the house earned, holds and gave back, and what clients owe. */
export function Money({ insights: { money } }: Of) {
  const say = useSay();
  const figures = (
    [
      ["earned", money.earnedPaise],
      ["held", money.heldPaise],
      ["refunded", money.refundedPaise],
      ["due", money.duePaise],
      ["closing", money.closingPaise],
    ] as const
  ).filter(([, paise]) => paise !== null);
  return (
    <Part wide title={say("report.money")}>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-x-6 gap-y-3">
        {figures.map(([name, paise]) => (
          <div key={name}>
            <dt className="text-13 text-soft">{say(`report.${name}`)}</dt>
            <dd className="text-18 font-bold tabular-nums">
              {rupees(paise ?? 0)}
              <small className="block text-12 font-normal text-soft normal-nums">{say(`report.${name}Hint`)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
