import { Link, Form as QueryForm, useLoaderData, useNavigation } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useListAddress } from "#app/ui/desk/filters.tsx";
import { type ColumnContract, Grid } from "#app/ui/desk/grid.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { DeskTop } from "#app/ui/desk/top.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { ListRow } from "#app/ui/list/columns.tsx";
import { keptOpen, unlessUnreachable } from "#app/ui/shell/kept-open.ts";
import { showDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { offersAction } from "./actions.server.ts";
import { OfferDialog } from "./dialogs.tsx";
import { OffersQuery, offersView } from "./view.server.ts";

export const handle = { title: "offer.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: "view_offers", query: OffersQuery }, offersView);
export const action = offersAction;
export const clientAction = keptOpen();
export const shouldRevalidate = unlessUnreachable;

type View = ReturnType<typeof useLoaderData<typeof loader>>;
type Row = View["rows"][number] & ListRow;

/** The offers (R431, R432, R484). */
export default function Offers() {
  const { rows, filter, dialog, did } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const busy = useNavigation().state === "loading";
  const day = (at: Date | string) => showDate(at, locale);
  const used = ({ uses, totalUses }: Row) =>
    totalUses === null ? String(uses) : say("offer.usedOf", { n: uses, of: totalUses });
  const contract: ColumnContract<Row>[] = [
    { id: "title", width: "180px", look: "id", show: (row) => <Title row={row} /> },
    { id: "status", width: "116px", show: (row) => <Switch row={row} /> },
    { id: "fromDate", width: "112px", show: (row) => day(row.fromDate) },
    { id: "toDate", width: "112px", show: (row) => day(row.toDate) },
    { id: "feeOffLabel", width: "140px", priority: 3, show: (row) => rupees(row.feeOffPaise) },
    { id: "used", width: "90px", priority: 3, show: used },
    { id: "created", width: "112px", priority: 4, look: "soft", show: (row) => day(row.createdAt) },
    { id: "category", width: "110px", priority: 4, look: "soft" },
  ];
  return (
    <>
      <DeskTop
        title={say("offer.title")}
        count={{ text: String(rows.length), label: say("offer.count", { n: rows.length }) }}
      />
      <div className="desk-filters">
        <QueryForm method="get" className="offers-filter" key={`${filter.from}${filter.to}${filter.sort}`}>
          <label>
            {say("offer.createdFrom")}
            <input className="input" type="date" name="from" defaultValue={filter.from} />
          </label>
          <label>
            {say("offer.createdTo")}
            <input className="input" type="date" name="to" defaultValue={filter.to} />
          </label>
          <label>
            {say("offer.sort")}
            <select className="input" name="sort" defaultValue={filter.sort}>
              <option value="created">{say("offer.sort.created")}</option>
              <option value="expiry">{say("offer.sort.expiry")}</option>
            </select>
          </label>
          <button type="submit" className="d-btn">
            {say("offer.show")}
          </button>
        </QueryForm>
        <div className="end">
          <Link className="d-btn d-btn-main" to={to({ act: "add" })} preventScrollReset>
            <Icon name="plus" />
            {say("offer.add")}
          </Link>
        </div>
      </div>
      {!dialog && <ErrorSummary />}
      <Grid<Row>
        caption={say("offer.title")}
        columns={contract.map(({ id }) => ({ id, label: say(labels[id as keyof typeof labels]), kind: "text" }))}
        contract={contract}
        rows={rows}
        compact={false}
        busy={busy}
        did={did}
        nameOf={({ title }) => title}
        acts={(row) => <Acts row={row} />}
        card={(row) => (
          <>
            <span className="who min-w-0 truncate">{row.title}</span>
            <Switch row={row} />
            <span className="what">{`${day(row.fromDate)} – ${day(row.toDate)} · ${rupees(row.feeOffPaise)}`}</span>
          </>
        )}
        none={say("offer.none")}
      />
      {dialog && <OfferDialog dialog={dialog} closeTo={to({})} />}
    </>
  );
}

const labels = {
  title: "offer.name",
  category: "offer.category",
  fromDate: "offer.fromDate",
  toDate: "offer.toDate",
  feeOffLabel: "offer.feeOffLabel",
  used: "offer.used",
  created: "offer.created",
  status: "offer.status",
} as const;

function Title({ row: { title, description } }: { row: Row }) {
  return (
    <span title={description ?? undefined}>
      <b>{title}</b>
    </span>
  );
}

/** Whether its code is in force; a press changes that at once (R432). */
function Switch({ row }: { row: Row }) {
  const say = useSay();
  const busy = useBusy("switch", { offerId: row.id });
  return (
    <Form intent="switch" prefix={`switch-${row.id}-`} preventScrollReset aria-busy={busy}>
      <input type="hidden" name="offerId" value={row.id} />
      <button
        type="submit"
        name="active"
        value={row.isActive ? "false" : "true"}
        role="switch"
        aria-checked={row.isActive}
        aria-label={say("offer.switch", { name: row.title })}
        className="d-switch"
        disabled={busy}
      >
        <i aria-hidden="true" />
        {say(row.isActive ? "offer.on" : "offer.off")}
      </button>
    </Form>
  );
}

function Acts({ row }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <span className="inline-flex items-center justify-end">
      <Link className="d-btn" to={to({ act: "edit", of: row.id })} preventScrollReset>
        {say("offer.edit")}
      </Link>
      <Popover
        kind="menu"
        at="end"
        label={say("desk.moreFor", { what: row.title })}
        className="d-btn d-btn-icon"
        summary={<Icon name="ellipsis" />}
      >
        <Link to={to({ act: "delete", of: row.id })} preventScrollReset>
          {say("offer.delete")}
        </Link>
      </Popover>
    </span>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
