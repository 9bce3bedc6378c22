import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { Admin } from "#app/parts/lists/desk-list.server.ts";
import { enterSubscription } from "#modules/wallet/index.ts";
import { EnterSubscriptionForm } from "#modules/wallet/shared.ts";

/** Enters a subscription that a center paid outside, on each page that shows its form; `back` is the page without it. */
export const subscribeIntent = (back: (input: EnterSubscriptionForm, door: Door) => string) =>
  ({
    can: "adjust_wallet",
    limit: formLimit,
    once: "in its transaction",
    fresh: "money",
    input: EnterSubscriptionForm,
    run: async (admin: Admin, input: EnterSubscriptionForm, door: Door) => {
      const { centerId, product, reference } = input;
      const { state } = await enterSubscription(admin, { centerId, product, reference, amount: input[product] });
      if (state === "WAITING") door.toast("adjust.waiting.Subscription", undefined, "warn");
      else door.toast("subscription.entered");
      return door.go(back(input, door));
    },
  }) as const;
