import type { AlsoOfCenters, CenterAct, CenterExtra } from "#app/parts/centers/centers-desk.server.ts";
import { RatingMean } from "#app/parts/feedback/rating-mean.tsx";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import type { DeskView } from "#app/parts/lists/desk-view.server.ts";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Popover } from "#app/ui/desk/popover.tsx";
import { StatusMark } from "#app/ui/desk/status-mark.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardNumber, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { CenterDialog } from "./center-dialog.tsx";

type Row = ListRow & CenterExtra;

type CenterListProps = {
  view: DeskView<CenterExtra, AlsoOfCenters>;
  opens: "requests" | "page";
  /** What it says without rows, in place of the usual sentence. */
  none?: string | undefined;
};

/** A list of centers with their acts; what a row opens differs. */
export function CenterList({ view, opens, none }: CenterListProps) {
  const say = useSay();
  const serviceOf = useName();
  const locale = useLocale();
  const to = useListAddress();
  const openOf = (row: Row) =>
    opens === "requests" && row.acts.requests ? to({ act: "requests", of: row.id }) : `/view-center/${row.id}`;
  const looks: Looks<Row> = {
    name: {
      look: "id",
      show: (row) => (
        <>
          <Appealed row={row} />
          <Link to={openOf(row)} preventScrollReset>
            <b>{row.name}</b>
          </Link>
        </>
      ),
    },
    phone: { look: "soft" },
    served: { look: "soft", cut: 30 },
    pincode: { look: "soft" },
    secondary: { look: "soft", cut: 30 },
    status: { show: (row) => <State row={row} /> },
    created: {
      look: "soft",
      show: ({ cells }) => (cells.created ? showDayTime(new Date(String(cells.created)), locale) : "-"),
    },
    onboarder: { look: "soft" },
    clients: { look: "soft", cut: 30 },
    subscribedUntil: { look: "soft" },
    qrStatus: { look: "soft" },
    feedback: { show: ({ feedback }) => <RatingMean rating={feedback} /> },
    verified: {
      show: (row) => (
        <Link
          to={to({ act: "documents", of: row.id })}
          preventScrollReset
          aria-label={`${say(row.cells.verified ? "common.yes" : "common.no")}: ${say("centers.act.documents")}, ${row.name}`}
        >
          {say(row.cells.verified ? "common.yes" : "common.no")}
        </Link>
      ),
    },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ name }) => name}
      open={openOf}
      none={none}
      acts={(row) => <CenterActs row={row} />}
      card={(row) => (
        <>
          <CardNumber>
            <Appealed row={row} />
            <Link to={openOf(row)} preventScrollReset>
              <b>{row.name}</b>
            </Link>
          </CardNumber>
          <State row={row} />
          <CardName>{[row.cells.qr, row.cells.phone].filter(Boolean).map(String).join(" · ")}</CardName>
          <CardText>
            {say("common.feedbackRating")}: <RatingMean rating={row.feedback} />
            {[serviceOf(cellText(row.cells.primary)), row.cells.pincode]
              .filter(Boolean)
              .map((each) => ` · ${String(each)}`)}
          </CardText>
        </>
      )}
    >
      <CenterDialog dialog={view.also?.dialog ?? null} closeTo={to({})} />
    </DeskListScreen>
  );
}

/** Marks a center that asked for another look. */
function Appealed({ row }: { row: Row }) {
  const say = useSay();
  return row.appealed ? (
    <Icon
      name="message-circle"
      label={say("common.reviewRequested")}
      className="inline-block mr-1.5 text-marigold-700 [vertical-align:-3px]"
    />
  ) : null;
}

const State = ({ row }: { row: Row }) => (
  <StatusMark look={row.state === "ACTIVE" ? (row.disabled ? "pending" : "assigned") : "off"}>
    {cellText(row.cells.status)}
  </StatusMark>
);

const icons: Record<Exclude<CenterAct, "delete">, IconName> = {
  requests: "list",
  documents: "file-text",
  capacity: "refresh-cw",
  clients: "users",
  trial: "plus",
  subscribe: "wallet",
  refundSubscription: "undo-2",
  kit: "circle-check",
  disable: "shield-check",
};

function CenterActs({ row }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <span className="inline-flex items-center justify-end">
      <Link className="d-btn" to={`/view-center/${row.id}`} aria-label={say("centers.act.viewOf", { name: row.name })}>
        {say("centers.act.view")}
      </Link>
      <Popover
        kind="menu"
        at="end"
        label={say("desk.moreFor", { what: row.name })}
        className="d-btn d-btn-icon"
        summary={<Icon name="ellipsis" />}
      >
        {(Object.keys(icons) as (keyof typeof icons)[])
          .filter((act) => row.acts[act])
          .map((act) => (
            <Link key={act} to={to({ act, of: row.id })} preventScrollReset>
              <Icon name={icons[act]} />
              {say(`centers.act.${act}`)}
            </Link>
          ))}
        {row.acts.edit && (
          <Link to={`/add-center?edit=${row.id}`}>
            <Icon name="pencil" />
            {say("common.edit")}
          </Link>
        )}
        <Link to={`/center-history/${row.id}`}>
          <Icon name="history" />
          {say("common.history")}
        </Link>
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
