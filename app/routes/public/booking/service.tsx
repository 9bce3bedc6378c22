import { ServiceIcon } from "#app/parts/catalog/service-icon.tsx";
import { useWeekWords } from "#app/parts/hours/week-words.ts";
import { Band, bandContent, bandPage } from "#app/parts/tickets/band.tsx";
import { UnpaidNote } from "#app/parts/tickets/booking-parts.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useTitle } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDate, showNearDay } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { Banners } from "./details.tsx";
import { FeeBar } from "./fee-bar.tsx";
import { Shop } from "./shop.tsx";
import type { ServiceView } from "./short-views.server.ts";
import { partnerWords, stepWords } from "./words.ts";

const tile =
  "grid min-h-26 cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-1.5 rounded-lg border p-3 text-left leading-tight text-ink no-underline min-[56.25rem]:min-h-44 min-[56.25rem]:grid-cols-1";
const served = "border-line bg-white hover:bg-teal-50";
const unserved = "border-dashed border-edge bg-transparent text-soft hover:bg-sand";

/** Services as tiles, each of which goes on; those nobody comes for lead to the waitlist. */
export function ServiceStep({ view }: { view: ServiceView }) {
  const say = useSay();
  const { partner } = view;
  const words = partner && partnerWords(partner, say);
  return (
    <Form intent="tile" className={bandPage} data-enhance="once">
      <Band
        title={words?.title ?? say("booking.ask.what")}
        lead={words?.lead}
        up={view.back ? { to: view.back, words: stepWords(2, view.place ?? "", say) } : undefined}
        step={partner ? 1 : 2}
        above={partner && <Shop />}
      >
        {partner?.face && <PartnerFacts face={partner.face} />}
      </Band>
      <div className={bandContent}>
        <ErrorSummary />
        <Banners banners={view.banners} />
        <UnpaidNote unpaid={view.unpaid} />
        {view.open ? <Tiles view={view} /> : <p className="note note-warm">{say("booking.notYet")}</p>}
      </div>
      <FeeBar price={view.price} />
    </Form>
  );
}

type PartnerFace = NonNullable<ServiceView["partner"]>["face"];

/** What everybody may know of a center: its stars, how far it comes, since when its papers are checked. */
function PartnerFacts({ face }: { face: NonNullable<PartnerFace> }) {
  const say = useSay();
  const locale = useLocale();
  const { rating, place, pincodes, verifiedAt } = face;
  const comes = pincodes > 0 ? say("book.partner.comes", { place: place, n: pincodes }) : place;
  return (
    <div className="grid max-w-[34rem] gap-1 text-teal-100">
      <p className="flex flex-wrap items-center gap-x-2">
        {rating && (
          <span className="flex items-center gap-1">
            <Icon name="star" className="text-marigold-400" />
            {say("book.partner.stars", { stars: rating.stars.toFixed(1), n: rating.count })}
            <span aria-hidden="true"> ·</span>
          </span>
        )}
        {comes}
      </p>
      {verifiedAt && (
        <p className="flex items-center gap-2 text-sm">
          <Icon name="shield-check" />
          {say("book.partner.checked", { date: showDate(verifiedAt, locale) })}
        </p>
      )}
    </div>
  );
}

function Tiles({ view: { services, partner } }: { view: ServiceView }) {
  const say = useSay();
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-2">
        {services.map((service) =>
          service.to ? (
            <a key={service.id} href={service.to} className={`${tile} ${served}`}>
              <Face service={service} />
            </a>
          ) : (
            <button
              key={service.id}
              type="submit"
              name="serviceId"
              value={service.id}
              className={`${tile} ${service.served ? served : unserved}`}
            >
              <Face service={service} />
            </button>
          ),
        )}
        {partner?.others && (
          <a href="/booking" className={`${tile} ${served}`}>
            <span className="col-span-full font-[650]">{say("book.partner.else")}</span>
            <span className="col-span-full text-sm text-soft">{say("book.partner.elseHint")}</span>
          </a>
        )}
      </div>
      {partner?.others && (
        <p className="rounded-lg bg-green-50 p-4 wrap-anywhere">
          {say("booking.service.goesTo", { name: partner.name })}
        </p>
      )}
      {partner?.face && <ShopHours week={partner.face.week} />}
      {services.some(({ served, fromPaise, to }) => served && !to && fromPaise !== null) && (
        <p className="text-sm text-soft">{say("book.service.fromHint")}</p>
      )}
    </>
  );
}

/** When somebody is at the shop. */
function ShopHours({ week }: { week: NonNullable<PartnerFace>["week"] }) {
  return (
    <p className="flex items-center gap-3 rounded-lg border border-line bg-white p-4">
      <Icon name="calendar-clock" className="text-xl text-teal-700" />
      <span className="min-w-0">{useWeekWords(week)}</span>
    </p>
  );
}

function Face({ service }: { service: ServiceView["services"][number] }) {
  const say = useSay();
  const titleOf = useTitle();
  const locale = useLocale();
  const near = { today: say("book.today"), tomorrow: say("book.tomorrow") };
  return (
    <>
      <ServiceIcon service={service.name} className="size-11 text-teal-800 min-[56.25rem]:size-14" />
      <span className="text-right text-sm text-soft min-[56.25rem]:order-1 min-[56.25rem]:text-left">
        {!service.served && (
          <>
            <b className="block">{say("book.service.notYet")}</b> {say("book.service.tellMe")}
          </>
        )}
        {service.served &&
          (service.fromPaise === null
            ? say("book.service.atHome")
            : say("book.service.from", { amount: rupees(service.fromPaise) }))}
        {service.served && service.soonest !== undefined && (
          <span className="block">
            {service.soonest ? showNearDay(service.soonest, near, locale) : say("book.service.full")}
          </span>
        )}
      </span>
      <span className="col-span-full font-[650] wrap-anywhere">{titleOf(service.name)}</span>
    </>
  );
}
