import { useLoaderData } from "@remix-run/react";
import { type RoleExtra, rolesDesk } from "#app/parts/access/roles-desk.server.ts";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { rolesActions } from "./actions.server.ts";
import { RoleDialog } from "./role-dialog.tsx";

export const handle = { title: "common.roles", fills: true } satisfies Handle;

export const loader = deskPage(rolesDesk);
export const action = rolesActions;

type Row = ListRow & RoleExtra;

const editOf = ({ id }: Row) => `/add-role?edit=${id}`;

/** The roles (R346, R347). */
export default function RolesPage() {
  const view = useLoaderData<typeof loader>();
  const locale = useLocale();
  const to = useListAddress();
  const viewOf = ({ id }: Row) => to({ act: "view", of: id });
  const moment = (value: unknown) => (value ? showDayTime(new Date(String(value)), locale) : "-");
  const looks: Looks<Row> = {
    roleName: {
      look: "id",
      onCard: true,
      show: (row) => (
        <Link to={viewOf(row)} preventScrollReset>
          <b>{row.roleName}</b>
        </Link>
      ),
    },
    createdBy: { look: "soft" },
    created: { look: "soft", show: ({ cells }) => moment(cells.created) },
    updated: { look: "soft", show: ({ cells }) => moment(cells.updated) },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ roleName }) => roleName}
      open={viewOf}
      acts={(row) => <RoleActs row={row} />}
      card={(row) => <RoleCard row={row} />}
    >
      <RoleDialog dialog={view.also?.dialog ?? null} />
    </DeskListScreen>
  );
}

function RoleCard({ row }: { row: Row }) {
  const say = useSay();
  return (
    <CardText>
      {`${say("common.users")}: ${cellText(row.cells.users)} · ${say("common.permissions")}: ${cellText(row.cells.permissions)}`}
    </CardText>
  );
}

/** Edit Role, or View where this admin may not, and the rest in a menu. */
function RoleActs({ row }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  const view = to({ act: "view", of: row.id });
  return (
    <span className="inline-flex items-center justify-end">
      {row.may.change ? (
        <Link className="d-btn" to={editOf(row)} aria-label={say("role.editOf", { name: row.roleName })}>
          {say("role.edit")}
        </Link>
      ) : (
        <Link className="d-btn" to={view} preventScrollReset aria-label={say("role.viewOf", { name: row.roleName })}>
          {say("common.view")}
        </Link>
      )}
      <Popover
        kind="menu"
        at="end"
        label={say("desk.moreFor", { what: row.roleName })}
        className="d-btn d-btn-icon"
        summary={<Icon name="ellipsis" />}
      >
        <Link to={view} preventScrollReset>
          <Icon name="list" />
          {say("common.view")}
        </Link>
        {row.may.remove && (
          <Link to={to({ act: "delete", of: row.id })} preventScrollReset>
            <Icon name="trash-2" />
            {say("common.delete")}
          </Link>
        )}
      </Popover>
    </span>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
