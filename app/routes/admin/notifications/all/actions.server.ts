import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { saySwitched } from "#app/parts/lists/say-switched.server.ts";
import { notificationsDesk } from "#app/parts/notifications/notification-desks.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { say } from "#modules/messages/index.ts";
import {
  countRecipients,
  createNotification,
  notificationPermission,
  sendNotification,
  switchNotification,
} from "#modules/notifications/index.ts";
import {
  CreateNotification,
  NotificationAudience,
  SendNotification,
  SwitchNotification,
} from "#modules/notifications/shared.ts";

/** The list without its dialog, the row of the act marked. */
const back = (did: string | null, { url }: Pick<Door, "url">) => addressWith(url, { act: null, of: null, did });

const keeping = { can: notificationPermission, limit: formLimit } as const;

/** What an admin does with notifications (R439–R442). */
export const notificationsAction = adminActions({
  add: {
    fresh: none("Writes what may be sent, for no money"),
    ...keeping,
    once: "in its transaction",
    input: CreateNotification,
    run: async (admin, input, door) => {
      const { id } = await createNotification(admin, input);
      door.toast("notification.saved");
      return door.go(back(id, door));
    },
  },
  switch: {
    fresh: none("Writes what may be sent, for no money"),
    ...keeping,
    failed: "notification.switchFailed",
    once: "in its transaction",
    input: SwitchNotification,
    run: async (admin, input, door) => {
      const done = await switchNotification(admin, input);
      saySwitched(door, done, { on: "notification.switchedOn", off: "notification.switchedOff" });
      return door.go(back(input.notificationId, door));
    },
  },
  // The page is shown again with the number, and asks whether to send.
  count: {
    fresh: none("Only counts"),
    ...keeping,
    unkeyed: "It only counts",
    input: NotificationAudience,
    run: countRecipients,
  },
  send: {
    fresh: none("Tells many people something, for no money"),
    ...keeping,
    failed: "notification.sendFailed",
    once: "in its transaction",
    input: SendNotification,
    run: async (admin, input, door) => {
      const { waits, startsAt } = await sendNotification(admin, input);
      const at = showDateTime(startsAt, door.locale);
      const about = { to: "/notification-history", name: say("notification.log", {}, door.locale) };
      if (waits) door.toast("notification.waits", { at }, "warn", { about });
      else door.toast("notification.sent", {}, "good", { about });
      return door.go(back(input.notificationId, door));
    },
  },
  ...listIntents(notificationsDesk),
});
