import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { cancelPrice, changePrice } from "#modules/catalog/index.ts";
import { CancelPrice, ChangePrice } from "#modules/catalog/shared.ts";

const keeping = { can: "view_subscription", limit: formLimit, once: "in its transaction" } as const;

/** What an admin does with the prices. */
export const pricesAction = adminActions({
  update: {
    fresh: "money",
    ...keeping,
    input: ChangePrice,
    run: changePrice,
    say: "price.updated",
    to: "/subscription",
  },
  cancel: {
    fresh: "money",
    ...keeping,
    input: CancelPrice,
    run: cancelPrice,
    say: "price.cancelled",
    to: "/subscription",
  },
});
