import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { rolesDesk } from "#app/parts/access/roles-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { deleteRole } from "#modules/access/index.ts";
import { RoleRef } from "#modules/access/shared.ts";

/** What is done on the list of roles. */
export const rolesActions = adminActions({
  deleteRole: {
    fresh: "money",
    can: "delete_role",
    limit: formLimit,
    input: RoleRef,
    once: "in its transaction",
    run: deleteRole,
    say: "role.deleted",
    to: (_input: RoleRef, { url }: Door) => addressWith(url, { act: null, of: null }),
  },
  ...listIntents(rolesDesk),
});
