import { DeskListScreen, Numbered } from "#app/parts/lists/desk-list.tsx";
import type { DeskView } from "#app/parts/lists/desk-view.server.ts";
import { Status } from "#app/parts/tickets/status.tsx";
import { showVisit } from "#app/parts/tickets/words.ts";
import { UploadLinks } from "#app/parts/uploads/upload-links.tsx";
import { FromCustomer } from "#app/parts/visits/from-customer.tsx";
import { WantedTime } from "#app/parts/visits/wanted-time.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { istDate, showDayTime, showTime } from "#modules/kernel/clock.ts";
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

/**
 * How the columns of requests look in every list; R228, R229: long texts are cut, in center requests later. Where the wanted
 * time has no column it stands under the number, on a phone always.
 */
export function looksOf(list: RequestListName, say: Say, locale: Locale, columns: readonly string[] = []): Looks<Row> {
  const moment =
    (id: string) =>
    ({ cells }: Row) => {
      const at = cells[id];
      return at instanceof Date ? showDayTime(at, locale) : "-";
    };
  return {
    number: {
      look: "id",
      onCard: true,
      show: (row) => (
        <>
          <Numbered number={row.number} to={detailOf(row)} />
          <WantedTime wanted={row.wanted} {...(columns.includes("timePreference") && { className: "md:hidden" })} />
        </>
      ),
    },
    created: { look: "soft", show: moment("created") },
    assigned: { look: "soft", show: moment("assigned") },
    closed: { look: "soft", show: moment("closed") },
    pictures: {
      show: ({ id, number, cells }) =>
        cells.pictures ? (
          <Link className="d-btn" to={pageOf("pictures", id)!} aria-label={say("lists.viewsOf", { number })}>
            <Icon name="camera" />
            {say("common.views")}
          </Link>
        ) : null,
    },
    happyCode: { look: "soft" },
    status: {
      onCard: true,
      show: (row) => (
        <span className={row.wantsOtherTime || row.noteAt ? "grid justify-items-start py-1.5" : undefined}>
          <Status status={row.status} />
          <FromCustomer className="mt-1 block" wantsOtherTime={row.wantsOtherTime} noteAt={row.noteAt} />
        </span>
      ),
    },
    origin: { look: "soft" },
    service: { look: "soft", cut: list === "center" ? 40 : 30 },
    phone: { look: "soft" },
    address: { look: "soft", cut: 30 },
    requirement: { look: "soft" },
    city: { look: "soft" },
    pincode: { look: "soft" },
    timePreference: {
      look: "soft",
      show: ({ wanted: { type, at }, cells }) =>
        type === "SPECIFIC_DATE_AND_TIME" && at ? showVisit(at, locale) : cellText(cells.timePreference),
    },
    createdBy: { look: "soft" },
    qrId: { look: "soft" },
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
      looks={looksOf(kind, say, locale, view.settings.columns)}
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
      <CardName>{cellText(cells.customer) || "-"}</CardName>
      <CardSum>
        {cells.closingPrice === null || cells.closingPrice === undefined ? "" : rupees(Number(cells.closingPrice))}
        <small>{cells.created instanceof Date ? cameAt(cells.created) : ""}</small>
      </CardSum>
      <CardText>{what}</CardText>
    </>
  );
}
