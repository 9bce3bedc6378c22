import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** A push subscription of a signed-in center's browser; it lasts as long as the session. */
export const SubscriptionSchema = defineEntity({
  name: "PushSubscription",
  tableName: "push_subscriptions",
  properties: {
    id: primaryKey(),
    centerId: p.uuid(),
    sessionId: p.uuid(),
    /** A hash, because the address itself would allow others to try to push. */
    endpointHash: words(),
    /** The push service's host. */
    service: words(),
    /** The address and keys, sealed, with the public key of ours it was made for. */
    sealed: words(),
    createdAt: createdAt(),
  },
});
export type PushSubscription = InferEntity<typeof SubscriptionSchema>;
