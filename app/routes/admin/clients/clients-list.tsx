import type { AlsoOfClients, ClientExtra } from "#app/parts/clients/clients-desk.server.ts";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import type { DeskView } from "#app/parts/lists/desk-view.server.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardNumber, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
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
  const looks: Looks<Row> = {
    clientName: {
      look: "id",
      show: (row) => (
        <Link to={viewOf(row)} preventScrollReset>
          <b>{row.clientName}</b>
        </Link>
      ),
    },
    clientId: { look: "soft" },
    productCategory: { look: "soft" },
    phone: { look: "soft" },
    email: { look: "soft" },
    city: { look: "soft" },
    state: { look: "soft" },
    gst: { look: "soft" },
    category: { look: "soft" },
    created: {
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
          <CardNumber>
            <Link to={viewOf(row)} preventScrollReset>
              <b>{row.clientName}</b>
            </Link>
          </CardNumber>
          <CardName>{cellText(row.cells.contact)}</CardName>
          <CardText>{[row.cells.product, row.cells.requirement, row.cells.city].filter(Boolean).join(" · ")}</CardText>
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
  const actAddress = (act: "view" | "reveal" | "delete") => to({ act, of: row.id });
  return (
    <span className="inline-flex items-center justify-end">
      <Link
        className="d-btn"
        to={actAddress("view")}
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
          <Link to={actAddress("reveal")} preventScrollReset>
            <Icon name="search" />
            {say("clients.reveal")}
          </Link>
          <Link to={actAddress("delete")} preventScrollReset>
            <Icon name="trash-2" />
            {say("common.delete")}
          </Link>
        </Popover>
      )}
    </span>
  );
}
