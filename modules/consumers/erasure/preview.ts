import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { missing } from "#modules/kernel/errors.ts";
import { personPlaces, placeName } from "#modules/kernel/person/person-places.server.ts";
import { personOf } from "../export/collect.ts";
import { needMay } from "../policy.ts";
import { countsOfKinds, type HeldKind, type PartnerKind } from "../shared.ts";
import { type InTheWay, inTheWay, isFree } from "./in-the-way.ts";
import { partnersWith } from "./open-person.ts";

/** What an erasure would do: what stands in its way, and how many of each kind would go. */
export type ErasurePreview = {
  free: boolean;
  inTheWay: InTheWay;
  goes: { kind: HeldKind; n: number }[];
  /** Who of the house has the number, too, and keeps it. */
  partners: PartnerKind[];
};

/** What erasing a customer would do, before it is asked for. Refuses with `consumers.notFound`. */
export async function erasurePreview(actor: Actor, consumerId: string): Promise<ErasurePreview> {
  needMay(actor, "erase");
  const person = await personOf(consumerId, now());
  if (!person) throw missing("consumers.notFound");
  const counts: Record<string, number> = {};
  for (const place of personPlaces()) counts[placeName(place)] = (await place.held(person)).length;
  const obstacles = await inTheWay({ id: consumerId, phone: person.phone });
  return {
    free: isFree(obstacles),
    inTheWay: obstacles,
    goes: countsOfKinds(counts),
    partners: await partnersWith(person.phone),
  };
}
