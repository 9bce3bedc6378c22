import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { notificationLogDesk } from "#app/parts/notifications/notification-desks.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { notificationPermission, stopSending } from "#modules/notifications/index.ts";
import { SendRef } from "#modules/notifications/shared.ts";

/** What an admin does with what is being sent. */
export const logAction = adminActions({
  stop: {
    fresh: none("Tells fewer people something, for no money"),
    can: notificationPermission,
    limit: formLimit,
    once: "in its transaction",
    input: SendRef,
    run: stopSending,
    say: "notification.stoppedNow",
    to: ({ sendId }, { url }) => addressWith(url, { act: null, of: null, did: sendId }),
  },
  ...listIntents(notificationLogDesk),
});
