import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, key, words } from "../kernel/columns.ts";

/** A browser of a signed-in center that takes pushes, as long as the session lasts. */
export const SubscriptionSchema = defineEntity({
  name: "PushSubscription",
  tableName: "push_subscriptions",
  properties: {
    id: key(),
    centerId: p.uuid(),
    sessionId: p.uuid(),
    /** Whoever knows the address may try to push: only its hash stands open. */
    endpointHash: words(),
    /** The push service's host. */
    service: words(),
    /** Address and keys, sealed, with the key of ours it was made for. */
    sealed: words(),
    createdAt: createdAt(),
  },
});
export type PushSubscription = InferEntity<typeof SubscriptionSchema>;
