import { Band, bandContent, bandPage, goLook } from "#app/parts/tickets/band.tsx";
import { shownFields } from "#app/parts/tickets/booking-forms.ts";
import { PriceBox } from "#app/parts/tickets/booking-parts.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { Button } from "#app/ui/base/button.tsx";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useTitle } from "#app/ui/base/site.ts";
import { useAnswer } from "#app/ui/form/answer.ts";
import { StateField } from "#app/ui/form/choice-fields.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PhoneField, PincodeField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FeeBar } from "./fee-bar.tsx";
import type { YouView } from "./short-views.server.ts";
import { stepWords, useOfferWords, useVisitWords } from "./words.ts";

/** The door and the phone, and all answers to check before the OTP. */
export function YouStep({ view }: { view: YouView }) {
  const say = useSay();
  const titleOf = useTitle();
  return (
    <Form
      intent="you"
      schema={shownFields(view.asksPincode ? "partner" : "details")}
      values={view.values}
      className={bandPage}
      data-enhance="place once"
    >
      <input type="hidden" name="answers" value={view.answers} />
      {/* The form's first button, so that Enter in a field sends the form and clears nothing. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <Band
        title={say("book.you.title")}
        lead={say("book.you.lead")}
        up={{ to: view.back, words: stepWords(5, titleOf(view.service), say) }}
        step={5}
      />
      <div className={bandContent}>
        <ErrorSummary />
        {view.welcome && (
          <p className="note flex flex-wrap items-center justify-between gap-x-4">
            <span>{say("booking.welcome")}</span>
            <Button tone="plain" className="-ml-2" name="intent" value="forget">
              {say("booking.notYou")}
            </Button>
          </p>
        )}
        <Address view={view} />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField name="name" label={say("common.name")} autoComplete="name" />
          <PhoneField name="phone" label={say("common.phone")} hint={say("booking.phone.hint")} />
        </div>
        <Answers view={view} />
        <OfferCode view={view} />
        <PriceBox price={view.price} usual={view.usual} />
      </div>
      <FeeBar price={view.price} usual={view.usual}>
        <button type="submit" className={goLook}>
          {say("common.sendOtp")}
        </button>
      </FeeBar>
    </Form>
  );
}

/** The address; folded where it is known, and with what the pincode says of it folded otherwise. */
function Address({ view }: { view: YouView }) {
  const say = useSay();
  const nameOf = useAddress();
  const refused = useAnswer<Refused>();
  const { city = "", state = "" } = view.values;
  const door = (
    <>
      {view.asksPincode && <PincodeField name="pincode" label={say("common.pincode")} className="[&_input]:max-w-44" />}
      <TextField
        name="houseNumber"
        label={say("booking.houseNumber")}
        hint={say("booking.houseNumber.hint")}
        autoComplete="address-line1"
      />
      <TextField name="locality" label={say("booking.locality")} autoComplete="address-line2" />
    </>
  );
  const place = (
    <>
      <TextField name="city" label={say("common.city")} autoComplete="address-level2" />
      <StateField name="state" label={say("common.state")} empty={say("booking.state.choose")} />
      <TextField name="country" label={say("common.country")} value={say("common.india")} readOnly />
    </>
  );
  if (view.known && !view.asksPincode)
    return (
      <Fold words={say("book.you.sameDoor")} value={nameOf(view.known)} open={Boolean(refused?.errors)}>
        {door}
        {place}
      </Fold>
    );
  const complete = Boolean(city && state) && !refused?.errors?.city && !refused?.errors?.state;
  return (
    <div className="grid gap-4">
      {door}
      <Fold words={say("book.you.place")} value={nameOf([city, state].filter(Boolean).join(", "))} open={!complete}>
        {place}
      </Fold>
    </div>
  );
}

function Fold({
  words,
  value,
  open,
  children,
}: {
  words: string;
  value: string;
  open: boolean;
  children: React.ReactNode;
}) {
  return (
    <details open={open} className="rounded-lg bg-sand px-4 py-2">
      <summary className="min-h-11 py-1">
        <span className="text-sm text-soft">{words}</span> <span className="font-semibold wrap-anywhere">{value}</span>
      </summary>
      <div className="grid gap-4 py-3">{children}</div>
    </details>
  );
}

/** All answers, each with its way back. */
function Answers({ view }: { view: YouView }) {
  const say = useSay();
  const titleOf = useTitle();
  const { changes } = view;
  return (
    <section className="card">
      <h2>{say("book.check.title")}</h2>
      <dl className="mt-2">
        {view.place && changes.place && <Line label={say("common.pincode")} value={view.place} to={changes.place} />}
        <Line label={say("common.service")} value={titleOf(view.service)} to={changes.service} />
        <Line label={say("common.specificRequirement")} value={view.requirement || "–"} to={changes.need} />
        <Line label={say("common.time")} value={useVisitWords(view.time)} to={changes.time} />
      </dl>
    </section>
  );
}

function Line({ label, value, to }: { label: string; value: string; to: string }) {
  const say = useSay();
  return (
    <div className="flex items-baseline gap-4 border-t border-line py-2.5 first:border-0">
      <dt className="sr-only">{label}</dt>
      <dd className="min-w-0 flex-1 font-semibold wrap-anywhere whitespace-pre-line">{value}</dd>
      <dd>
        <a className="link inline-flex min-h-11 items-center" href={to}>
          {say("common.change")}
          <span className="sr-only"> {label}</span>
        </a>
      </dd>
    </div>
  );
}

function OfferCode({ view }: { view: YouView }) {
  const say = useSay();
  const refused = useAnswer<Refused>();
  return (
    <Fold words={say("book.you.code")} value={view.values.offerCode ?? ""} open={Boolean(refused?.errors?.offerCode)}>
      <TextField name="offerCode" label={say("common.offerCode")} autoComplete="off" />
      {useOfferWords(view.offers).map(({ title, words }) => (
        <p key={title} className="text-sm text-soft">
          {words}
        </p>
      ))}
    </Fold>
  );
}
