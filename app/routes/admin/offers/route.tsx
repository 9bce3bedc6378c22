import { useLoaderData } from "@remix-run/react";
import { offersDesk } from "#app/parts/catalog/offers-desk.server.ts";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { StatusMark } from "#app/ui/desk/status-mark.tsx";
import { RowSwitch } from "#app/ui/desk/switch.tsx";
import type { Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDate } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { rupees } from "#modules/kernel/money.ts";
import { offersAction } from "./actions.server.ts";
import { OfferDialog } from "./dialogs.tsx";

export const handle = {
  title: "offer.title",
  fills: true,
  failures: { switch: "offer.switchFailed" },
} satisfies Handle;

export const loader = deskPage(offersDesk);
export const action = offersAction;

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

/** The offers (R431, R432, R484). */
export default function Offers() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const day = (at: Date | string) => showDate(at, locale);
  const used = ({ uses, totalUses }: Row) =>
    totalUses === null ? figure(uses) : say("offer.usedOf", { n: figure(uses), of: figure(totalUses) });
  const looks: Looks<Row> = {
    title: { look: "id", show: (row) => <Title row={row} /> },
    status: { show: (row) => <Status row={row} /> },
    fromDate: { show: (row) => day(row.fromDate) },
    toDate: { show: (row) => day(row.toDate) },
    used: { show: used },
    createdOn: { look: "soft", show: (row) => day(row.createdAt) },
    category: { look: "soft" },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ title }) => title}
      open={({ id }) => to({ act: "edit", of: id })}
      acts={(row) => <Acts row={row} />}
      card={(row) => (
        <>
          <CardName>{row.title}</CardName>
          <Status row={row} />
          <CardText>{`${rupees(row.feeOffPaise)} · ${day(row.fromDate)} – ${day(row.toDate)}`}</CardText>
        </>
      )}
      none={say("offer.none")}
    >
      {view.also?.dialog && <OfferDialog dialog={view.also.dialog} closeTo={to({})} />}
    </DeskListScreen>
  );
}

function Title({ row: { title, description } }: { row: Row }) {
  return (
    <span title={description ?? undefined}>
      <b>{title}</b>
    </span>
  );
}

const looks = {
  RUNNING: "assigned",
  COMING: "pending",
  OVER: "off",
  USED_UP: "off",
  OFF: "off",
} as const;

/** Whether its code is taken now, and the switch beside it, which changes that at once (R432). */
function Status({ row }: { row: Row }) {
  const say = useSay();
  return (
    <span className="inline-flex items-center gap-2">
      <RowSwitch
        on={row.isActive}
        label={say("offer.switch", { name: row.title })}
        fields={{ offerId: row.id }}
        name="active"
        values={["false", "true"]}
      />
      <StatusMark look={looks[row.status]}>{say(`offer.status.${row.status}`)}</StatusMark>
    </span>
  );
}

function Acts({ row }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <span className="inline-flex items-center justify-end">
      <Link className="d-btn" to={to({ act: "edit", of: row.id })} preventScrollReset>
        {say("common.edit")}
      </Link>
      <Popover
        kind="menu"
        at="end"
        label={say("desk.moreFor", { what: row.title })}
        className="d-btn d-btn-icon"
        summary={<Icon name="ellipsis" />}
      >
        <Link to={to({ act: "delete", of: row.id })} preventScrollReset>
          {say("common.delete")}
        </Link>
      </Popover>
    </span>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
