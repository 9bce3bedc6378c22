import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { customerClaim, spendClaim } from "../customer.ts";
import { ticketOfLink } from "../get-ticket.ts";

/** A request, and the proof of its phone that came with a call; a browser that proved the phone needs none. */
type Proved = { ticketId: string; proof?: string | undefined };

/** The visitor as who one that proved the phone of a request reads it; the proof stays good. */
export async function customerOf(actor: Actor, { ticketId, proof }: Proved): Promise<Actor> {
  needKind(actor, "anyone");
  const ticket = await ticketOfLink(ticketId);
  await customerClaim(actor, ticket, proof);
  return { ...actor, phones: [...actor.phones, ticket.phone] };
}

/** The same for an act in one transaction, which uses the proof up when it succeeds. */
export const asCustomer = <Result>(
  actor: Actor,
  { ticketId, proof }: Proved,
  act: (customer: Actor) => Promise<Result>,
): Promise<Result> =>
  transaction(async () => {
    const ticket = await ticketOfLink(ticketId);
    const claim = await customerClaim(actor, ticket, proof);
    const result = await act(await customerOf(actor, { ticketId, proof }));
    await spendClaim(actor, claim);
    return result;
  });
