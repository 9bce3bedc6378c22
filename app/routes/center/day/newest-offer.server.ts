import type { Door } from "#app/http/request/door.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { centerFrame, listBroadcasts } from "#modules/tickets/index.ts";

/** How many offers wait for the center's answer, and the newest of them; null for none. */
export async function newestOffer(center: ActorOf<"center">, door: Door) {
  const [newest] = (await listBroadcasts(center, { status: "PENDING", take: 1 })).rows;
  if (!newest) return null;
  const { id, number, service, locality, pincode, timePreference, label, pricePaise } = newest;
  const { offers: count } = await door.once("frame", () => centerFrame(center));
  return { count, id, number, service: service.name, locality, pincode, timePreference, label, pricePaise };
}
export type NewestOffer = NonNullable<Awaited<ReturnType<typeof newestOffer>>>;
