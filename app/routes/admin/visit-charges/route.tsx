import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Button, buttonLook } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { MoneyField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { SetVisitCharge } from "#modules/catalog/shared.ts";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { rupees, toRupees } from "#modules/kernel/money.ts";
import { visitChargesAction } from "./actions.server.ts";
import { ChargeDialog } from "./dialogs.tsx";
import { VisitChargesQuery, visitChargesView } from "./view.server.ts";

export const handle = { title: "visitCharge.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: "view_services_list.full_access", query: VisitChargesQuery }, visitChargesView);
export const action = visitChargesAction;

type View = ReturnType<typeof useLoaderData<typeof loader>>;
type Area = View["areas"][number];

/** What a visit of a service costs, by the first three digits of the pincode; for a SUPER_ADMIN. */
export default function VisitCharges() {
  const view = useLoaderData<typeof loader>();
  const { service, areas, begun } = view;
  const say = useSay();
  const here = `/visit-charges?service=${service.id}`;
  return (
    <>
      <DeskTop title={say("visitCharge.titleOf", { name: service.name })} />
      <PageBody>
        <div className="grid max-w-4xl gap-4">
          <p className="text-soft">
            {say(service.pickDrop ? "visitCharge.pickDrop" : "visitCharge.lead")}{" "}
            <Link className="d-link" to="/admin-dashboard">
              {say("common.allServices")}
            </Link>
          </p>
          {!service.pickDrop && <ChargeForm view={view} here={here} />}
          {areas.length === 0 ? (
            <p className="card">{say("visitCharge.none")}</p>
          ) : (
            <ul className="card divide-y divide-line" aria-label={say("visitCharge.list")}>
              {areas.map((area) => (
                <AreaLine key={area.area} shown={area} here={here} />
              ))}
            </ul>
          )}
          {begun.length > 0 && <History view={view} />}
        </div>
      </PageBody>
      <ChargeDialog view={view} closeTo={here} />
    </>
  );
}

/** A new charge, or that of the area the address names. */
function ChargeForm({ view, here }: { view: View; here: string }) {
  const { service, areas, begun, chosen, today, ending, cancelling } = view;
  const planned = areas.flatMap((each) => each.planned.map(({ id }) => id));
  const say = useSay();
  return (
    <section className="card" aria-labelledby="charge-form">
      <h2 id="charge-form" className="mb-3">
        {chosen ? say("visitCharge.changeOf", { area: chosen.area }) : say("visitCharge.new")}
      </h2>
      <Form
        // Emptied once a charge is saved.
        key={[chosen?.area, begun[0]?.id, ...planned].join()}
        intent="set"
        schema={SetVisitCharge}
        values={{
          area: chosen?.area ?? "",
          amount: chosen ? String(toRupees(chosen.amount)) : "",
          from: today,
        }}
        preventScrollReset
        className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        {!ending && !cancelling && (
          <div className="empty:hidden sm:col-span-2 lg:col-span-4">
            <ErrorSummary intent="set" />
          </div>
        )}
        <input type="hidden" name="serviceId" value={service.id} />
        {chosen && <input type="hidden" name="was" value={toRupees(chosen.amount)} />}
        <TextField
          name="area"
          label={say("visitCharge.areaLabel")}
          hint={say("visitCharge.areaHint")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          readOnly={chosen !== null}
          required
        />
        <MoneyField
          name="amount"
          label={say("visitCharge.amount")}
          hint={say("visitCharge.amountHint")}
          inputMode="decimal"
          maxLength={11}
        />
        <TextField name="from" type="date" label={say("price.from")} min={today} max="2100-12-31" required />
        <div className="flex flex-wrap gap-3 lg:mt-6">
          <Button>{say("visitCharge.set")}</Button>
          {chosen && (
            <Link to={here} preventScrollReset className={buttonLook({ tone: "quiet" })}>
              {say("shell.cancel")}
            </Link>
          )}
        </div>
      </Form>
    </section>
  );
}

function AreaLine({ shown: { area, state, amount, since, planned }, here }: { shown: Area; here: string }) {
  const say = useSay();
  const locale = useLocale();
  const addressOf = useAddress();
  return (
    <li className="grid items-start gap-x-6 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_auto]" data-area={area}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b>{say("visitCharge.pincodes", { area })}</b>
          {state && <span className="text-soft">{addressOf(state)}</span>}
          <b className="tabular-nums">{amount > 0 ? rupees(amount) : say("visitCharge.nothing")}</b>
          {since && <span className="text-soft">{say("price.since", { date: showDate(since, locale) })}</span>}
        </p>
        {planned.map(({ id, to, by, effectiveFrom }) => (
          <p key={id} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Chip tone="warm">{say("price.planned", { date: showDate(effectiveFrom, locale) })}</Chip>
            <b className="tabular-nums">{to > 0 ? rupees(to) : say("visitCharge.nothing")}</b>
            <span className="text-soft">{by ?? say("price.byCommand")}</span>
            <Link
              className="d-btn"
              to={`${here}&act=cancel&of=${id}`}
              preventScrollReset
              aria-label={say("visitCharge.cancelOf", { area, date: showDate(effectiveFrom, locale) })}
            >
              {say("price.cancel")}
            </Link>
          </p>
        ))}
      </div>
      <p className="flex gap-2">
        <Link className="d-btn" to={`${here}&area=${area}`} aria-label={say("visitCharge.changeOf", { area })}>
          {say("common.change")}
        </Link>
        {amount > 0 && (
          <Link
            className="d-btn"
            to={`${here}&area=${area}&act=end`}
            preventScrollReset
            aria-label={say("visitCharge.endOf", { area })}
          >
            {say("common.end")}
          </Link>
        )}
      </p>
    </li>
  );
}

function History({ view: { service, begun } }: { view: View }) {
  const say = useSay();
  const locale = useLocale();
  const columns = [
    say("visitCharge.column.area"),
    ...(["from", "who", "was", "is"] as const).map((column) => say(`price.column.${column}`)),
  ];
  return (
    <details className="card">
      <summary>{say("price.history", { n: begun.length })}</summary>
      <div className="table-scroll">
        <table className="mt-2 w-full [&_:is(th,td)]:py-1.5 [&_:is(th,td)]:pr-3 [&_:is(th,td)]:text-left [&_:is(th,td)]:tabular-nums">
          <caption className="sr-only">{say("visitCharge.historyOf", { name: service.name })}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {begun.map(({ id, area, by, from, to, effectiveFrom }) => (
              <tr key={id}>
                <td>{area}</td>
                <td>{showDateTime(effectiveFrom, locale)}</td>
                <td>{by ?? say("price.byCommand")}</td>
                <td>{rupees(from)}</td>
                <td>{rupees(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
