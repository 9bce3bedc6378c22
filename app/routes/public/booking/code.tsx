import { byItself, CodeSoon, isSentSoon } from "#app/parts/login/code-soon.tsx";
import { ResendButton } from "#app/parts/login/resend-button.tsx";
import { SandboxLink } from "#app/parts/login/sandbox-link.tsx";
import { Band, bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { PriceBox } from "#app/parts/tickets/booking-parts.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName, useTitle } from "#app/ui/base/site.ts";
import { Facts } from "#app/ui/detail/detail.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { CodeView } from "./view.server.ts";
import { useVisitWords } from "./words.ts";

/** The second step: the code, with a summary of the booking. */
export function CodeStep({ view }: { view: CodeView }) {
  const say = useSay();
  const titleOf = useTitle();
  const wanted = useVisitWords(view.time);
  const soon = isSentSoon(view.code);
  const fee = view.price.amountPaise;
  return (
    <div className={bandPage}>
      <Band
        title={say(view.code.open ? "book.codeTitle" : "booking.otp.title")}
        lead={!soon && say(view.code.open ? "booking.otp.sent" : "booking.otp.enter", { phone: view.phone })}
        up={{ to: view.back, words: [titleOf(view.service), wanted].join(", ") }}
        step={5}
      />
      <div className={bandContent}>
        {soon && <CodeSoon waitSeconds={view.code.waitSeconds} />}
        <ErrorSummary />
        <div className="card">
          <Form intent="verify" data-enhance="otp once" className="grid gap-4">
            <OtpField label={say("common.otp")} required awaited />
          </Form>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
            <Form intent="resend" data-enhance="once">
              <ResendButton waitSeconds={view.code.waitSeconds} byItself={soon ? byItself : undefined} />
            </Form>
            <a className="link flex min-h-11 items-center" href={view.back}>
              {say("booking.otp.edit")}
            </a>
          </div>
        </div>
        <p className="text-soft">{say("booking.otp.hint")}</p>
        <SandboxLink phone={view.phone} />
        <Summary view={view} />
      </div>
      <PriceBar
        price={fee === 0 ? say("booking.price.free") : rupees(fee)}
        hint={fee > 0 && say(view.vehicle === null ? "common.bookingFee" : "booking.price.platform")}
      >
        <button type="submit" form="form-verify" className={goLook}>
          {say("booking.otp.verify")}
        </button>
      </PriceBar>
    </div>
  );
}

function Summary({ view }: { view: CodeView }) {
  const say = useSay();
  const nameOf = useName();
  const addressOf = useAddress();
  const wanted = useVisitWords(view.time);
  return (
    <div>
      <Facts
        title={say("booking.summary")}
        facts={[
          { label: say("common.service"), value: nameOf(view.service) },
          view.vehicle !== null && { label: say("common.vehicle"), value: nameOf(view.vehicle) },
          view.requirement !== null && { label: say("common.specificRequirement"), value: view.requirement },
          view.name !== null && { label: say("common.name"), value: view.name },
          { label: say(view.vehicle === null ? "common.address" : "ride.route"), value: addressOf(view.place) },
          view.offerPaise !== null && { label: say("tracking.offerPrice"), value: rupees(view.offerPaise) },
          { label: say("common.time"), value: wanted },
        ]}
      />
      <PriceBox price={view.price} pickDrop={view.vehicle !== null} usual={view.usual} />
    </div>
  );
}
