import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";
import { type Paise, rupees } from "#modules/kernel/money.ts";
import type { Gateway } from "./gateway.server.ts";

type GatewayFormProps = {
  gateway: Gateway;
  amountPaise: Paise | number;
  /** Set when somebody came back from the checkout without paying. */
  again: boolean;
  /** Shown when the checkout over the page was closed. */
  left: ReactNode;
};

/**
 * A form to the provider's checkout: over the page with JavaScript, on the provider's page without (fixed point 21).
 */
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

/**
 * The place for a payment's result, focused when there is one: what failed is in sight, and its button the next stop.
 * The checkout over the page shows there that it was closed.
 */
export function GatewayMessage({ children }: { children: ReactNode }) {
  return (
    <div
      className="mb-5 empty:hidden"
      data-checkout-said=""
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: somebody just came back from the checkout, and how it went comes first
      autoFocus={Boolean(children)}
    >
      {children}
    </div>
  );
}

/** The provider does not answer: nothing is lost, and the page can be reloaded. */
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
