import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { trackingColour } from "#modules/tickets/shared.ts";
import { toneOf } from "./tone.ts";
import type { WhichView } from "./view.server.ts";

/** The page without a request in its address: the browser's own requests, or where to find a link. */
export function WhichRequest({ view: { mine } }: { view: WhichView }) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  return (
    <div className="max-w-xl">
      <h1 className="mb-3">{say("tracking.enterTitle")}</h1>
      <p className="mb-6 text-soft">{say("tracking.enterHint")}</p>
      {mine.length > 0 && (
        <section className="mb-8">
          <h2 className="mb-3">{say("tracking.mine")}</h2>
          <ul className="grid gap-3">
            {mine.map((ticket) => (
              <li key={ticket.id}>
                <a
                  href={trackingPath(ticket.id)}
                  className="card flex items-center justify-between gap-3 hover:bg-teal-50 max-md:p-4"
                >
                  <span className="min-w-0">
                    <span className="block font-semibold">{nameOf(ticket.service)}</span>
                    <span className="block text-sm text-soft">{ticket.number}</span>
                    <span className="block text-sm text-soft">{showDateTime(ticket.createdAt, locale)}</span>
                    <span className="mt-1.5 flex flex-wrap gap-2">
                      {ticket.feeDue && <Chip tone="warm">{say("tracking.feeDue")}</Chip>}
                      <Chip tone={toneOf(trackingColour(ticket.status))}>{say(`status.${ticket.status}`)}</Chip>
                    </span>
                  </span>
                  <Icon name="chevron-right" className="text-soft" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <ButtonLink to="/booking" tone={mine.length > 0 ? "quiet" : "main"} reload>
          {say("common.bookAService")}
        </ButtonLink>
        <a className="link flex min-h-11 items-center" href="/my-notifications">
          {say("inbox.mine")}
        </a>
      </div>
    </div>
  );
}
