import { onboarderActions } from "#app/http/doors/page.server.ts";
import { endSession } from "#modules/access/index.ts";

/** R014: Logout ends the onboarder's session, only this one, and goes to /center-onboard-login. */
export const action = onboarderActions({
  logout: {
    limit: "A session ends once",
    unkeyed: "A session ends once",
    run: async ({ sessionId }, _input, { drop }) => {
      await endSession(sessionId);
      drop("onboarder_session");
    },
    to: "/center-onboard-login",
  },
});
