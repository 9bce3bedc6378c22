import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { replayDelivery, replayFailedDeliveries } from "#modules/notifications/index.ts";
import { DeliveryRef, EndpointRef } from "#modules/notifications/shared.ts";

const closed = (_input: unknown, { url }: Door) => addressWith(url, { act: null, of: null });

/** What is done with what was sent; the verbs ask who may. */
export const logActions = adminActions({
  replay: {
    fresh: none("Sends what was sent before"),
    can: "any admin",
    limit: formLimit,
    input: DeliveryRef,
    unkeyed: "What waits is not sent again",
    run: replayDelivery,
    say: "webhook.replayed",
    to: closed,
  },
  replayAll: {
    fresh: none("Sends what was sent before"),
    can: "any admin",
    limit: formLimit,
    input: EndpointRef,
    unkeyed: "What waits is not sent again",
    run: async (admin, input, door) => {
      const count = await replayFailedDeliveries(admin, input);
      if (count > 0) door.toast("webhook.replayedAll");
      else door.toast("webhook.nothingGivenUp", undefined, "warn");
      return door.go(closed(input, door));
    },
  },
});
