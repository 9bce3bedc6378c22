import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { saySwitched } from "#app/parts/lists/say-switched.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  renewSecret,
  sendTest,
  switchEndpoint,
} from "#modules/notifications/index.ts";
import {
  AddEndpoint,
  ChangeEndpoint,
  EndpointRef,
  RenewSecret,
  SwitchEndpoint,
} from "#modules/notifications/shared.ts";

const showsOnce = "A kept answer would hold the secret";
const closed = (_input: unknown, { url }: Door) => addressWith(url, { act: null, of: null });

/** What is done with a client's webhooks; the verbs ask who may. */
export const webhookActions = adminActions({
  add: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: AddEndpoint,
    unkeyed: showsOnce,
    run: (admin, input) => addEndpoint(admin, input),
  },
  change: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: ChangeEndpoint,
    unkeyed: "Changing to what it is changes nothing",
    run: changeEndpoint,
    say: "webhook.changed",
    to: closed,
  },
  renew: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: RenewSecret,
    unkeyed: showsOnce,
    run: renewSecret,
  },
  switch: {
    fresh: "money",
    can: "any admin",
    failed: "webhook.switchFailed",
    limit: formLimit,
    input: SwitchEndpoint,
    unkeyed: "Switching to what it is changes nothing",
    run: async (admin, input, door) => {
      saySwitched(door, await switchEndpoint(admin, input), { on: "webhook.switchedOn", off: "webhook.switchedOff" });
      return door.go(closed(input, door));
    },
  },
  remove: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: EndpointRef,
    unkeyed: "A webhook is removed once",
    run: removeEndpoint,
    say: "webhook.removed",
    to: closed,
  },
  test: {
    fresh: none("Sends a message about nothing"),
    can: "any admin",
    limit: formLimit,
    input: EndpointRef,
    unkeyed: "At most five tests wait, and each has its own id",
    run: sendTest,
    say: "webhook.testSent",
    to: closed,
  },
});
