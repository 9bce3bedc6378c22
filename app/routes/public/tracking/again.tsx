import { PriceBox } from "#app/parts/tickets/booking-parts.tsx";
import { BookingTime } from "#app/parts/tickets/booking-time.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { Button } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { Rebook, Revisit } from "#modules/tickets/shared.ts";
import { usePlaces } from "./details.tsx";
import { FactRows } from "./fact-rows.tsx";
import type { AgainView } from "./view.server.ts";

/** Rebook and Revisit on one screen: when, what, and what it costs (R091, R092, R097–R099). */
export function AgainForm({ view }: { view: AgainView }) {
  const say = useSay();
  const places = usePlaces(view);
  const nameOf = useName();
  const locale = useLocale();
  const { action, revisitUntil } = view;
  const rebook = action === "rebook";
  const offer = view.ride?.offerPaise;
  return (
    <div className="max-w-2xl">
      <h1 className="mb-2">{say(rebook ? "tracking.rebook.title" : "tracking.revisit.title")}</h1>
      <p className="mb-6 text-soft">
        {rebook || !revisitUntil
          ? say("tracking.rebook.lead")
          : say("tracking.revisit.free", { date: showDate(revisitUntil, locale) })}
      </p>
      <ErrorSummary />
      <Form
        schema={rebook ? Rebook : Revisit}
        intent={action}
        values={{ "timePreference.type": view.type, requirement: view.requirement }}
        data-enhance="booking once"
        className="card grid gap-5"
      >
        <input type="hidden" name="ticketId" value={view.id} />
        <div className="-mb-5">
          <FactRows
            facts={[
              { label: say("common.service"), value: nameOf(view.service) },
              (view.name !== "" || view.ride === null) && { label: say("common.name"), value: view.name },
              ...places,
              view.ride !== null && { label: say("common.vehicle"), value: nameOf(view.ride.vehicle) },
              rebook && offer != null && { label: say("tracking.offerPrice"), value: rupees(offer) },
            ]}
          />
        </div>
        <BookingTime firstDay={view.firstDay} pickDrop={view.ride !== null} />
        <AreaField
          name="requirement"
          label={say("common.specificRequirement")}
          hint={rebook ? undefined : say("tracking.revisit.hint")}
        />
        {view.price && <PriceBox price={view.price} pickDrop={view.ride !== null} />}
        <Button wide>{say(rebook ? "tracking.rebook" : "common.revisit")}</Button>
      </Form>
      <a className="link mt-4 inline-flex min-h-11 items-center" href={trackingPath(view.id)}>
        {say("tracking.back")}
      </a>
    </div>
  );
}
