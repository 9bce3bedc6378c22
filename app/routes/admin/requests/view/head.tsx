import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { HeadStatus, lookOf } from "#app/parts/tickets/status.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { labelWord, statusWord } from "#app/parts/tickets/words.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { DetailHead, DetailPath } from "#app/ui/desk/detail-page.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { Neighbours } from "#app/ui/list/neighbours.tsx";
import { showDateTime, showDayTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import { skippedSteps } from "#modules/tickets/labels.ts";
import { actIcons, actName, keyOfAct, type Offered, pageOf, type RequestAct } from "../acts/acts.ts";
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
      <DetailPath>
        <Neighbours
          id={request.id}
          page="/view-ticket?ticketId={id}"
          list="/all-tickets"
          title={say("common.requests")}
          name={request.number}
        />
      </DetailPath>
      <DetailHead
        title={request.number}
        status={
          <>
            <button
              type="button"
              className="d-btn d-btn-bare d-btn-icon noscript:hidden"
              aria-label={say("acts.copyNumber")}
              title={say("acts.copyNumber")}
              data-enhance="copy"
              data-copy={request.number}
            >
              <Icon name="copy" />
            </button>
            <HeadStatus look={lookOf(request.displayedStatus)}>{statusWord(request.displayedStatus, say)}</HeadStatus>
          </>
        }
        acts={
          <>
            {acts.broadcasted && (
              <span className="inline-flex items-center gap-1 text-13 font-semibold text-green-700">
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
          </>
        }
      >
        <p className="mt-1 text-[1rem]/6" data-changed="">
          {nextOf(page, say, locale)}
        </p>
        <p className="text-13 text-soft">
          {[
            nameOf(request.service.name),
            labelWord(request.broadcastLabel, say),
            say("request.createdAt", { at: showDateTime(request.createdAt, locale) }),
            say("request.updatedAt", { at: showDayTime(request.updatedAt, locale) }),
          ].join(" · ")}
        </p>
        <Steps page={page} />
      </DetailHead>
    </>
  );
}

type ActProps = { act: RequestAct; id: string };

function ActButton({ act, id, off, main }: ActProps & { off: Offered["off"]; main: boolean }) {
  const say = useSay();
  const here = useLocation();
  const className = `d-btn${main ? " d-btn-main" : ""}${act === "cancel" ? " text-red-700!" : ""}`;
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
      data-key={keyOfAct(act)}
    >
      {say(actName(act))}
    </Link>
  );
}

function ActEntry({ act, id, green }: ActProps & { green: boolean }) {
  const say = useSay();
  const here = useLocation();
  return (
    <Link
      to={pageOf(act, id) ?? addressWith(here, { act, center: null })}
      preventScrollReset
      data-act={act}
      data-key={keyOfAct(act)}
    >
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

const stepLooks = {
  done: "text-ink before:bg-teal-700",
  now: "font-semibold text-ink before:bg-[linear-gradient(90deg,var(--color-marigold-400)_55%,var(--color-line)_55%)]",
  later: "text-soft before:bg-line",
};

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
    <ol
      className="mt-2.5 grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-y-1.5 max-md:grid-flow-row max-md:grid-cols-[1fr_1fr_1fr] max-md:gap-y-1"
      aria-label={say("common.progress")}
    >
      {steps.map(([step, label, at], nth) => (
        <li
          key={step}
          className={`relative flex flex-col justify-between pt-3.5 pr-1.5 text-13 before:absolute before:top-0.75 before:right-1 before:left-0 before:h-1 before:rounded-[2px] ${stepLooks[done.has(step) ? "done" : nth === now ? "now" : "later"]}`}
          aria-current={nth === now ? "step" : undefined}
        >
          {say(label)}
          <small className="block text-12 font-normal text-soft tabular-nums">
            {skipped.has(step) ? say("timeline.skipped") : done.has(step) && at ? showDayTime(at, locale) : "–"}
          </small>
        </li>
      ))}
    </ol>
  );
}
