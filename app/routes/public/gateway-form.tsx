import type { ReactNode } from "react";
import type { Gateway } from "#app/http/gateway.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/card.tsx";
import { useSay } from "#app/ui/say.tsx";
import { useSite } from "#app/ui/site.ts";
import { type Paise, rupees } from "#modules/kernel/money.ts";

type GatewayFormProps = {
  gateway: Gateway;
  amountPaise: Paise | number;
  /** Somebody was at the checkout already and came back without paying. */
  again: boolean;
  /** What is said when the checkout over the page is left. */
  left: ReactNode;
};

/** To the payment provider's checkout: over the page with JavaScript, its own page without (fixed point 21). */
export function GatewayForm({ gateway: { script, hosted, fields }, amountPaise, again, left }: GatewayFormProps) {
  const say = useSay();
  if (!fields) return <Later />;
  return (
    <>
      <form
        method="post"
        action={hosted}
        data-enhance="checkout"
        data-script={script}
        data-again={say("booking.pay.retry")}
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button wide>
          {say(again ? "booking.pay.retry" : "booking.pay.button", { amount: rupees(amountPaise, { exact: true }) })}
        </Button>
      </form>
      <template data-checkout-closed="">{left}</template>
    </>
  );
}

/** Where it is said how a payment went; the checkout over the page says there that it was left. */
export function GatewaySaid({ children }: { children: ReactNode }) {
  return (
    <div className="mb-5 empty:hidden" data-checkout-said="">
      {children}
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
