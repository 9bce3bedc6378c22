import { Band, bandContent, bandPage, goLook } from "#app/parts/tickets/band.tsx";
import { UnpaidNote } from "#app/parts/tickets/booking-parts.tsx";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PincodeField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { Street } from "#app/ui/shell/street.tsx";
import { showHours, showNearDay } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { Banners } from "./details.tsx";
import { FeeBar } from "./fee-bar.tsx";
import { Locate } from "./locate.tsx";
import type { PlaceView } from "./short-views.server.ts";

const digits =
  "[&_input]:min-h-16 [&_input]:rounded-lg [&_input]:text-[1.75rem] [&_input]:font-[650] [&_input]:tracking-[0.75ch] [&_input]:text-ink [&_.wrong]:rounded-sm [&_.wrong]:bg-red-50 [&_.wrong]:px-2 [&_.wrong]:py-1";

/** Place: the pincode, and who comes there, before anything else is typed. */
export function PlaceStep({ view }: { view: PlaceView }) {
  const say = useSay();
  if (!view.open)
    return (
      <div className={bandPage}>
        <Band title={say("book.place.title")} step={1} />
        <div className={bandContent}>
          <UnpaidNote unpaid={view.unpaid} />
          <p className="note note-warm">{say("booking.notYet")}</p>
        </div>
      </div>
    );
  const free = view.price.amountPaise === 0;
  const amount = rupees(view.price.amountPaise);
  return (
    <Form intent="place" values={{ pincode: view.pincode }} className={bandPage} data-enhance="served-place once">
      {view.service && <input type="hidden" name="serviceId" value={view.service} />}
      <Band title={say("book.place.title")} lead={say("book.place.lead")} step={1}>
        <div className={`w-full max-w-[34rem] ${digits}`}>
          <PincodeField name="pincode" label={say("common.pincode")} data-large="" />
          <Locate />
          <p role="alert" className="wrong mt-2 empty:hidden" data-locate-said="" />
          <Answer view={view} />
        </div>
        <Street lit={view.served?.centers ?? 0} />
      </Band>
      <div className={bandContent}>
        <ErrorSummary />
        <Banners banners={view.banners} />
        <UnpaidNote unpaid={view.unpaid} />
        <ul className="grid gap-4">
          {!free && (
            <Fact icon="credit-card" title={say("book.fee.books", { amount })} words={say("book.fee.booksHint")} />
          )}
          <Fact icon="refresh-cw" title={say("book.again")} words={say("book.againHint")} />
        </ul>
        <p>
          <a className="link inline-flex min-h-11 items-center" href="/ServiceStatus/">
            {say("book.place.find")}
          </a>
        </p>
      </div>
      <FeeBar price={view.price}>
        <button type="submit" className={goLook}>
          {say("book.continue")}
        </button>
      </FeeBar>
    </Form>
  );
}

/** Who comes to the pincode; islands/served-place.ts says it anew for another one. */
function Answer({ view: { served, soonest } }: { view: PlaceView }) {
  const say = useSay();
  const many = say("book.place.centers", { n: "{n}", place: "{place}" });
  const one = say("book.place.center", { place: "{place}" });
  const none = `${say("booking.noService")}. ${say("book.place.noneHint", { place: "{place}" })}`;
  const locale = useLocale();
  const near = { today: say("book.today"), tomorrow: say("book.tomorrow") };
  const visit = say("book.place.soonest", { when: "{when}" });
  const sentence = served && (served.centers >= 3 ? many : served.centers > 0 ? one : none);
  return (
    <div
      role="status"
      className="group mt-3 flex items-center gap-3 rounded-lg bg-green-50 p-4 text-ink data-unserved-place:bg-marigold-50"
      data-served=""
      data-many={many}
      data-one={one}
      data-none={none}
      data-soonest={visit}
      data-today={near.today}
      data-tomorrow={near.tomorrow}
      data-unserved-place={served?.centers === 0 ? "" : undefined}
      hidden={!served}
    >
      <Icon name="check" className="text-green-700 group-data-unserved-place:hidden" />
      <p className="min-w-0">
        <b className="block font-semibold">
          {served && sentence?.replace("{n}", String(served.centers)).replace("{place}", served.place)}
        </b>
        <span>
          {soonest &&
            visit.replace(
              "{when}",
              `${showNearDay(soonest.from, near, locale)}, ${showHours(soonest.from, soonest.until, locale)}`,
            )}
        </span>
      </p>
    </div>
  );
}

function Fact({ icon, title, words }: { icon: IconName; title: string; words: string }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} className="mt-0.5 text-teal-600" />
      <p className="min-w-0">
        <b className="block font-[650]">{title}</b>
        <span className="text-soft">{words}</span>
      </p>
    </li>
  );
}
