import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { usersDesk } from "#app/parts/access/users-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { saySwitched } from "#app/parts/lists/say-switched.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { removeUser, setAdminActive } from "#modules/access/index.ts";
import { SetUserActive, UserRef } from "#modules/access/shared.ts";

const acting = { can: "inactive_active", limit: formLimit, once: "in its transaction", fresh: "money" } as const;
const closed = ({ url }: Door) => addressWith(url, { act: null, of: null });

/** What is done on the list of users. */
export const usersActions = adminActions({
  setActive: {
    ...acting,
    input: SetUserActive,
    run: async (admin, input, door) => {
      saySwitched(door, await setAdminActive(admin, input), { on: "user.statusChanged", off: "user.statusChanged" });
      return door.go(addressWith(door.url, { act: null, of: null, did: input.adminId }));
    },
  },
  remove: {
    ...acting,
    input: UserRef,
    run: removeUser,
    say: "user.deleted",
    to: (_input: UserRef, door: Door) => closed(door),
  },
  ...listIntents(usersDesk),
});
