import { type Actor, type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { type CustomerClaim, customerClaim, spendClaim } from "../customer.ts";
import { ticketOfLink } from "../get-ticket.ts";

/** A request, and the proof of its phone that came with a call; a browser that proved the phone needs none. */
type Proved = { ticketId: string; proof?: string | undefined };

/** The visitor as whom one that proved the phone of a request acts, and the proof that shows it. */
async function provedVisitor(
  actor: Actor,
  { ticketId, proof }: Proved,
): Promise<{ customer: Actor; claim: CustomerClaim }> {
  needKind(actor, "anyone");
  const ticket = await ticketOfLink(ticketId);
  const claim = await customerClaim(actor, ticket, proof);
  return { customer: { ...actor, phones: [...actor.phones, ticket.phone] }, claim };
}

/** A phone, and the proof of it that came with a call; a browser that proved it needs none. */
type ProvedPhone = { phone: string; proof?: string | undefined };

/** Act as who proved a phone in one transaction, which uses the proof up when it succeeds. */
export const actByPhone = <Result>(
  actor: Actor,
  proved: ProvedPhone,
  act: (visitor: ActorOf<"anyone">) => Promise<Result>,
): Promise<Result> =>
  transaction(async () => {
    const { visitor, claim } = await visitorByPhone(actor, proved);
    const result = await act(visitor);
    await spendClaim(actor, claim);
    return result;
  });

/** The visitor that proved a phone, with this phone alone, and the proof that shows it; the proof stays good. */
export async function visitorByPhone(
  actor: Actor,
  { phone, proof }: ProvedPhone,
): Promise<{ visitor: ActorOf<"anyone">; claim: CustomerClaim }> {
  needKind(actor, "anyone");
  const claim = await customerClaim(actor, { phone }, proof);
  return { visitor: { ...actor, phones: [phone] }, claim };
}

/** The customer of a request, by browser or proof; the proof stays good. */
export const customerOf = async (actor: Actor, proved: Proved): Promise<Actor> =>
  (await provedVisitor(actor, proved)).customer;

/** Act as the customer of a request in one transaction, which uses the proof up when it succeeds. */
export const actAsCustomer = <Result>(
  actor: Actor,
  proved: Proved,
  act: (customer: Actor) => Promise<Result>,
): Promise<Result> =>
  transaction(async () => {
    const { customer, claim } = await provedVisitor(actor, proved);
    const result = await act(customer);
    await spendClaim(actor, claim);
    return result;
  });
