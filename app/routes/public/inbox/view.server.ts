import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { keepPrivate } from "#app/parts/login/private-link.server.ts";
import { typedPhone } from "#app/parts/login/typed-phone.server.ts";
import { proofState } from "#app/parts/login/typed-proof.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { readInbox } from "#modules/notifications/index.ts";

/** The position in the list, and the step of proving a phone; neither phone nor code is ever in the address. */
export const InboxQuery = z.object({
  ...placeFields,
  step: z.enum(["code", "wait"]).optional().catch(undefined),
});
type InboxQuery = z.output<typeof InboxQuery>;

/** What the house told the phones this browser proved; before it proved one, the way to do so (fixed points 13 and 14). */
export async function inboxView(anyone: ActorOf<"anyone">, { step, ...place }: InboxQuery, door: Door) {
  keepPrivate(door);
  const phone = typedPhone(door);
  if (anyone.phones.length > 0 && !(phone && step && !anyone.phones.includes(phone))) {
    const { rows, next, previous } = await readInbox(anyone, place, { locale: door.locale });
    return { view: "inbox" as const, rows, next, previous, phones: anyone.phones.map(maskPublic) };
  }
  return { view: "proof" as const, proof: await proofState(door, step) };
}
export type InboxView = Extract<Awaited<ReturnType<typeof inboxView>>, { view: "inbox" }>;
