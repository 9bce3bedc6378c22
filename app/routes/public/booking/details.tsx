import { formOf, shownFields } from "#app/parts/tickets/booking-forms.ts";
import { PriceBox, StepLine, UnpaidNote } from "#app/parts/tickets/booking-parts.tsx";
import { BookingTime } from "#app/parts/tickets/booking-time.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, PhoneField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { AddressFields, ServiceField } from "./fields.tsx";
import type { DetailsView } from "./view.server.ts";
import { partnerWords, useOfferWords } from "./words.ts";

/** Fields that may stay on the device after the tab was closed while offline: no name, phone or address. */
const lasting = [
  "serviceId",
  "pincode",
  "city",
  "state",
  "vehicleId",
  "customerOfferPrice",
  "timePreference.type",
  "timePreference.at:date",
  "timePreference.at:time",
];

/** The first step: what, where, when and who (R027), with the price shown before anything is sent (B1). */
export function DetailsStep({ view }: { view: DetailsView }) {
  const say = useSay();
  const { partner, services } = view;
  const words = partner && partnerWords(partner, say);
  const refused = useAnswer<Refused>();
  const chosen = refused?.values?.serviceId ?? view.values.serviceId;
  const pickDrop = services.find(({ id }) => id === chosen)?.pickDrop ?? false;
  const form = formOf({ pickDrop, partner: Boolean(partner) });
  if (!view.open) return <NotYet view={view} />;
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <StepLine step={1} free={Boolean(partner)} />
        <h1>{words?.title ?? say("booking.title")}</h1>
        <p className="mt-2 mb-6 text-soft">{words?.lead ?? say("booking.lead")}</p>
        <Banners banners={view.banners} />
        <UnpaidNote unpaid={view.unpaid} />
        {view.welcome && <Welcome />}
        <ErrorSummary />
        <Form
          schema={shownFields(form)}
          intent={form}
          values={view.values}
          className="grid gap-5"
          data-enhance="typed-input booking place once"
          data-typed="booking"
          data-typed-anew={view.fresh ? "" : undefined}
          data-lasting={lasting.join(" ")}
          data-pickdrop={services.find((service) => service.pickDrop)?.id}
          data-plain={formOf({ pickDrop: false, partner: Boolean(partner) })}
        >
          <noscript className="hidden">
            {/* The form's first button, so that Enter in a field sends the form and not the button beside the
                service. */}
            <button type="submit" hidden />
          </noscript>
          <p role="status" className="note" data-typed-left="" hidden>
            {say("booking.draftLeft")}
          </p>
          <Card title={say("booking.ask.what")}>
            <ServiceField services={services} partner={partner} />
            <div data-variant="plain" hidden={pickDrop} className="mt-4">
              <AreaField
                name="requirement"
                label={say("common.specificRequirement")}
                hint={say("booking.requirement.hint")}
                rows={2}
              />
            </div>
          </Card>
          <Card title={say("booking.ask.where")}>
            <AddressFields vehicles={view.vehicles} pickDrop={pickDrop} />
          </Card>
          <Card title={say("booking.ask.when")}>
            <BookingTime firstDay={view.firstDay} pickDrop={pickDrop} />
          </Card>
          <Card title={say("booking.ask.who")}>
            <div className="grid items-start gap-4 md:grid-cols-2">
              <div data-variant="plain" hidden={pickDrop}>
                <TextField name="name" label={say("common.name")} autoComplete="name" />
              </div>
              <PhoneField name="phone" label={say("common.phone")} hint={say("booking.phone.hint")} />
            </div>
          </Card>
          <div data-variant="plain" hidden={pickDrop} className="sm:max-w-xs">
            <TextField
              name="offerCode"
              label={say("common.offerCode")}
              autoComplete="off"
              hint={view.offers.length > 0 && <Offers offers={view.offers} />}
            />
          </div>
          <Prices view={view} pickDrop={pickDrop} />
          <div>
            <Button wide className="sm:w-auto sm:min-w-56">
              {say("common.sendOtp")}
            </Button>
          </div>
        </Form>
      </div>
      <HowItWorks />
    </div>
  );
}

