import { useLoaderData } from "@remix-run/react";
import { techniciansDesk } from "#app/parts/centers/technicians-desk.server.ts";
import { RatingMean } from "#app/parts/feedback/rating-mean.tsx";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { cellText, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardNumber, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { techniciansAction } from "./actions.server.ts";
import { TechnicianDialog } from "./dialog.tsx";

export const handle = { title: "common.technicians", fills: true } satisfies Handle;

export const loader = deskPage(techniciansDesk);
export const action = techniciansAction;

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

/** The technicians of all centers (R406–R410). */
export default function Technicians() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const momentText = (value: unknown) => (value ? showDayTime(new Date(String(value)), locale) : "-");
  const looks: Looks<Row> = {
    name: { look: "id", show: (row) => <b>{row.name}</b> },
    lastSeen: { look: "soft", show: ({ cells }) => momentText(cells.lastSeen) },
    pincode: { look: "soft" },
    email: { look: "soft", cut: 10 },
    phone: { look: "soft" },
    feedback: { show: ({ feedback }) => <RatingMean rating={feedback} /> },
    designation: { look: "soft" },
    reference: { look: "soft", cut: 30 },
    // R408: its beginning alone; the whole address is the cell's title.
    address: {
      look: "soft",
      show: ({ cells }) => cellText(cells.address).slice(0, 8) || "-",
    },
    code: {
      show: (row) => <Link to={`/view-center/${row.centerId}`}>{cellText(row.cells.code) || "-"}</Link>,
    },
    clients: { look: "soft", cut: 30 },
    papers: { show: (row) => <Views row={row} /> },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ name }) => name}
      open={papersOf}
      none={say("technicians.none")}
      acts={(row) => <Acts row={row} />}
      actsWidth={56}
      card={(row) => (
        <>
          <CardNumber>
            <b>{row.name}</b>
          </CardNumber>
          <CardName>{[row.technicianId, row.cells.phone].filter(Boolean).map(String).join(" · ")}</CardName>
          <CardText>
            {say("common.feedbackRating")}: <RatingMean rating={row.feedback} />
            {` · ${say("common.totalRequests")}: ${cellText(row.cells.total)} · ${say("technicians.code")}: ${cellText(row.cells.code) || "-"}`}
          </CardText>
          {row.papers && <Views row={row} />}
        </>
      )}
    >
      {view.also?.dialog && <TechnicianDialog dialog={view.also.dialog} closeTo={to({})} />}
    </DeskListScreen>
  );
}

/** The papers of a technician, where there are any. */
const papersOf = ({ id, papers }: Row) => (papers ? `/tecnicianDocument?technicianId=${id}` : undefined);

/** Leads to the papers (R409). */
function Views({ row }: { row: Row }) {
  const say = useSay();
  const papers = papersOf(row);
  if (!papers) return <>-</>;
  return (
    <Link className="d-btn" to={papers} aria-label={say("technicians.viewsOf", { name: row.name })}>
      {say("common.views")}
    </Link>
  );
}

function Acts({ row }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <span className="inline-flex items-center justify-end">
      <Popover
        kind="menu"
        at="end"
        label={say("desk.moreFor", { what: row.name })}
        className="d-btn d-btn-icon"
        summary={<Icon name="ellipsis" />}
      >
        <Link to={`/tecnicianDocument?technicianId=${row.id}`}>
          <Icon name="file-text" />
          {say("technicians.act.documents")}
        </Link>
        {row.acts.clients && (
          <Link to={to({ act: "clients", of: row.id })} preventScrollReset>
            <Icon name="users" />
            {say("technicians.act.clients")}
          </Link>
        )}
        {row.acts.delete && (
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
