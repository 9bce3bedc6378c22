import { DeskListScreen, Numbered } from "#app/parts/desk-list/desk-list.tsx";
import type { DeskView } from "#app/parts/desk-list/desk-view.server.ts";
import { Status } from "#app/parts/tickets/status.tsx";
import { UploadLinks } from "#app/parts/uploads/upload-links.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { useListAddress } from "#app/ui/desk/filters.tsx";
import type { ColumnLook } from "#app/ui/desk/grid.tsx";
import { cellText, type ListRow } from "#app/ui/list/columns.tsx";
import { istDate, showDateTime, showDayTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import { pageOf, type RequestList as RequestListName } from "../acts/acts.ts";
import { RequestDialog } from "../acts/request-dialog.tsx";
import { RowActs } from "../acts/row-acts.tsx";
import { AnalysisDialog } from "./analysis-dialog.tsx";
import type { AlsoOfRequests, RequestExtra } from "./request-desks.server.ts";

type Row = ListRow & RequestExtra;
export type RequestView = DeskView<RequestExtra, AlsoOfRequests>;

/** The lists whose requests may come from a file (R254, R259). */
export const isUploadedTo = (kind: RequestListName): kind is "b2b" | "client" | "center" =>
  kind === "b2b" || kind === "client" || kind === "center";

const detailOf = ({ id }: Pick<Row, "id">) => pageOf("view", id)!;

/** How the columns of requests look in every list; R228, R229: long texts are cut, in center requests later. */
export function looksOf(list: RequestListName, say: Say, locale: Locale): Record<string, ColumnLook<Row>> {
  const moment =
    (id: string) =>
    ({ cells }: Row) => {
      const at = cells[id];
      return at instanceof Date ? showDayTime(at, locale) : "-";
    };
  const wide = list !== "all";
  // Lists of clients and the closed one show stored statuses, which are short.
  const stored = list === "closed" || list === "b2b" || list === "client";
  return {
    number: {
      width: "126px",
      look: "id",
      onCard: true,
      show: (row) => <Numbered number={row.number} to={detailOf(row)} />,
    },
    created: { width: "92px", look: "soft", show: moment("created") },
    assigned: { width: "92px", look: "soft", show: moment("assigned") },
    closed: { width: "92px", look: "soft", show: moment("closed") },
    daysToClose: { width: "104px" },
    aging: { width: "66px" },
    pictures: {
      width: "106px",
      show: ({ id, number, cells }) =>
        cells.pictures ? (
          <Link className="d-btn" to={pageOf("pictures", id)!} aria-label={say("lists.viewsOf", { number })}>
            <Icon name="camera" />
            {say("common.views")}
          </Link>
        ) : null,
    },
    happyCode: { width: "88px", look: "soft" },
    status: {
      width: stored ? "124px" : "112px",
      onCard: true,
      show: (row) => <Status status={row.status} />,
    },
    origin: { width: wide ? "137px" : "134px", look: "soft" },
    service: wide
      ? { width: list === "center" ? "196px" : "136px", look: "soft", cut: list === "center" ? 40 : 30 }
      : { width: "118px", look: "soft", cut: 30 },
    customer: { width: wide ? "150px" : "100px" },
    phone: { width: "104px", look: "soft" },
    center: { width: wide ? "160px" : "114px" },
    address: { width: "220px", look: "soft", cut: 30 },
    closingPrice: { width: wide ? "104px" : "56px" },
    technician: { width: "150px" },
    requirement: { width: "220px", look: "soft" },
    city: { width: "110px", look: "soft" },
    pincode: { width: "84px", look: "soft" },
    paidByPublic: { width: "112px" },
    paidByTechnician: { width: "130px" },
    timePreference: {
      width: "170px",
      look: "soft",
      show: ({ visitAt, cells }) => (visitAt ? showDateTime(visitAt, locale) : cellText(cells.timePreference)),
    },
    createdBy: { width: "140px", look: "soft" },
    qrId: { width: "120px", look: "soft" },
    client: { width: "140px" },
  };
}

/** A list of requests, with the acts of its rows and their dialogs. */
export function RequestList({ view }: { view: RequestView }) {
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const { list: kind, dialog, analysis } = view.also!;
  const today = istDate();
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looksOf(kind, say, locale)}
      nameOf={({ number }) => number}
      open={detailOf}
      acts={(row) => <RowActs row={row} list={kind} />}
      card={(row) => <Card row={row} locale={locale} today={today} />}
      tools={
        <>
          {kind === "all" && (
            <Link className="d-btn" to={to({ act: "analysis" })} preventScrollReset>
              <Icon name="list" />
              {say("lists.analysis")}
            </Link>
          )}
          {view.add && isUploadedTo(kind) && <UploadLinks from={kind} />}
        </>
      }
    >
      {analysis && <AnalysisDialog analysis={analysis} closeTo={to({})} />}
      <RequestDialog dialog={dialog} closeTo={to({})} />
    </DeskListScreen>
  );
}

function Card({ row, locale, today }: { row: Row; locale: Locale; today: string }) {
  const { cells } = row;
  // Of a request of today its time is enough.
  const cameAt = (at: Date) => (istDate(at) === today ? showTime(at, locale) : showDayTime(at, locale));
  const nameOf = useName();
  const what = [nameOf(cellText(cells.service)), row.place, cells.center].filter(Boolean).join(" · ");
  return (
    <>
      <span className="who">{cellText(cells.customer) || "-"}</span>
      <span className="sum">
        {cells.closingPrice === null || cells.closingPrice === undefined ? "" : rupees(Number(cells.closingPrice))}
        <small>{cells.created instanceof Date ? cameAt(cells.created) : ""}</small>
      </span>
      <span className="what">{what}</span>
    </>
  );
}
