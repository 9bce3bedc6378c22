import { GatewayForm, GatewayMessage } from "#app/parts/payment/gateway-form.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { RideDone, RidePay } from "./view.server.ts";

/** A settled ride (R071): how much the driver gets, and how. */
export function RideDoneStep({ view }: { view: RideDone }) {
  const say = useSay();
  const amount = rupees(view.farePaise);
  const { driver } = view;
  return (
    <div className="max-w-lg">
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

/** The payment of an online fare: one order for all tries (B3); while it is being confirmed it cannot be paid again. */
export function RidePayStep({ view }: { view: RidePay }) {
  const say = useSay();
  const { driver, number, how, gateway } = view;
  const pending = how === "pending";
  return (
    <div className="max-w-lg">
      <h1>{say("ride.payTitle")}</h1>
      {!pending && <p className="mt-2 text-soft">{say("ride.payLead", { driver, number })}</p>}
      <div className="mt-6">
        <GatewayMessage>{how && <How how={how} />}</GatewayMessage>
      </div>
      <div className="card mb-6 grid gap-5 [&>section]:mb-0">
        <RideFacts view={view} />
        {!pending && (
          <GatewayForm
            gateway={gateway}
            amountPaise={view.farePaise}
            again={how !== null}
            left={<How how="closed" />}
          />
        )}
        <Check id={view.id} pending={pending} />
      </div>
      {!pending && <p className="mb-4 text-sm text-soft">{say("booking.pay.secure")}</p>}
      <ButtonLink to={view.again} reload tone="quiet">
        {say("ride.again")}
      </ButtonLink>
    </div>
  );
}

/** Asks the provider for the payment's state; while the payment is pending the page does so by itself. */
function Check({ id, pending }: { id: string; pending: boolean }) {
  const say = useSay();
  return (
    <div data-enhance={pending ? "await-payment" : undefined}>
      <Form intent="check">
        <input type="hidden" name="ride" value={id} />
        {pending ? (
          <Button wide icon="refresh-cw">
            {say("booking.pendingCheck")}
          </Button>
        ) : (
          <Button tone="plain" className="-ml-2">
            {say("ride.payCheck")}
          </Button>
        )}
      </Form>
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
