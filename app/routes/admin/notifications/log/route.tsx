import { useLoaderData } from "@remix-run/react";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import { notificationLogDesk } from "#app/parts/notifications/notification-desks.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useQuery } from "#app/ui/base/query.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { StatusMark } from "#app/ui/desk/status-mark.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import type { Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { logAction } from "./actions.server.ts";

export const handle = {
  title: "notification.log",
  fills: true,
  failures: { stop: "notification.stopFailed" },
} satisfies Handle;

export const loader = deskPage(notificationLogDesk);
export const action = logAction;

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

/** How often the page is read again while something on it is being sent. */
const refreshMs = 3_000;
const goesOn = ({ status }: Row) => status === "waiting" || status === "running";

/** What was sent when, to whom and by whom, and what became of it (R443). */
export default function NotificationLog() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const query = useQuery();
  const looks: Looks<Row> = {
    created: { show: (row) => showDateTime(row.createdAt, locale) },
    title: { look: "id" },
    description: { look: "soft", cut: 60 },
    status: { show: (row) => <Status row={row} /> },
  };
  const numbersOf = ({ recipients, sent, delivered, failed }: Row) =>
    say("notification.numbers", { recipients, sent, delivered, failed });
  const stopped = query.get("act") === "stop" ? view.rows.find(({ id }) => id === query.get("of")) : undefined;
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      actsWidth={76}
      nameOf={({ title }) => title}
      acts={(row) => goesOn(row) && <Stop row={row} />}
      tools={
        <Link className="d-btn" to="/notifications">
          {say("notification.all")}
        </Link>
      }
      card={(row) => (
        <>
          <CardName>{row.title}</CardName>
          <Status row={row} />
          <CardText>{`${numbersOf(row)} · ${row.sentBy} · ${showDateTime(row.createdAt, locale)}`}</CardText>
        </>
      )}
      below={<p className="p-3 text-soft text-sm">{say("notification.logHint")}</p>}
      none={say("notification.logNone")}
    >
      {view.rows.some(({ status }) => status === "running") && (
        <span hidden data-enhance="reread" data-reread={refreshMs} />
      )}
      {stopped && goesOn(stopped) && (
        <AddressDialog title={say("notification.stopTitle")} closeTo={to({ act: null, of: null })}>
          <ConfirmForm
            intent="stop"
            fields={{ sendId: stopped.id }}
            question={say("notification.stopQuestion", { name: stopped.title })}
            hint={say("notification.stopHint")}
            act={say("common.stop")}
            closeTo={to({ act: null, of: null })}
          />
        </AddressDialog>
      )}
    </DeskListScreen>
  );
}

const looksOf = { waiting: "pending", running: "pending", done: "assigned", stopped: "off" } as const;

/** Its state; how far it came while it goes on, and from when it goes on while it waits. */
function Status({ row: { status, title, progress, startsAt } }: { row: Row }) {
  const say = useSay();
  const locale = useLocale();
  const word = say(`notification.state.${status}`);
  if (status === "running")
    return (
      <span className="inline-flex items-center gap-2">
        <progress
          max={100}
          value={progress}
          className="w-16"
          aria-label={say("notification.progressLabel", { name: title })}
        />
        {say("notification.progress", { percent: progress })}
      </span>
    );
  const from = status === "waiting" ? say("notification.from", { at: showDateTime(startsAt, locale) }) : undefined;
  return (
    <StatusMark look={looksOf[status]} title={from}>
      {word}
      {from && <span className="sr-only">, {from}</span>}
    </StatusMark>
  );
}

function Stop({ row: { id, title } }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <Link
      className="d-btn"
      to={to({ act: "stop", of: id })}
      preventScrollReset
      aria-label={say("notification.stopOf", { name: title })}
    >
      {say("common.stop")}
    </Link>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
