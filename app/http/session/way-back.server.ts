import type { Door } from "../request/door.server.ts";
import { safePath } from "../request/safe-redirect.ts";
import type { Portal } from "./session.server.ts";

/*
 * The way back of who had to log in: the page that was asked for is kept in a cookie of that browser, for half an hour and
 * never in an address, and the login of its portal leads there.
 */

/** Keeps the page that was asked for. */
export function keepTheWay(door: Door, portal: Portal) {
  if (!door.url.pathname.endsWith("logout")) door.keep(`${portal}_back`, door.here);
}

/** Where a login leads, once: the page that was asked for, else `home`. */
export function wayBack(door: Door, portal: Portal, home: string) {
  const to = safePath(door.cookie(`${portal}_back`), home);
  door.drop(`${portal}_back`);
  return to;
}
