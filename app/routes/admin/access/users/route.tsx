import { useLoaderData } from "@remix-run/react";
import { type UserExtra, usersDesk } from "#app/parts/access/users-desk.server.ts";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { StatusMark } from "#app/ui/desk/status-mark.tsx";
import { AskingSwitch } from "#app/ui/desk/switch.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { usersActions } from "./actions.server.ts";
import { UserDialog } from "./user-dialog.tsx";

export const handle = { title: "common.users", fills: true } satisfies Handle;

export const loader = deskPage(usersDesk);
export const action = usersActions;

type Row = ListRow & UserExtra;

/** The admin users (R354, R355). */
export default function UsersPage() {
  const view = useLoaderData<typeof loader>();
  const locale = useLocale();
  const to = useListAddress();
  const viewOf = ({ id }: Row) => to({ act: "view", of: id });
  const looks: Looks<Row> = {
    userName: {
      look: "id",
      onCard: true,
      show: (row) => (
        <Link to={viewOf(row)} preventScrollReset>
          <b>{row.userName}</b>
        </Link>
      ),
    },
    mobile: { look: "soft" },
    client: { look: "soft" },
    status: { onCard: true, show: (row) => <Status row={row} /> },
    created: {
      look: "soft",
      show: ({ cells }) => (cells.created ? showDayTime(new Date(String(cells.created)), locale) : "-"),
    },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ userName }) => userName}
      open={viewOf}
      acts={(row) => <UserActs row={row} />}
      card={(row) => (
        <>
          <CardName>{cellText(row.cells.role)}</CardName>
          <CardText>{[row.cells.mobile, row.cells.client].filter(Boolean).join(" · ")}</CardText>
        </>
      )}
    >
      <UserDialog dialog={view.also?.dialog ?? null} />
    </DeskListScreen>
  );
}

/** The toggle labelled ACTIVE or IN_ACTIVE; it asks first, and changes once the change is made (R356). */
function Status({ row }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  const word = say(row.isActive ? "user.ACTIVE" : "user.IN_ACTIVE");
  if (!row.may.setActive) return <StatusMark look={row.isActive ? "assigned" : "off"}>{word}</StatusMark>;
  return (
    <AskingSwitch
      on={row.isActive}
      label={say("user.toggleOf", { name: row.userName, status: word })}
      word={word}
      to={to({ act: "toggle", of: row.id })}
    />
  );
}

function UserActs({ row }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <span className="inline-flex items-center justify-end">
      <Link
        className="d-btn"
        to={to({ act: "view", of: row.id })}
        preventScrollReset
        aria-label={say("user.viewOf", { name: row.userName })}
      >
        {say("user.view")}
      </Link>
      {(row.may.change || row.may.remove) && (
        <Popover
          kind="menu"
          at="end"
          label={say("desk.moreFor", { what: row.userName })}
          className="d-btn d-btn-icon"
          summary={<Icon name="ellipsis" />}
        >
          {row.may.change && (
            <Link to={`/add-user?edit=${row.id}`}>
              <Icon name="pencil" />
              {say("user.edit")}
            </Link>
          )}
          {row.may.remove && (
            <Link to={to({ act: "delete", of: row.id })} preventScrollReset>
              <Icon name="trash-2" />
              {say("common.delete")}
            </Link>
          )}
        </Popover>
      )}
    </span>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
