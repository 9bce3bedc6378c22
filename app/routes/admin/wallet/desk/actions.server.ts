import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { refundSubscriptionIntent } from "#app/parts/centers/refund-subscription-intent.server.ts";
import { subscribeIntent } from "#app/parts/centers/subscribe-intent.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { actOnWallet } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";

/** The page without the form of a subscription. */
const back = (_input: unknown, { url }: Pick<Door, "url">) =>
  addressWith(url, { act: null, of: null, find: null, who: null, center: null });

/** Initiate Wallet Action; the list is loaded again after it, and says what became of it (R422, R423). And a subscription paid outside, or refunded. */
export const walletAction = adminActions({
  subscribe: subscribeIntent(back),
  refundSubscription: refundSubscriptionIntent(back),
  initiate: {
    fresh: "money",
    can: "adjust_wallet",
    limit: formLimit,
    input: NewWalletAction,
    once: "in its transaction",
    run: async (admin, input, door) => {
      const { id, state, kind } = await actOnWallet(admin, input);
      if (state === "WAITING") door.toast(`adjust.waiting.${kind}`, undefined, "warn");
      else door.toast(`walletAct.done.${kind}`);
      return door.go(
        addressWith(door.url, {
          act: null,
          of: null,
          find: null,
          who: null,
          tab: "manual",
          table: null,
          after: null,
          before: null,
          did: id,
        }),
      );
    },
  },
});
