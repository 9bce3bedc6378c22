import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { endSession } from "#modules/access/index.ts";

/** An admin's logout ends only the admin's session (R011) and goes to /admin-login. */
export const action = adminActions({
  logout: {
    fresh: none("Ends this very session"),
    can: "any admin",
    limit: "A session ends once",
    unkeyed: "A session ends once",
    toSetUp: true,
    run: async ({ sessionId }, _input, { drop }) => {
      await endSession(sessionId);
      drop("admin_session");
    },
    to: "/admin-login",
  },
});
