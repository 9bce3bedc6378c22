import type { AlsoOfClients, ClientExtra } from "#app/parts/clients/clients-desk.server.ts";
import { DeskListScreen } from "#app/parts/desk-list/desk-list.tsx";
import type { DeskView } from "#app/parts/desk-list/desk-view.server.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useListAddress } from "#app/ui/desk/filters.tsx";
import type { ColumnLook } from "#app/ui/desk/grid.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { cellText, type ListRow } from "#app/ui/list/columns.tsx";
import { showDayTime } from "#modules/kernel/clock.ts";
import { ClientDialog, type ShownDialog } from "./client-dialog.tsx";

type Row = ListRow & ClientExtra;

/** What crosses the wire of the list. */
type Shown = Omit<DeskView<ClientExtra, AlsoOfClients>, "also"> & {
  also: (Omit<AlsoOfClients, "dialog"> & { dialog: ShownDialog | null }) | null;
};

/** The clients (002 §2.7). */
export function ClientsList({ view }: { view: Shown }) {
  const locale = useLocale();
  const to = useListAddress();
  const viewOf = ({ id }: Row) => to({ act: "view", of: id });
  const looks: Record<string, ColumnLook<Row>> = {
    clientName: {
      width: "160px",
      look: "id",
      show: (row) => (
        <Link to={viewOf(row)} preventScrollReset>
          <b>{row.clientName}</b>
        </Link>
      ),
    },
    clientId: { width: "106px", look: "soft" },
    product: { width: "108px" },
    productCategory: { width: "140px", look: "soft" },
    requirement: { width: "106px" },
    price: { width: "80px" },
    contact: { width: "154px" },
    phone: { width: "102px", look: "soft" },
    email: { width: "180px", look: "soft" },
    city: { width: "96px", look: "soft" },
    state: { width: "130px", look: "soft" },
    gst: { width: "160px", look: "soft" },
    category: { width: "150px", look: "soft" },
    users: { width: "70px" },
    created: {
      width: "92px",
      look: "soft",
      show: ({ cells }) => (cells.created ? showDayTime(new Date(String(cells.created)), locale) : "-"),
    },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ clientName }) => clientName}
      open={viewOf}
      acts={(row) => <ClientActs row={row} mayEdit={view.also?.mayEdit ?? false} />}
      card={(row) => (
        <>
          <span className="ref">
            <Link to={viewOf(row)} preventScrollReset>
              <b>{row.clientName}</b>
            </Link>
          </span>
          <span className="who">{cellText(row.cells.contact)}</span>
          <span className="what">
            {[row.cells.product, row.cells.requirement, row.cells.city].filter(Boolean).join(" · ")}
          </span>
        </>
      )}
    >
      {view.also?.dialog && (
        <ClientDialog dialog={view.also.dialog} mayEdit={view.also.mayEdit} mayDeleteUsers={view.also.mayDeleteUsers} />
      )}
    </DeskListScreen>
  );
}

function ClientActs({ row, mayEdit }: { row: Row; mayEdit: boolean }) {
  const say = useSay();
  const to = useListAddress();
  const at = (act: "view" | "reveal" | "delete") => to({ act, of: row.id });
  return (
    <span className="inline-flex items-center justify-end">
      <Link
        className="d-btn"
        to={at("view")}
        preventScrollReset
        aria-label={say("clients.viewOf", { name: row.clientName })}
      >
        {say("common.view")}
      </Link>
      {mayEdit && (
        <Popover
          kind="menu"
          at="end"
          label={say("desk.moreFor", { what: row.clientName })}
          className="d-btn d-btn-icon"
          summary={<Icon name="ellipsis" />}
        >
          <Link to={to({ act: "edit", of: row.id })}>
            <Icon name="pencil" />
            {say("common.edit")}
          </Link>
          <Link to={at("reveal")} preventScrollReset>
            <Icon name="search" />
            {say("clients.reveal")}
          </Link>
          <Link to={at("delete")} preventScrollReset>
            <Icon name="trash-2" />
            {say("common.delete")}
          </Link>
        </Popover>
      )}
    </span>
  );
}
