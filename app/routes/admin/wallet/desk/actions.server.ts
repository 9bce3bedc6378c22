import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { actOnWallet } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";

/** Initiate Wallet Action; the list is loaded again after it, and says what became of it (R422, R423). */
export const walletAction = adminActions({
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
