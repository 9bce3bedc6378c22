import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { lookAgain } from "#modules/wallet/index.ts";
import { CloseDay } from "#modules/wallet/shared.ts";

/** The provider is asked about a day again; money stays as it is. */
export const closeAction = adminActions({
  look: {
    fresh: none("Asks the provider and moves nothing"),
    can: "view_Wallet",
    limit: formLimit,
    input: CloseDay,
    once: "in its transaction",
    run: lookAgain,
    say: "close.looking",
    to: ({ day }) => `/payment-close?day=${day}`,
  },
});
