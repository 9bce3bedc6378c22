import { ownTerm } from "#modules/centers/index.ts";
import { type ActorOf, isDesk } from "#modules/kernel/actor.ts";
import { centerSubscription } from "#modules/wallet/index.ts";

/**
 * The end of a center's trial or subscription, with what it costs to go on and the balance of it; null while it is far away,
 * and for the people of its desk: the subscription is the owner's.
 */
export async function termView(center: ActorOf<"center">) {
  if (isDesk(center)) return null;
  const term = await ownTerm(center);
  if (!term) return null;
  const { balance } = await centerSubscription(center);
  return {
    of: term.of,
    endsAt: term.endsAt,
    over: term.over,
    annualPaise: term.annualPaise as number,
    balancePaise: (balance?.amountPaise ?? null) as number | null,
  };
}
