import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { RowSwitch } from "#app/ui/desk/switch.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { Looks } from "#app/ui/list/columns.tsx";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { CardName, CardText } from "#app/ui/list/row-card.tsx";
import { Table } from "#app/ui/list/table.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import type { TableColumn } from "#modules/kernel/lists/table.ts";
import { servicesAction } from "./actions.server.ts";
import { ServiceDialog } from "./dialogs.tsx";
import { type ServiceLine, ServicesQuery, type serviceActs, servicesView } from "./view.server.ts";

export const handle = {
  title: "service.dashboard",
  fills: true,
  failures: { switch: "service.switchFailed" },
} satisfies Handle;

export const loader = adminPage({ can: "view_services_list.full_access", query: ServicesQuery }, servicesView);
export const action = servicesAction;

/** The services people book, in the order they see; for a SUPER_ADMIN (R369, R479). */
export default function ServiceCategories() {
  const { rows, dialog, did } = useLoaderData<typeof loader>();
  const say = useSay();
  const to = useListAddress();
  const looks: Looks<ServiceLine> = {
    order: { show: (row) => <Order row={row} /> },
    picture: { show: (row) => <Picture row={row} /> },
    place: { look: "soft", show: placeOf },
    duration: { look: "soft", show: lengthOf },
    sac: { look: "soft" },
    supplier: { look: "soft", show: ({ supplier }) => say(`service.supplier.${supplier}`) },
    active: { show: (row) => <Switch row={row} /> },
  };
  const columns: TableColumn[] = [
    { id: "order", label: say("service.order"), kind: "text", width: 84 },
    { id: "picture", label: say("common.picture"), kind: "text", width: 76 },
    { id: "name", label: say("service.name"), kind: "text", width: 150 },
    { id: "place", label: say("service.place"), kind: "text", width: 150 },
    { id: "duration", label: say("service.usualDuration"), kind: "text", width: 72 },
    { id: "sac", label: say("common.sac"), kind: "text", width: 84 },
    { id: "supplier", label: say("service.supplier"), kind: "text", width: 146 },
    { id: "active", label: say("service.active"), kind: "text", width: 120 },
  ];
  return (
    <ListFrame
      title={say("service.dashboard")}
      count={{ text: String(rows.length), label: say("service.count", { n: rows.length }) }}
      filters={
        <FilterBar
          end={
            <Link className="d-btn d-btn-main" to={to({ act: "add" })} preventScrollReset>
              <Icon name="plus" />
              {say("service.add")}
            </Link>
          }
        >
          <p className="text-soft">{say("service.lead")}</p>
        </FilterBar>
      }
      dialogs={dialog && <ServiceDialog dialog={dialog} closeTo={to({})} />}
    >
      {!dialog && <ErrorSummary />}
      <Table<ServiceLine>
        caption={say("service.category")}
        table={{ columns, rows }}
        looks={looks}
        open={({ id }) => to({ act: "edit", of: id })}
        acts={(row) => <Acts row={row} />}
        dense={{ did, nameOf: ({ serviceName }) => serviceName, card: (row) => <Card row={row} /> }}
        none={
          <>
            <p className="mb-3">{say("service.none")}</p>
            <Link className="d-btn d-btn-main" to={to({ act: "add" })}>
              {say("service.add")}
            </Link>
          </>
        }
      />
    </ListFrame>
  );

  function placeOf({ pickDrop }: ServiceLine) {
    return say(`service.place.${pickDrop ? "PICK_DROP" : "HOME"}`);
  }

  function lengthOf({ duration }: ServiceLine) {
    return say("common.minutes", { n: duration });
  }

  function Card({ row }: { row: ServiceLine }) {
    return (
      <>
        <CardName>{row.serviceName}</CardName>
        <Switch row={row} />
        <CardText>
          {placeOf(row)} · {lengthOf(row)} · {say(`service.supplier.${row.supplier}`)}
        </CardText>
        <span className="col-span-2 col-start-1">
          <Order row={row} />
        </span>
      </>
    );
  }
}

function Picture({ row: { imageBlobId, serviceName } }: { row: ServiceLine }) {
  const say = useSay();
  return imageBlobId ? (
    <img
      className="inline-flex items-center justify-center w-10 h-7.5 border border-rim rounded-md bg-sand text-soft object-cover"
      src={`/files/${imageBlobId}`}
      alt={serviceName}
      width={40}
      height={30}
      loading="lazy"
    />
  ) : (
    <span
      className="inline-flex items-center justify-center w-10 h-7.5 border border-rim rounded-md bg-sand text-soft object-cover"
      title={say("service.noPicture")}
    >
      <Icon name="camera" label={say("service.noPicture")} />
    </span>
  );
}

/** One place up or down in the order people see. */
function Order({ row }: { row: ServiceLine }) {
  const say = useSay();
  const ways = [
    { way: "up", at: row.first, icon: "arrow-up" },
    { way: "down", at: row.last, icon: "arrow-down" },
  ] as const;
  return (
    <Form intent="move" prefix={`move-${row.id}-`} preventScrollReset className="inline-flex">
      <input type="hidden" name="serviceId" value={row.id} />
      {ways.map(({ way, at, icon }) => (
        <button
          key={way}
          type="submit"
          name="way"
          value={way}
          className="d-btn d-btn-bare d-btn-icon"
          disabled={at}
          aria-label={say(`service.move.${way}`, { name: row.serviceName })}
        >
          <Icon name={icon} />
        </button>
      ))}
    </Form>
  );
}

/** Whether people can book it; a press changes that at once. */
function Switch({ row }: { row: ServiceLine }) {
  const say = useSay();
  return (
    <RowSwitch
      on={row.isActive}
      label={say("service.switch", { name: row.serviceName })}
      word={say(row.isActive ? "common.on" : "common.off")}
      fields={{ serviceId: row.id }}
      name="active"
      values={["0", "1"]}
    />
  );
}

function Acts({ row }: { row: ServiceLine }) {
  const say = useSay();
  const to = useListAddress();
  const actAddress = (act: (typeof serviceActs)[number]) => to({ act, of: row.id });
  return (
    <span className="inline-flex items-center justify-end">
      <Link className="d-btn" to={actAddress("edit")} preventScrollReset>
        {say("common.edit")}
      </Link>
      <Popover
        kind="menu"
        at="end"
        label={say("desk.moreFor", { what: row.serviceName })}
        className="d-btn d-btn-icon"
        summary={<Icon name="ellipsis" />}
      >
        {!row.pickDrop && <Link to={`/visit-charges?service=${row.id}`}>{say("visitCharge.title")}</Link>}
        <Link to={actAddress("supplier")} preventScrollReset>
          {say("service.supplier")}
        </Link>
        <Link to={actAddress("delete")} preventScrollReset>
          {say("common.delete")}
        </Link>
      </Popover>
    </span>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
