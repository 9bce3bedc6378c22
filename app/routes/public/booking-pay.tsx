import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/card.tsx";
import { useSay } from "#app/ui/say.tsx";
import { useSite } from "#app/ui/site.ts";
import { rupees } from "#modules/kernel/money.ts";
import { PriceBox, StepLine } from "./booking-parts.tsx";
import type { PayView } from "./booking-views.server.ts";

/** The third step, where a fee is due: one order however often it is tried (B3). */
export function PayStep({ view }: { view: PayView }) {
  const say = useSay();
  return (
    <div className="mx-auto max-w-lg">
      <StepLine step={3} free={false} />
      <h1>{say(view.pickDrop ? "booking.pay.titlePlatform" : "booking.pay.title")}</h1>
      <p className="mt-2 mb-6 text-soft">{say("booking.pay.lead", { number: view.number })}</p>
      <div className="mb-5 empty:hidden" data-checkout-said="">
        {view.how === "failed" && <Failed />}
        {view.how === "closed" && <Closed />}
      </div>
      <div className="card grid gap-5">
        <p className="font-semibold">{view.service}</p>
        <PriceBox price={view.price} pickDrop={view.pickDrop} />
        {view.fields ? <Pay view={view} fields={view.fields} /> : <Later />}
      </div>
      <template data-checkout-closed="">
        <Closed />
      </template>
      <p className="mt-4 text-sm text-soft">{say("booking.pay.secure")}</p>
    </div>
  );
}

function Pay({ view, fields }: { view: PayView; fields: Record<string, string> }) {
  const say = useSay();
  return (
    <form
      method="post"
      action={view.hosted}
      data-enhance="checkout"
      data-script={view.script}
      data-again={say("booking.pay.retry")}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button wide>
        {say(view.how ? "booking.pay.retry" : "booking.pay.button", {
          amount: rupees(view.price.amountPaise, { exact: true }),
        })}
      </Button>
    </form>
  );
}

function Failed() {
  const say = useSay();
  return (
    <div role="alert">
      <Note tone="bad">
        <p className="font-semibold">{say("booking.paymentFailed")}</p>
        <p>{say("booking.paymentFailedHint")}</p>
      </Note>
    </div>
  );
}

function Closed() {
  return (
    <div role="status">
      <Note tone="warm">{useSay()("booking.pay.closed")}</Note>
    </div>
  );
}

/** The provider does not answer: nothing is lost, the page is asked for again. */
function Later() {
  const say = useSay();
  return (
    <>
      <Note tone="warm">{say("booking.pay.later")}</Note>
      <ButtonLink to={useSite().here} reload>
        {say("error.again")}
      </ButtonLink>
    </>
  );
}
