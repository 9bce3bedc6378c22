import { Form, useLoaderData } from "@remix-run/react";
import { centerPage } from "#app/http/page.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/card.tsx";
import { columns } from "#app/ui/columns.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { unlessUnreachable } from "#app/ui/kept-open.ts";
import { Rows } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { useSay } from "#app/ui/say.tsx";
import { day as dayMs, fromIst, istDate, showDate, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { daySheet, type SheetRide } from "#modules/tickets/index.ts";
import { RideDay } from "#modules/tickets/shared.ts";

export const handle = { title: "ride.sheet" } satisfies Handle;

/** An e-rickshaw driver's day; whoever is no driver has no such page. */
export const loader = centerPage({ query: RideDay }, (center, query) => daySheet(center, query));

export const shouldRevalidate = unlessUnreachable;

/** The day sheet: what was taken, cash and online, and each ride; to be printed or saved. */
export default function DaySheet() {
  const sheet = useLoaderData<typeof loader>();
  const { day, driver, vehicle, rides, waiting } = sheet;
  const say = useSay();
  const locale = useLocale();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1>{say("ride.sheet")}</h1>
          <p className="text-soft">
            {showDate(fromIst(day), locale)} · {say("ride.sheet.lead", { driver, vehicle })}
          </p>
        </div>
        {rides.length > 0 && <Taking day={day} />}
      </div>
      <Days day={day} today={sheet.today} />
      <Totals sheet={sheet} />
      {waiting > 0 && (
        <div className="mb-5">
          <Note tone="warm">{say("ride.sheet.waiting", { count: waiting })}</Note>
        </div>
      )}
      {rides.length === 0 ? (
        <EmptyState icon="truck" title={say("ride.sheet.empty")}>
          <p className="text-soft">{say("ride.sheet.emptyHint")}</p>
        </EmptyState>
      ) : (
        <Rides rides={rides} />
      )}
    </>
  );
}

/** Print as it stands, or save. */
function Taking({ day }: { day: string }) {
  const say = useSay();
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="button" tone="quiet" icon="file-text" onClick={() => print()}>
        {say("ride.sheet.print")}
      </Button>
      <ButtonLink tone="quiet" icon="download" to={`/rides/day-sheet.csv?day=${day}`} reload>
        {say("ride.sheet.download")}
      </ButtonLink>
    </div>
  );
}

/** Any day up to today; the address holds it. */
function Days({ day, today }: { day: string; today: string }) {
  const say = useSay();
  const beside = (days: number) => `/rides?day=${istDate(new Date(fromIst(day).getTime() + days * dayMs))}`;
  return (
    <Form method="get" key={day} className="mb-5 flex flex-wrap items-end gap-3 rounded-lg bg-sand p-4 print:hidden">
      <div className="flex flex-wrap gap-3">
        <ButtonLink tone="quiet" to={beside(-1)}>
          {say("ride.sheet.before")}
        </ButtonLink>
        {day < today && (
          <ButtonLink tone="quiet" to={beside(1)}>
            {say("ride.sheet.after")}
          </ButtonLink>
        )}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="field">
          <label htmlFor="day">{say("ride.sheet.day")}</label>
          <input className="input" type="date" id="day" name="day" defaultValue={day} max={today} />
        </div>
        <Button tone="quiet">{say("ride.sheet.show")}</Button>
      </div>
    </Form>
  );
}

type Sums = { count: number; cashPaise: number; onlinePaise: number };

function Totals({ sheet: { count, cashPaise, onlinePaise } }: { sheet: Sums }) {
  const say = useSay();
  const sums = [
    [say("ride.sheet.count"), String(count)],
    [say("ride.sheet.cash"), rupees(cashPaise)],
    [say("ride.sheet.online"), rupees(onlinePaise)],
    [say("ride.sheet.total"), rupees(cashPaise + onlinePaise)],
  ] as const;
  return (
    <dl className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-4">
      {sums.map(([label, value]) => (
        <div key={label} className="card">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="text-2xl font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Rides({ rides }: { rides: readonly SheetRide[] }) {
  const say = useSay();
  const locale = useLocale();
  const c = columns<SheetRide>(locale);
  return (
    <Rows
      title={say("ride.sheet")}
      rows={rides}
      id={({ number }) => number}
      columns={[
        c.own(say("ride.sheet.time"), ({ at }) => (
          <time dateTime={new Date(at).toISOString()}>{showTime(at, locale)}</time>
        )),
        c.own(say("ride.route"), ({ from, to }) => <span className="break-words">{`${from} → ${to}`}</span>),
        c.rupees("farePaise", say("ride.amount")),
        c.own(say("ride.mode"), ({ mode }) => say(`ride.mode.${mode}`)),
        c.chip(
          "status",
          say("ride.sheet.status"),
          (status) => (status === "CLOSED" ? "good" : "warm"),
          (status) => say(status === "CLOSED" ? "ride.sheet.paid" : "ride.sheet.notPaid"),
        ),
      ]}
    />
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
