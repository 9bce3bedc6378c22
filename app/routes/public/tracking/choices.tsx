import { trackingPath, wayToPaper } from "#app/parts/tickets/tracking-paths.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import type { Tracking } from "#modules/tickets/index.ts";
import { RateTicket } from "#modules/tickets/shared.ts";
import { StarChoice, Stars } from "./stars.tsx";
import { asksStillNeeded, goesAgain } from "./tone.ts";

/** The actions of a closed request: rating, invoice, booking again, and a free revisit for 29 days (R091–R094). */
export function TrackingActions({ tracked }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  const { offers, details, id } = tracked;
  const stars = details?.starRating;
  const rebook = offers.rebook && !asksStillNeeded(tracked) && !goesAgain(tracked);
  if (!rebook && !offers.rating && !offers.revisit && typeof stars !== "number") return null;
  return (
    <section className="card grid gap-5">
      {offers.rating && <Rating tracked={tracked} />}
      {typeof stars === "number" && (
        <div>
          <h2 className="mb-1">{say("tracking.rating")}</h2>
          <Stars stars={stars} />
        </div>
      )}
      {(rebook || offers.revisit) && (
        <div className="grid gap-3">
          {rebook && (
            <ButtonLink to={trackingPath(id, { do: "rebook" })} tone="quiet" icon="repeat" reload>
              {say("tracking.rebook")}
            </ButtonLink>
          )}
          {offers.revisit && offers.revisitUntil && (
            <div>
              <ButtonLink to={trackingPath(id, { do: "revisit" })} tone="quiet" icon="calendar-clock" wide reload>
                {say("common.revisit")}
              </ButtonLink>
              <p className="mt-1.5 text-center text-sm text-soft">
                {say("tracking.revisit.free", { date: showDate(offers.revisitUntil, locale) })}
              </p>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

/** The bill as a file. */
export function Invoice({ tracked }: { tracked: Tracking }) {
  return (
    <ButtonLink to={wayToPaper("invoice", tracked)} tone="quiet" icon="download" wide reload>
      {useSay()("tracking.invoice")}
    </ButtonLink>
  );
}

/** The rating for a browser that proved the phone; others confirm it first (fixed point 15). */
function Rating({ tracked: { access, id } }: { tracked: Tracking }) {
  const say = useSay();
  if (access === "full") return <Rate id={id} />;
  return (
    <div>
      <h2 className="mb-3">{say("tracking.rating.ask")}</h2>
      <ButtonLink to={trackingPath(id, { do: "rating" })} tone="quiet" wide reload>
        {say("tracking.rating.confirm")}
      </ButtonLink>
    </div>
  );
}

function Rate({ id }: { id: string }) {
  const say = useSay();
  return (
    <Form schema={RateTicket} intent="rate" data-enhance="once">
      <input type="hidden" name="ticketId" value={id} />
      <StarChoice
        name="rating"
        label={say("tracking.rating.ask")}
        hint={say("tracking.rating.final")}
        zero={say("tracking.rating.zero")}
      />
      <Button tone="quiet" wide className="mt-3">
        {say("tracking.rating.send")}
      </Button>
    </Form>
  );
}
