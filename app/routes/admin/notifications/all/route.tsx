import { useLoaderData } from "@remix-run/react";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import { notificationsDesk } from "#app/parts/notifications/notification-desks.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { RowSwitch } from "#app/ui/desk/switch.tsx";
import type { Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { notificationsAction } from "./actions.server.ts";
import { AddDialog } from "./add-dialog.tsx";
import { SendDialog } from "./send-dialog.tsx";

export const handle = {
  title: "notification.menu",
  fills: true,
  failures: {
    add: "notification.saveFailed",
    switch: "notification.switchFailed",
    count: "notification.sendFailed",
    send: "notification.sendFailed",
  },
} satisfies Handle;

export const loader = deskPage(notificationsDesk);
export const action = notificationsAction;

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

/** All Notifications, with the form of a new one and the dialog that sends one (R442). */
export default function Notifications() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const looks: Looks<Row> = {
    title: { look: "id" },
    status: { show: (row) => <Status row={row} /> },
    description: { look: "soft", cut: 90 },
    created: { look: "soft", show: (row) => showDateTime(row.createdAt, locale) },
  };
  const dialog = view.also?.dialog;
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ title }) => title}
      acts={(row) => <Acts row={row} />}
      tools={
        <Link className="d-btn" to="/notification-history">
          {say("notification.toLog")}
        </Link>
      }
      card={(row) => (
        <>
          <CardName>{row.title}</CardName>
          <Status row={row} />
          <CardText>{`${say(`notification.userType.${row.userType}`)} · ${row.description}`}</CardText>
        </>
      )}
      none={say("notification.none")}
    >
      {dialog?.act === "add" && <AddDialog closeTo={to({})} />}
      {dialog?.act === "send" && <SendDialog key={dialog.notification.id} dialog={dialog} closeTo={to({})} />}
    </DeskListScreen>
  );
}

/** Whether it may be sent; the switch changes that at once. */
function Status({ row: { id, title, isActive } }: { row: Row }) {
  const say = useSay();
  const word = say(isActive ? "common.active" : "common.inactive");
  return (
    <RowSwitch
      on={isActive}
      label={say("notification.switch", { name: title, word })}
      word={word}
      fields={{ notificationId: id }}
      name="active"
      values={["false", "true"]}
    />
  );
}

function Acts({ row: { id, title } }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <Link
      className="d-btn"
      to={to({ act: "send", of: id })}
      preventScrollReset
      aria-label={say("notification.sendOf", { name: title })}
    >
      {say("notification.send")}
    </Link>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
