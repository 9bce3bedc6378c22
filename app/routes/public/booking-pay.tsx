import { Note } from "#app/ui/card.tsx";
import { useSay } from "#app/ui/say.tsx";
import { PriceBox, StepLine } from "./booking-parts.tsx";
import type { PayView } from "./booking-views.server.ts";
import { GatewayForm, GatewaySaid } from "./gateway-form.tsx";

/** The third step, where a fee is due: one order however often it is tried (B3). */
export function PayStep({ view }: { view: PayView }) {
  const say = useSay();
  const { how, gateway, price } = view;
  return (
    <div className="mx-auto max-w-lg">
      <StepLine step={3} free={false} />
      <h1>{say(view.pickDrop ? "booking.pay.titlePlatform" : "booking.pay.title")}</h1>
      <p className="mt-2 mb-6 text-soft">{say("booking.pay.lead", { number: view.number })}</p>
      <GatewaySaid>{how && <NotPaid how={how} />}</GatewaySaid>
      <div className="card grid gap-5">
        <p className="font-semibold">{view.service}</p>
        <PriceBox price={price} pickDrop={view.pickDrop} />
        <GatewayForm
          gateway={gateway}
          amountPaise={price.amountPaise}
          again={how !== null}
          left={<NotPaid how="closed" />}
        />
      </div>
      <p className="mt-4 text-sm text-soft">{say("booking.pay.secure")}</p>
    </div>
  );
}

const why = { failed: "booking.paymentFailedHint", closed: "booking.pay.closed" } as const;

/** No payment came of it, refused or left (R045). */
function NotPaid({ how }: { how: keyof typeof why }) {
  const say = useSay();
  return (
    <div role="alert">
      <Note tone="bad">
        <p className="font-semibold">{say("booking.paymentFailed")}</p>
        <p>{say(why[how])}</p>
      </Note>
    </div>
  );
}
