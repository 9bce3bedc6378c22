import { adminNames } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { personPlaces, placeName } from "#modules/kernel/person/person-places.server.ts";
import { needConsumers } from "../policy.ts";
import type { EraseReason } from "../shared.ts";

/** What is told of an erasure when it is shown: its receipt. Nothing of it says who it was. */
export type Receipt = {
  id: string;
  consumerId: string;
  askedAt: Date;
  finishedAt: Date | null;
  /** The name of the admin; null for one whom a restored backup did not know. */
  askedBy: string | null;
  reason: EraseReason | null;
  /** `marked`: hidden from everybody; `erasing`: places are being emptied; `done`: nothing is left. */
  state: "marked" | "erasing" | "done";
  /** How many rows of each table. */
  done: Record<string, number>;
};

type Found = {
  id: string;
  asked_at: string;
  finished_at: string | null;
  asked_by: string | null;
  reason: EraseReason | null;
  done: Record<string, number>;
};

/** The receipt of a customer's erasure; undefined while they are there. */
export async function receiptOf(consumerId: string): Promise<Receipt | undefined> {
  const found = await row<Found>(
    "select id, asked_at, finished_at, asked_by, reason, done from erasures where consumer_id = $1",
    [consumerId],
  );
  if (!found) return undefined;
  const begun = personPlaces().some((place) => !place.atOnce && placeName(place) in found.done);
  const names = await adminNames(found.asked_by ? [found.asked_by] : []);
  return {
    ...{ id: found.id, consumerId, reason: found.reason, done: found.done },
    askedAt: new Date(found.asked_at),
    finishedAt: found.finished_at ? new Date(found.finished_at) : null,
    askedBy: (found.asked_by && names.get(found.asked_by)) ?? null,
    state: found.finished_at ? "done" : begun ? "erasing" : "marked",
  };
}

/** The receipt for an operator. Refuses with `consumer.receiptNone` while nobody erased the customer. */
export async function erasureReceipt(actor: Actor, consumerId: string): Promise<Receipt> {
  needConsumers(actor);
  const found = await receiptOf(consumerId);
  if (!found) throw missing("consumer.receiptNone");
  return found;
}
