import { centerActions } from "#app/http/doors/page.server.ts";
import { endSession } from "#modules/access/index.ts";

/** R012: Logout ends the center's session, only this one, and goes to /login. */
export const action = centerActions({
  logout: {
    can: "desk",
    limit: "A session ends once",
    unkeyed: "A session ends once",
    run: async ({ sessionId }, _input, { drop }) => {
      await endSession(sessionId);
      drop("center_session");
    },
    to: "/login",
  },
});
