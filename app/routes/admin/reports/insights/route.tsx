import { useLoaderData, useLocation } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { nearness } from "#app/ui/base/near.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { chipLook } from "#app/ui/desk/chip-look.ts";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { reportPermission } from "#modules/reports/index.ts";
import { insightDays } from "#modules/reports/shared.ts";
import { reportActions } from "./actions.server.ts";
import { Ageing, Funnel, Groups, Money, NoResponse, TimesTable, Trend } from "./beyond.tsx";
import { Demand } from "./demand.tsx";
import { ClientChoice, Files } from "./files.tsx";
import { Half, OpensList, Part } from "./opened.tsx";
import { CountsTable, EarnedTable, RevenueTable, Today } from "./periods.tsx";
import { ReportQuery, type ReportView, reportView } from "./view.server.ts";

export const handle = { title: "report.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: reportPermission, query: ReportQuery }, reportView);
export const action = reportActions;

/** Insights of Requests (001 §2, screen 12), and beyond it what happened to the requests of the last days. */
export default function ReportPage() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const { numbers, insights } = view;
  const asOf = say("report.asOf", { at: showDateTime(view.at, locale) });
  // What was earned stands first, the specified revenue after it; who does not read the house's money sees requests first.
  const revenue = (
    <Part wide title={say("report.revenue")} hint={view.house ? say("report.revenueHint") : undefined}>
      <RevenueTable numbers={numbers} wallets={view.wallets} />
    </Part>
  );
  return (
    <OpensList.Provider value={view}>
      <DeskTop title={say("report.title")} count={{ text: asOf, label: asOf }} />
      {view.behind && (
        <p className="bg-marigold-50 px-4 py-2 text-13 text-marigold-700" role="status">
          {say("report.behind")}
        </p>
      )}
      <PageBody>
        <div className="-mt-3 grid grid-cols-[minmax(0,1fr)_340px] gap-x-10 *:min-w-0 *:pt-4 *:pb-5 *:data-wide:col-span-full *:data-wide:border-t *:data-wide:border-line *:data-wide:first:border-t-0 *:data-wide:first:pt-0 *:data-wide:first:pb-1 max-[1100px]:grid-cols-1 max-[1400px]:grid-cols-[minmax(0,1fr)_300px] max-[1400px]:gap-x-8">
          {view.clients && <OfClient view={view} />}
          {view.house && (
            <>
              <Part wide title={say("report.earnedTitle")} hint={say("report.earnedDefinition")}>
                <EarnedTable numbers={numbers} />
              </Part>
              {revenue}
            </>
          )}
          <Part title={say("report.counts")} hint={say("report.countsHint")}>
            <CountsTable numbers={numbers} />
          </Part>
          <Part title={say("report.today")}>
            <Today numbers={numbers} />
          </Part>
          {!view.house && revenue}
          <Files view={view} />
          <Lengths length={view.length} />
          {insights.received === 0 && (
            <p className="text-soft" data-wide="">
              {say("report.nothing")}
            </p>
          )}
          {insights.received > 0 && (
            <Half>
              <Trend insights={insights} />
              <Funnel insights={insights} />
            </Half>
          )}
          <Half>
            {insights.received > 0 && <TimesTable insights={insights} />}
            <Ageing insights={insights} />
          </Half>
          {insights.received > 0 && (
            <>
              <Money insights={insights} />
              <NoResponse insights={insights} />
              <Half>
                <Groups insights={insights} by="service" />
                <Groups insights={insights} by="source" />
                <Groups insights={insights} by="city" />
                <Groups insights={insights} by="center" />
              </Half>
            </>
          )}
          <Demand view={view} />
          <Checked check={view.check} />
        </div>
      </PageBody>
    </OpensList.Provider>
  );
}

/** Operators choose whose requests the numbers are about. */
function OfClient({ view }: { view: ReportView }) {
  const say = useSay();
  const { pathname } = useLocation();
  return (
    <form
      method="get"
      action={pathname}
      {...nearness(false)}
      className="flex flex-wrap items-center gap-2"
      data-wide=""
      data-client=""
    >
      <input type="hidden" name="days" value={view.length} />
      <ClientChoice view={view} id="report-client" className="flex min-w-0 items-center gap-2 text-soft" />
      <button type="submit" className="d-btn">
        {say("common.show")}
      </button>
    </form>
  );
}

function Lengths({ length }: { length: number }) {
  const say = useSay();
  const here = useLocation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 pb-0! [&+*]:border-t-0!" data-wide="">
      <h2>{say("report.beyond", { n: length })}</h2>
      <nav className="flex flex-wrap gap-1.5" aria-label={say("report.length")}>
        {insightDays.map((n) => (
          <Link
            key={n}
            className={`${chipLook()} aria-[current]:border-teal-700 aria-[current]:bg-teal-50 aria-[current]:font-semibold aria-[current]:text-teal-800`}
            to={addressWith(here, { days: String(n) })}
            preventScrollReset
            aria-current={n === length ? "page" : undefined}
          >
            {say("common.nDays", { n })}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Checked({ check }: Pick<ReportView, "check">) {
  const say = useSay();
  const locale = useLocale();
  if (!check) return null;
  const at = showDateTime(check.at, locale);
  return (
    <p className="text-13 text-soft" data-wide="">
      {check.differences === 0
        ? say("report.checkedOk", { at })
        : say("report.checkedWrong", { at, n: check.differences })}
    </p>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
