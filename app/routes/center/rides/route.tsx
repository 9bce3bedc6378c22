import { Form, useLoaderData } from "@remix-run/react";
import { centerPage } from "#app/http/doors/page.server.ts";
import { Button, ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { PrintButton } from "#app/ui/detail/print-button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { cellText, type ListRow } from "#app/ui/list/columns.tsx";
import { type ShownTable, Table } from "#app/ui/list/table.tsx";
import { day as dayMs, fromIst, istDate, showDate, showTime } from "#modules/kernel/clock.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { daySheet, ridesTable } from "#modules/tickets/index.ts";
import { RideDay } from "#modules/tickets/shared.ts";

export const handle = { title: "ride.sheet" } satisfies Handle;

/** An e-rickshaw driver's day; not found for centers that are not drivers. */
export const loader = centerPage({ can: "desk", query: RideDay }, async (actor, query, { locale }) => {
  const { rides, ...sheet } = await daySheet(actor, query);
  return {
    ...sheet,
    table: tableOf(ridesTable, rides, { actor, locale }, ({ status }) => ({ paid: status === "CLOSED" })),
  };
});

type ListedRide = ListRow & { paid: boolean };

/** The day sheet: cash and online income, and each ride; to print or save. */
export default function DaySheet() {
  const sheet = useLoaderData<typeof loader>();
  const { day, driver, vehicle, table, waiting } = sheet;
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1>{say("ride.sheet")}</h1>
          <p className="text-soft">
            {showDate(fromIst(day), locale)} · {say("ride.sheet.lead", { driver, vehicle: nameOf(vehicle) })}
          </p>
        </div>
        {table.rows.length > 0 && <Taking day={day} />}
      </div>
      <Days day={day} today={sheet.today} />
      <Totals sheet={sheet} />
      {waiting > 0 && (
        <div className="mb-5">
          <Note tone="warm">{say("ride.sheet.waiting", { count: waiting })}</Note>
        </div>
      )}
      <Rides table={table} />
    </>
  );
}

/** The buttons that print or save it. */
function Taking({ day }: { day: string }) {
  const say = useSay();
  return (
    <div className="flex flex-wrap gap-2">
      <PrintButton className={buttonLook({ tone: "quiet" })} label={say("common.print")} />
      <ButtonLink tone="quiet" icon="download" to={`/rides/day-sheet.csv?day=${day}`} reload>
        {say("ride.sheet.download")}
      </ButtonLink>
    </div>
  );
}

/** Chooses a day up to today; it is stored in the address. */
function Days({ day, today }: { day: string; today: string }) {
  const say = useSay();
  const dayLink = (days: number) => `/rides?day=${istDate(new Date(fromIst(day).getTime() + days * dayMs))}`;
  return (
    <Form method="get" key={day} className="mb-5 flex flex-wrap items-end gap-3 rounded-lg bg-sand p-4 print:hidden">
      <div className="flex flex-wrap gap-3">
        <ButtonLink tone="quiet" to={dayLink(-1)}>
          {say("ride.sheet.before")}
        </ButtonLink>
        {day < today && (
          <ButtonLink tone="quiet" to={dayLink(1)}>
            {say("ride.sheet.after")}
          </ButtonLink>
        )}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="field">
          <label htmlFor="day">{say("common.day")}</label>
          <input className="input" type="date" id="day" name="day" defaultValue={day} max={today} />
        </div>
        <Button tone="quiet">{say("common.show")}</Button>
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
    [say("common.total"), rupees(cashPaise + onlinePaise)],
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

function Rides({ table }: { table: ShownTable<ListedRide> }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <Table
      caption={say("ride.sheet")}
      table={table}
      none={
        <EmptyState icon="truck" title={say("ride.sheet.empty")}>
          <p className="text-soft">{say("ride.sheet.emptyHint")}</p>
        </EmptyState>
      }
      looks={{
        time: {
          show: ({ cells: { time } }) =>
            time instanceof Date && <time dateTime={time.toISOString()}>{showTime(time, locale)}</time>,
        },
        route: { show: ({ cells }) => <span className="break-words">{cellText(cells.route)}</span> },
        status: {
          show: ({ paid, cells }) => <Chip tone={paid ? "good" : "warm"}>{cellText(cells.status)}</Chip>,
        },
      }}
    />
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
