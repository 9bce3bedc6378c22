import { adminActions } from "#app/http/page.server.ts";
import { endSession } from "#modules/access/index.ts";

/** An admin's logout ends only the admin's session (R011) and goes to /admin-login. */
export const action = adminActions({
  logout: {
    unkeyed: "A session ends once",
    run: async ({ sessionId }, _input, { drop }) => {
      await endSession(sessionId);
      drop("admin_session");
    },
    to: "/admin-login",
  },
});
