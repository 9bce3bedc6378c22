import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { Admin } from "#app/parts/lists/desk-list.server.ts";
import { refundSubscription } from "#modules/wallet/index.ts";
import { RefundSubscription } from "#modules/wallet/shared.ts";

/** Refunds a subscription of a center, on each page that shows its form; `back` is the page without it. */
export const refundSubscriptionIntent = (back: (input: RefundSubscription, door: Door) => string) =>
  ({
    can: "adjust_wallet",
    limit: formLimit,
    once: "in its transaction",
    fresh: "money",
    input: RefundSubscription,
    run: async (admin: Admin, input: RefundSubscription, door: Door) => {
      const { adjustment } = await refundSubscription(admin, input);
      if (adjustment.state === "WAITING") door.toast("adjust.waiting.Subscription Refund", undefined, "warn");
      else door.toast("subscription.refundDone");
      return door.go(back(input, door));
    },
  }) as const;
