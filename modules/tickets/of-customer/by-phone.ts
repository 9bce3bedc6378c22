import type { Actor } from "#modules/kernel/actor.ts";
import { type JoinWaitlist, joinWaitlist } from "../waitlist/waitlist.ts";
import { actByPhone, visitorByPhone } from "./as-customer.ts";
import { type OwnRequests, ownRequests } from "./own-requests.ts";

/* What who proved a phone does without a request, where a proof comes in place of a browser. */

type Proof = { proof?: string | undefined };

/** `ownRequests` of one phone; a proof, which stays good, is as new as the code it came from. */
export async function ownRequestsProven(actor: Actor, proved: { phone: string } & Proof): Promise<OwnRequests> {
  const { visitor, claim } = await visitorByPhone(actor, proved);
  return ownRequests(visitor, claim ? [proved.phone] : []);
}

/** `joinWaitlist`, which uses the proof up. */
export const joinWaitlistProven = (actor: Actor, { proof, ...input }: JoinWaitlist & Proof): Promise<number> =>
  actByPhone(actor, { phone: input.phone, proof }, (visitor) => joinWaitlist(visitor, input));
