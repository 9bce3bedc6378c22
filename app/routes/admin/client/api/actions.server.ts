import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { createKey, revokeKey, rotateKey } from "#modules/catalog/index.ts";
import { CreateKey, KeyRef, RotateKey } from "#modules/catalog/shared.ts";

const showsOnce = "A kept answer would hold the key";

/** What is done with a client's keys; the verbs ask who may. */
export const apiActions = adminActions({
  create: { fresh: "money", can: "any admin", limit: formLimit, input: CreateKey, unkeyed: showsOnce, run: createKey },
  rotate: { fresh: "money", can: "any admin", limit: formLimit, input: RotateKey, unkeyed: showsOnce, run: rotateKey },
  revoke: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: KeyRef,
    unkeyed: "A key ends once",
    run: revokeKey,
    say: "clientKey.revoked",
    to: (_input: unknown, { url }: Door) => addressWith(url, { act: null, of: null }),
  },
});
