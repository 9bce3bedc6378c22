import { sql } from "kysely";
import type { VisitDay } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { offerToAnswer } from "../matching/answer-for.ts";
import { freeTimes } from "./free-times.ts";

/** What can be proposed for an offer: the days with free windows of its center. */
export type ProposalForm = {
  broadcastId: string;
  days: VisitDay[];
  /** Until when the customer can choose what is proposed already. */
  running: Date | null;
};

/** What a center can propose for an offer made to it; for an admin who may answer its offers, what that center can. */
export async function proposalForm(actor: Actor, broadcastId: string): Promise<ProposalForm> {
  const centerId = actor.kind === "center" ? actor.centerId : (await offerToAnswer(actor, broadcastId)).centerId;
  const offer = await row<{ serviceId: string; running: Date | null }>(
    sql`select t.service_id as "serviceId", p.expires_at as running
       from broadcasts b join tickets t on t.id = b.ticket_id
       left join proposals p on p.broadcast_id = b.id and p.ended_at is null and p.expires_at > ${now()}
      where b.id = ${broadcastId}::uuid and b.center_id = ${centerId}::uuid and t.deleted_at is null`,
  );
  if (!offer) throw missing("broadcast.notFound");
  return { broadcastId, days: await freeTimes(offer, centerId), running: offer.running };
}
