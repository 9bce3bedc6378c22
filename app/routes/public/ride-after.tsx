import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/detail.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useSay } from "#app/ui/say.tsx";
import { useSite } from "#app/ui/site.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { RideDone, RidePay } from "./ride-views.server.ts";

/** The ride is settled (R071): how much the driver gets, and how. */
export function RideDoneStep({ view }: { view: RideDone }) {
  const say = useSay();
  const amount = rupees(view.farePaise);
  const { driver } = view;
  return (
    <div className="mx-auto max-w-lg">
      <p className="mb-4 flex size-14 items-center justify-center rounded-full bg-green-50 text-2xl text-green-700">
        <Icon name="circle-check" className="block" />
      </p>
      <div role="status">
        <h1>{say("ride.responded")}</h1>
      </div>
      <p className="mt-2 mb-6 text-soft">
        {say(view.mode === "cash" ? "ride.respondedCash" : "ride.respondedOnline", { driver, amount })}
      </p>
      <div className="card mb-6 [&>section]:mb-0">
        <RideFacts view={view} />
      </div>
      <ButtonLink to={view.again} reload tone="quiet">
        {say("ride.again")}
      </ButtonLink>
    </div>
  );
}

function RideFacts({ view }: { view: RideDone | RidePay }) {
  const say = useSay();
  return (
    <Facts
      facts={[
        { label: say("ride.number"), value: <span className="font-semibold">{view.number}</span> },
        { label: say("ride.driver"), value: view.driver },
        { label: say("ride.route"), value: <span className="break-words">{`${view.from} → ${view.to}`}</span> },
        { label: say("ride.amount"), value: rupees(view.farePaise) },
        { label: say("ride.mode"), value: say(`ride.mode.${view.mode}`) },
      ]}
    />
  );
}

/** An online fare is paid: one order however often it is tried (B3); in place with JavaScript, else on the hosted page. */
export function RidePayStep({ view }: { view: RidePay }) {
  const say = useSay();
  const { driver, number, how, fields } = view;
  return (
    <div className="mx-auto max-w-lg">
      <h1>{say("ride.payTitle")}</h1>
      <p className="mt-2 mb-6 text-soft">{say("ride.payLead", { driver, number })}</p>
      <div className="mb-5 empty:hidden" data-checkout-said="">
        {how && <How how={how} />}
      </div>
      <div className="card mb-6 grid gap-5 [&>section]:mb-0">
        <RideFacts view={view} />
        {fields ? <Pay view={view} fields={fields} /> : <Later />}
        <Form intent="check">
          <input type="hidden" name="ride" value={view.id} />
          <Button tone="plain" className="-ml-2">
            {say("ride.payCheck")}
          </Button>
        </Form>
      </div>
      <template data-checkout-closed="">
        <How how="closed" />
      </template>
      <p className="mb-4 text-sm text-soft">{say("booking.pay.secure")}</p>
      <ButtonLink to={view.again} reload tone="quiet">
        {say("ride.again")}
      </ButtonLink>
    </div>
  );
}

const howItWent = {
  failed: { tone: "bad", text: "ride.payFailed", role: "alert" },
  pending: { tone: "warm", text: "ride.payPending", role: "status" },
  closed: { tone: "warm", text: "booking.pay.closed", role: "status" },
} as const;

function How({ how }: { how: keyof typeof howItWent }) {
  const { tone, text, role } = howItWent[how];
  const say = useSay();
  return (
    <div role={role}>
      <Note tone={tone}>{say(text)}</Note>
    </div>
  );
}

function Pay({ view, fields }: { view: RidePay; fields: Record<string, string> }) {
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
          amount: rupees(view.farePaise, { exact: true }),
        })}
      </Button>
    </form>
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