/** While nothing can be booked: the page's heading, and why. */
function NotYet({ view: { partner, unpaid } }: { view: DetailsView }) {
  const say = useSay();
  return (
    <div className="max-w-xl">
      <h1>{partner ? partnerWords(partner, say).title : say("booking.title")}</h1>
      <UnpaidNote unpaid={unpaid} />
      <p className="note note-warm mt-4">{say("booking.notYet")}</p>
    </div>
  );
}

/** Pictures of the house; their place is there before they are, and several are scrolled sideways. */
export function Banners({ banners }: { banners: Pick<DetailsView, "banners">["banners"] }) {
  const say = useSay();
  if (banners.length === 0) return null;
  return (
    <section
      className="mb-6 flex snap-x snap-mandatory gap-3 overflow-x-auto"
      aria-label={say("banner.shown")}
      {...(banners.length > 1 && { tabIndex: 0 })}
    >
      {banners.map(({ id, imageBlobId, says }, at) => (
        <img
          key={id}
          // Of several the next one is seen to be there.
          className={`aspect-[3/1] h-auto flex-none snap-start rounded-[12px] object-contain ${banners.length > 1 ? "w-[min(90%,24rem)]" : "w-[min(100%,24rem)]"}`}
          src={`/files/${imageBlobId}`}
          alt={says ?? ""}
          width={600}
          height={200}
          decoding="async"
          loading={at === 0 ? "eager" : "lazy"}
        />
      ))}
    </section>
  );
}

function Prices({ view: { price, visits, vehicles, values }, pickDrop }: { view: DetailsView; pickDrop: boolean }) {
  if (price.amountPaise === 0) return <PriceBox price={price} pickDrop={pickDrop} visits={visits} />;
  return (
    <>
      <div data-variant="plain" hidden={pickDrop}>
        <PriceBox price={price} visits={visits} />
      </div>
      <div data-variant="pickdrop" hidden={!pickDrop}>
        <PriceBox price={price} pickDrop>
          <Charges vehicles={vehicles} chosen={values.vehicleId ?? ""} />
        </PriceBox>
      </div>
    </>
  );
}

/** The codes that take something off the fee now. */
function Offers({ offers }: Pick<DetailsView, "offers">) {
  return useOfferWords(offers).map(({ title, words }) => (
    <span key={title} className="block">
      {words}
    </span>
  ));
}

/** The charge of the chosen vehicle; islands/booking.ts switches to another one's. */
function Charges({ vehicles, chosen }: Pick<DetailsView, "vehicles"> & { chosen: string }) {
  const say = useSay();
  const lines = [
    { id: "", words: say("booking.price.vehicle") },
    ...vehicles.map(({ id, chargePaise }) => ({
      id,
      words: `${say("booking.price.platform")}: ${rupees(chargePaise, { exact: true })}`,
    })),
  ];
  return lines.map(({ id, words }) => (
    <p key={id} data-charge={id} hidden={id !== chosen} className="text-base font-semibold">
      {words}
    </p>
  ));
}

/** Shown when a returning browser's details were filled in; somebody else can clear them (fixed point 14). */
function Welcome() {
  const say = useSay();
  return (
    <Form intent="forget" className="note mb-6 flex flex-wrap items-center justify-between gap-x-4">
      <span>{say("booking.welcome")}</span>
      <Button tone="plain" className="-ml-2">
        {say("booking.notYou")}
      </Button>
    </Form>
  );
}

function HowItWorks() {
  const say = useSay();
  const steps = [say("booking.how.1"), say("booking.how.2"), say("booking.how.3")];
  return (
    <aside className="lg:pt-28">
      <h2 className="mb-3">{say("booking.how.title")}</h2>
      <ol className="grid gap-4">
        {steps.map((step, at) => (
          <li key={step} className="flex gap-3 text-sm text-soft">
            <span
              aria-hidden="true"
              className="flex size-7 flex-none items-center justify-center rounded-full bg-marigold-100 font-semibold text-marigold-700"
            >
              {at + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </aside>
  );
}
