import type { Door } from "#app/http/request/door.server.ts";

/** Protects a page whose address is a secret: not indexed, not cached, and not sent as referrer to other sites (H3). */
export function keepPrivate({ headers }: Door) {
  headers.set("x-robots-tag", "noindex, nofollow");
  headers.set("referrer-policy", "no-referrer");
  headers.set("cache-control", "private, no-store");
}
