import { say } from "#modules/messages/index.ts";
import type { Door } from "../request/door.server.ts";
import { safePath } from "../request/safe-redirect.ts";
import type { About } from "../request/toast.server.ts";

/*
 * The way back of who had to log in: the page that was asked for is kept in a cookie of that browser, for half an hour and
 * never in an address, and the login of its portal leads there.
 */

/** The portals whose login leads back. */
export type BackPortal = "center" | "onboarder";

const logins: Record<BackPortal, string> = { center: "/login", onboarder: "/center-onboard-login" };

/** Keeps the page that was asked for; what the toast links is its portal's login. */
export function keepTheWay(door: Door, portal: BackPortal): About {
  if (!door.url.pathname.endsWith("logout")) door.keep(`${portal}_back`, door.here);
  return { to: logins[portal], name: say(`session.login.${portal}`, undefined, door.locale) };
}

/** Where a login leads, once: the page that was asked for, else `home`. */
export function wayBack(door: Door, portal: BackPortal, home: string) {
  const to = safePath(door.cookie(`${portal}_back`), home);
  door.drop(`${portal}_back`);
  return to;
}
