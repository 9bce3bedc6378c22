import { ResendButton } from "#app/parts/login/resend-button.tsx";
import { SandboxLink } from "#app/parts/login/sandbox-link.tsx";
import { Band, bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { CheckCards, OtpField, PhoneField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { WaitCodeView, WaitingView, WaitlistView } from "./short-views.server.ts";

/** Nobody comes for these services yet: which of them, and the phone that is told when a center comes. */
export function WaitlistStep({ view }: { view: WaitlistView }) {
  const say = useSay();
  const nameOf = useName();
  return (
    <Form
      intent="waitlist"
      values={{ phone: view.phone, services: view.chosen }}
      className={bandPage}
      data-enhance="once"
    >
      <Band
        title={say("booking.noService")}
        lead={say("book.waitlist.nothing")}
        up={{ to: view.back, words: view.place }}
        step={1}
      />
      <div className={bandContent}>
        <ErrorSummary />
        <section className="grid gap-3">
          <h2>{say("book.waitlist.title")}</h2>
          <p className="text-soft">{say("book.waitlist.lead", { place: view.place })}</p>
          <PhoneField name="phone" label={say("common.phone")} hint={say("book.waitlist.phoneHint")} required />
        </section>
        <CheckCards
          name="services"
          label={say("book.waitlist.which")}
          options={view.services.map(({ id, name }) => ({ value: id, label: nameOf(name) }))}
          columns
        />
      </div>
      <PriceBar>
        <button type="submit" className={goLook}>
          {say("book.waitlist.tell")}
        </button>
      </PriceBar>
    </Form>
  );
}

/** The code that proves the phone. */
export function WaitCodeStep({ view }: { view: WaitCodeView }) {
  const say = useSay();
  return (
    <div className={bandPage}>
      <Band
        title={say("book.codeTitle")}
        lead={say("booking.otp.enter", { phone: view.phone })}
        up={{ to: view.back, words: view.place }}
        step={1}
      />
      <div className={bandContent}>
        <ErrorSummary />
        <Form intent="waitcode" data-enhance="otp once" className="grid gap-4">
          <OtpField label={say("common.otp")} required awaited />
          <button type="submit" className={goLook}>
            {say("book.waitlist.confirm")}
          </button>
        </Form>
        <Form intent="waitresend" data-enhance="once">
          <ResendButton waitSeconds={view.waitSeconds} />
        </Form>
        <SandboxLink phone={view.phone} />
      </div>
    </div>
  );
}

/** The phone is told when a center comes. */
export function WaitingStep({ view }: { view: WaitingView }) {
  const say = useSay();
  return (
    <div className={bandPage}>
      <Band title={say("book.waitlist.doneTitle")} step={1} />
      <div className={bandContent}>
        <p role="status">{say("book.waitlist.done", { phone: view.phone })}</p>
        <p>
          <ButtonLink to={view.back} tone="quiet" reload>
            {say("book.waitlist.otherPlace")}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
