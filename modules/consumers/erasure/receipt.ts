import { sql } from "kysely";
import { adminNames } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { personPlaces, placeName } from "#modules/kernel/person/person-places.server.ts";
import { needMay } from "../policy.ts";
import type { EraseReason } from "../shared.ts";

/** What is told of an erasure when it is shown: its receipt. Nothing of it says who it was. */
export type Receipt = {
  id: string;
  consumerId: string;
  requestedAt: Date;
  finishedAt: Date | null;
  /** The name of the admin; null for one whom a restored backup did not know. */
  requestedBy: string | null;
  reason: EraseReason | null;
  /** `marked`: hidden from everybody; `erasing`: places are being emptied; `done`: nothing is left. */
  state: "marked" | "erasing" | "done";
  /** How many rows of each table. */
  done: Record<string, number>;
};

type ErasureRow = {
  id: string;
  asked_at: string;
  finished_at: string | null;
  asked_by: string | null;
  reason: EraseReason | null;
  done: Record<string, number>;
};

/** The receipt of a customer's erasure; undefined while they are there. */
export async function receiptOf(consumerId: string): Promise<Receipt | undefined> {
  const erasure = await row<ErasureRow>(
    sql`select id, asked_at, finished_at, asked_by, reason, done from erasures where consumer_id = ${consumerId}`,
  );
  if (!erasure) return undefined;
  const begun = personPlaces().some((place) => !place.atOnce && placeName(place) in erasure.done);
  const names = await adminNames(erasure.asked_by ? [erasure.asked_by] : []);
  return {
    id: erasure.id,
    consumerId,
    reason: erasure.reason,
    done: erasure.done,
    requestedAt: new Date(erasure.asked_at),
    finishedAt: erasure.finished_at ? new Date(erasure.finished_at) : null,
    requestedBy: (erasure.asked_by && names.get(erasure.asked_by)) ?? null,
    state: erasure.finished_at ? "done" : begun ? "erasing" : "marked",
  };
}

/** The receipt for an operator. Refuses with `consumer.receiptNone` while nobody erased the customer. */
export async function erasureReceipt(actor: Actor, consumerId: string): Promise<Receipt> {
  needMay(actor, "see");
  const receipt = await receiptOf(consumerId);
  if (!receipt) throw missing("consumer.receiptNone");
  return receipt;
}
