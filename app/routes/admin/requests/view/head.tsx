import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { Status } from "#app/parts/tickets/status.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { labelWord } from "#app/parts/tickets/words.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Neighbours } from "#app/ui/desk/neighbours.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { DeskTop } from "#app/ui/desk/top.tsx";
import { showDateTime, showDayTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import { skippedSteps } from "#modules/tickets/labels.ts";
import { actIcons, actName, type Offered, pageOf, type RequestAct } from "../acts/acts.ts";
import type { RequestPage } from "./view.server.ts";

/** The acts beside the number, most wanted last; the others are in the menu. */
const prominent: readonly RequestAct[] = [
  "reassign",
  "assign",
  "edit",
  "cancel",
  "broadcast",
  "rebook",
  "close",
  "review",
];

/** Where the request stands, what comes next, and the acts on it (R282). */
export function RequestHead({ page }: { page: RequestPage }) {
  const { request, acts } = page;
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const shown = acts.offered.filter(({ act }) => act !== "view");
  const buttons = prominent.flatMap((act) => shown.find((each) => each.act === act) ?? []);
  // What is waited for: the review of one on hold, a technician of the center that has it, else the last of the acts.
  const offers = (wanted: RequestAct) => buttons.some(({ act }) => act === wanted);
  const likely = offers("review") ? "review" : request.center && offers("assign") ? "assign" : undefined;
  const isPrimary = ({ act, off }: (typeof buttons)[number]) => !off && act !== "cancel" && act !== "edit";
  const main = likely ?? buttons.findLast(isPrimary)?.act;
  return (
    <>
      <DeskTop>
        <nav className="r-crumb" aria-label={say("request.path")}>
          <Neighbours id={request.id} list="/all-tickets" title={say("common.requests")} name={request.number} />
        </nav>
      </DeskTop>
      <div className="r-head">
        <div className="line" data-acts="">
          <h1>{request.number}</h1>
          <button
            type="button"
            className="d-btn d-btn-bare d-btn-icon"
            aria-label={say("acts.copyNumber")}
            title={say("acts.copyNumber")}
            onClick={() => navigator.clipboard?.writeText(request.number)}
          >
            <Icon name="copy" />
          </button>
          <Status status={request.displayedStatus} />
          <div className="acts">
            {acts.broadcasted && (
              <span className="d-sent">
                <Icon name="check" />
                {say("acts.broadcasted")}
              </span>
            )}
            {buttons
              .filter(({ act }) => act !== main)
              .map(({ act, off }) => (
                <ActButton key={act} act={act} off={off} id={request.id} main={false} />
              ))}
            <Popover
              kind="menu"
              at="end"
              label={say("desk.moreFor", { what: request.number })}
              className="d-btn d-btn-icon"
              summary={<Icon name="ellipsis" />}
            >
              {shown
                .filter(({ act }) => !prominent.includes(act))
                .map(({ act }) => (
                  <ActEntry key={act} act={act} id={request.id} green={act === "remarks" && acts.remarked} />
                ))}
              <a href={trackingPath(request.id)} target="_blank" rel="noreferrer">
                <Icon name="map-pin" />
                {say("acts.track")}
              </a>
              {request.may.invoice && (
                <a href={`/invoices/${request.id}`} target="_blank" rel="noreferrer">
                  <Icon name="file-text" />
                  {say("request.invoice")}
                </a>
              )}
            </Popover>
            {main && <ActButton key={main} act={main} off={undefined} id={request.id} main />}
          </div>
        </div>
        <p data-changed="">{nextOf(page, say, locale)}</p>
        <p className="soft">
          {[
            nameOf(request.service.name),
            labelWord(request.broadcastLabel, say),
            say("request.createdAt", { at: showDateTime(request.createdAt, locale) }),
            say("request.updatedAt", { at: showDayTime(request.updatedAt, locale) }),
          ].join(" · ")}
        </p>
        <Steps page={page} />
      </div>
    </>
  );
}

type ActProps = { act: RequestAct; id: string };

function ActButton({ act, id, off, main }: ActProps & { off: Offered["off"]; main: boolean }) {
  const say = useSay();
  const here = useLocation();
  const className = `d-btn${main ? " d-btn-main" : ""}${act === "cancel" ? " d-btn-bad" : ""}`;
  if (off)
    return (
      <button type="button" className={className} disabled title={say(off)}>
        {say(actName(act))}
      </button>
    );
  return (
    <Link
      className={className}
      to={pageOf(act, id) ?? addressWith(here, { act, center: null })}
      preventScrollReset
      data-act={act}
    >
      {say(actName(act))}
    </Link>
  );
}

function ActEntry({ act, id, green }: ActProps & { green: boolean }) {
  const say = useSay();
  const here = useLocation();
  return (
    <Link to={pageOf(act, id) ?? addressWith(here, { act, center: null })} preventScrollReset data-act={act}>
      <Icon name={actIcons[act]} className={green ? "text-green-700" : ""} />
      {say(actName(act))}
    </Link>
  );
}

/** Where it stands, and what is waited for. */
function nextOf({ request, offers }: RequestPage, say: Say, locale: Locale) {
  const { status, technician, center } = request;
  if (status === "CLOSED") {
    const at = request.closedAt ? showDateTime(request.closedAt, locale) : "-";
    const due = request.paymentType && !request.paidAt ? (request.closingPricePaise ?? 0) : 0;
    return due > 0 ? say("request.next.payment", { at, amount: rupees(due) }) : say("request.next.closed", { at });
  }
  if (status === "CANCEL") return say("request.next.cancelled");
  if (status === "REJECT") return say("request.next.rejected");
  if (status === "ON_HOLD") return say("request.next.held");
  if (technician && request.startedAt)
    return say("request.next.started", { name: technician.name, at: showTime(request.startedAt, locale) });
  if (technician) return say("request.next.assigned", { name: technician.name });
  if (center) return say("request.next.center", { name: center.name });
  if (!request.serviceAvailable) return say("request.next.nobody");
  const open = offers.filter((offer) => offer.status === "PENDING" || offer.status === "RESERVED").length;
  if (request.broadcastStatus) return say("request.next.offered", { n: open });
  return say("request.next.unpaid");
}

/** The six steps of every request (R086). */
function Steps({ page: { request } }: { page: RequestPage }) {
  const say = useSay();
  const locale = useLocale();
  const steps = [
    ["CREATED", "timeline.created", request.createdAt],
    ["ASSIGNED", "timeline.assigned", request.assignedAt],
    ["STARTED", "timeline.started", request.startedAt],
    ["COMPLETED", "timeline.completed", request.closedAt],
    ["INVOICED", "timeline.invoiced", request.closedAt],
    ["FEEDBACK", "timeline.feedback", null],
  ] as const;
  const reached = new Set<string>(request.steps);
  const skipped = new Set<string>(skippedSteps({ ...request, closeRemarks: request.remarks.closeRemarks }));
  const done = new Set([...reached].filter((step) => !skipped.has(step)));
  const now = steps.findIndex(([step]) => !reached.has(step));
  return (
    <ol className="r-steps" aria-label={say("common.progress")}>
      {steps.map(([step, label, at], nth) => (
        <li
          key={step}
          className={done.has(step) ? "done" : nth === now ? "now" : undefined}
          aria-current={nth === now ? "step" : undefined}
        >
          {say(label)}
          <small>
            {skipped.has(step) ? say("timeline.skipped") : done.has(step) && at ? showDayTime(at, locale) : "–"}
          </small>
        </li>
      ))}
    </ol>
  );
}
