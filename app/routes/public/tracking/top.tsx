import { Band } from "#app/parts/tickets/band.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Street } from "#app/ui/shell/street.tsx";
import { showDateTime, showHours, showNearDay, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { Tracking, TrackingDetails } from "#modules/tickets/index.ts";
import { bandColour, isDone, toneOf } from "./tone.ts";

/** What a request says first: one sentence, its status small in its colour, and who comes. */
export function RequestTop({ tracked }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  const nameOf = useName();
  const { details, number, status, colour, search, timeline } = tracked;
  const title = useTitle(tracked);
  const reached = timeline.filter(({ state }) => state === "done").length;
  const tone = bandColour(tracked) ?? "teal";
  return (
    <Band
      tone={tone}
      title={
        <>
          {isDone(tracked) && <Icon name="circle-check" className="mr-2 inline-block align-[-0.15em]" />}
          {title}
        </>
      }
      above={
        <p className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 wrap-anywhere">
            {details && <>{nameOf(details.service)} · </>}
            <span className="sr-only">{say("common.request")} </span>
            {number}
          </span>
          <span
            className={`flex flex-none flex-col items-end gap-1 ${tone === "amber" ? "[&_[data-tone=warm]]:bg-white" : ""}`}
          >
            {tracked.feeDue && <Chip tone="warm">{say("tracking.feeDue")}</Chip>}
            <Chip tone={toneOf(colour)}>{say(`status.${status}`)}</Chip>
          </span>
        </p>
      }
      lead={leadOf(tracked, say, locale).map((words) => (
        <span key={words} className="block">
          {words}
        </span>
      ))}
      step={reached}
      parts={timeline.length}
    >
      {details?.technician && (
        <Person
          id={tracked.id}
          details={details}
          technician={details.technician}
          star={tone === "amber" ? "text-marigold-700" : "text-marigold-400"}
        />
      )}
      {search && tone === "teal" && <Street lit={Math.min(search.centers, 6)} />}
    </Band>
  );
}

/** Who comes and when, of a request with a technician and a window: `Ramesh comes today, 4–6 pm`; null of others. */
export function useComes({ now, visit }: Pick<Tracking, "now" | "visit">): string | null {
  const say = useSay();
  const locale = useLocale();
  if (now.key !== "tracking.now.assigned" || !visit) return null;
  const [technician] = String(now.params?.technician ?? "").split(" ");
  if (!technician) return null;
  const near = { today: say("book.today"), tomorrow: say("book.tomorrow") };
  const time = `${showNearDay(visit.from, near, locale)}, ${showHours(visit.from, visit.until, locale)}`;
  return say("tracking.now.comes", { technician, time });
}

/** The one large sentence of a request. */
function useTitle({ missedSince, visit, details, now, search, feeReturnedPaise, ...tracked }: Tracking): string {
  const say = useSay();
  const locale = useLocale();
  const comes = useComes({ now, visit });
  const technician = details?.technician?.name.split(" ")[0];
  if (missedSince) return say("missed.title", { time: showTime(tracked.at, locale) });
  if (comes) return comes;
  if (now.key === "tracking.now.notVisited" && feeReturnedPaise !== null)
    return say("tracking.now.nobodyCameBack", { amount: rupees(feeReturnedPaise) });
  if (now.key === "tracking.now.closed" && technician) return say("tracking.now.doneBy", { technician });
  if (now.key === "tracking.now.matching" && search && search.centers >= 3)
    return say("tracking.now.asking", { n: search.centers, count: search.centers });
  return say(now.key, now.params);
}

/** The sentences beneath it: what is next or late, when it ended, and what became of the fee. */
function leadOf(tracked: Tracking, say: Say, locale: Locale): string[] {
  const { missedSince, details, now, next, visit, late, feeReturnedPaise, feeToBalancePaise, moneyBack, closedAt } =
    tracked;
  const { leftAt } = tracked;
  const lead: string[] = [];
  if (missedSince) {
    const center = details?.center ?? say("common.center");
    lead.push(say("missed.lead", { time: showDateTime(missedSince, locale), center }));
  } else {
    if (isDone(tracked) && closedAt) lead.push(`${say("tracking.now.closed")} ${showDateTime(closedAt, locale)}`);
    if (leftAt && now.key === "tracking.now.onTheWay")
      lead.push(say("tracking.left", { time: showTime(leftAt, locale) }));
    if (late) lead.push(say(late.key));
    const inTitle = now.key === "tracking.now.assigned" && visit && details?.technician;
    if (next && !inTitle) lead.push(say(next.key, next.at ? { time: showDateTime(next.at, locale) } : {}));
  }
  // Its own card says when it arrives, and the title that it goes back where nobody came.
  const isInTitle = now.key === "tracking.now.notVisited" && feeReturnedPaise !== null;
  if (isInTitle) lead.push(say(now.key));
  const feeWords = moneyBack ? "tracking.feeGoesBack" : "tracking.feeReturned";
  if (feeReturnedPaise !== null && !(isInTitle && moneyBack))
    lead.push(say(feeWords, { amount: rupees(feeReturnedPaise) }));
  if (feeToBalancePaise !== null) lead.push(say("tracking.feeToBalance", { amount: rupees(feeToBalancePaise) }));
  if (now.key === "tracking.now.noService" && feeReturnedPaise === null) lead.push(say("tracking.noServiceHint"));
  return lead;
}

type PersonProps = {
  id: string;
  details: TrackingDetails;
  technician: NonNullable<TrackingDetails["technician"]>;
  /** The look of the star. */
  star: string;
};

/** Who comes, or came: face or initials, name, rating, center, and the way to call. */
function Person({ id, details: { center, ride }, technician, star }: PersonProps) {
  const say = useSay();
  const { name, phone, mayCall, hasPicture, rating } = technician;
  return (
    <div className="mt-1 flex items-center gap-3">
      {hasPicture ? (
        <img
          src={`/pictures/${id}/technician`}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          className="size-14 flex-none rounded-full bg-teal-100 object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="flex size-14 flex-none items-center justify-center rounded-full bg-teal-100 text-xl font-semibold text-teal-800"
        >
          {initialsOf(name)}
        </span>
      )}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="text-lg font-semibold">{name}</p>
        {rating !== null && (
          <p>
            <span aria-hidden="true" className={star}>
              ★{" "}
            </span>
            {say("tracking.technicianRating", { rating })}
          </p>
        )}
        {center && <p className="text-sm">{center}</p>}
        {mayCall && phone && <p className="text-sm tabular-nums">{phone.replace(/^(\d{5})(\d{5})$/, "$1 $2")}</p>}
      </div>
      {mayCall && phone && (
        <a
          href={`tel:+91${phone}`}
          aria-label={say(ride ? "tracking.ride.driverCall" : "tracking.technicianCall")}
          className="flex size-13 flex-none items-center justify-center rounded-full bg-white text-xl text-teal-800 hover:bg-teal-50"
        >
          <Icon name="phone" className="block" />
        </a>
      )}
    </div>
  );
}

const initialsOf = (name: string) =>
  name
    .split(" ")
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("");
