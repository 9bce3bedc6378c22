import type { Door } from "#app/http/door.server.ts";

/** A page whose address is a secret is not indexed, not kept by anybody and not told to other sites (H3). */
export function keepPrivate({ headers }: Door) {
  headers.set("x-robots-tag", "noindex, nofollow");
  headers.set("referrer-policy", "no-referrer");
  headers.set("cache-control", "private, no-store");
}
