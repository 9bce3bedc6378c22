import { labelTone, whenWanted } from "#app/parts/tickets/words.ts";
import { Chip } from "#app/ui/base/chip.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { NewestOffer } from "./newest-offer.server.ts";

/** The offers that wait, with the newest one and the way to its answer. */
export function NewTickets({ offer }: { offer: NewestOffer }) {
  const say = useSay();
  const locale = useLocale();
  const nameOf = useName();
  const { count, id, number, service, locality, pincode, timePreference, label, pricePaise } = offer;
  const { type, at } = timePreference;
  const when = whenWanted({ type, at: at && new Date(at) }, say, locale);
  const price = pricePaise > 0 ? rupees(pricePaise) : undefined;
  return (
    <section
      aria-label={say("center.menu.newTickets")}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border-b-4 border-marigold-400 bg-teal-800 px-4 py-2.5 text-white [&_:focus-visible]:outline-marigold-400"
    >
      <Icon name="bell" />
      <p className="min-w-48 flex-1 wrap-anywhere">
        <b>{`${say("center.menu.newTickets")}: ${count}`}</b>
        {` · ${[nameOf(service), [locality, pincode].filter(Boolean).join(" "), when].join(", ")} `}
        <Chip tone={labelTone(label)}>{label}</Chip>
      </p>
      <Link
        className="btn inline-flex min-h-11 items-center rounded-md bg-marigold-400 px-4 font-[650] text-teal-900 no-underline hover:bg-[#e79a12]"
        to={`/brodcast-requests?accept=${id}`}
        aria-label={price ? say("center.accept.ofFor", { number, amount: price }) : say("center.accept.of", { number })}
      >
        {price ? say("center.acceptFor", { amount: price }) : say("center.accept")}
      </Link>
      <Link
        className="inline-flex min-h-11 items-center rounded-md bg-white/15 px-4 font-semibold text-white no-underline hover:bg-white/25"
        to={`/brodcast-requests?reject=${id}`}
        aria-label={say("center.reject.of", { number })}
      >
        {say("center.reject")}
      </Link>
      <Link className="inline-flex min-h-11 items-center text-white underline" to="/brodcast-requests">
        {say("day.allOffers", { n: count })}
      </Link>
    </section>
  );
}
