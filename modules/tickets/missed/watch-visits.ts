import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { eachDue } from "#modules/kernel/work/each-due.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { endedSince, isLateSql, type LateKind, lateKinds, lateNow, visitEndSql } from "../appointments/late.ts";
import { visitLate, visitUnstaffed } from "../events.ts";
import { ticketById } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { topicsOf } from "../topics.ts";
import { VisitAlertSchema } from "./visit-alert.entity.ts";

/** A visit that was promised until longer ago is listed, and nobody gets a message about it any more. */
const alertedWithin = day;

/**
 * Raise the alert of a visit once for its promised time (runs each minute): half an hour before the window without a
 * technician, for its center and, where others than the center made the request, for the operators; and so many minutes
 * after its end without a start as the rule of missed visits says, for the customer, who is asked what happens now.
 * Returns how many.
 */
export async function watchVisits(pageSize?: number): Promise<number> {
  let raised = 0;
  for (const kind of lateKinds)
    raised += await eachDue(
      (after, most) => visitsWithoutAlert(kind, after, most),
      (id) => raise(id, kind),
      `no alert of a visit: ${kind}`,
      pageSize,
    );
  return raised;
}

/** The query for the ids of the visits of a kind that have no alert yet: the first ones after an id. */
export const withoutAlertSql = async (kind: LateKind, after: string, most: number): Promise<Sql> =>
  sql`select t.id from tickets t
    where ${await isLateSql(kind)} and ${endedSince(fromNow(-alertedWithin))} and t.id > ${after}
      and not exists (select from visit_alerts a
        where a.ticket_id = t.id and a.kind = ${kind} and a.promised_until = ${visitEndSql})
    order by t.id limit ${most}`;

/** The internal ids of those visits. */
export const visitsWithoutAlert = async (kind: LateKind, after: string, most: number) =>
  rows<{ id: string }>(await withoutAlertSql(kind, after, most));

async function raise(id: string, kind: LateKind): Promise<boolean> {
  const ticket = await ticketById(id, { lock: true });
  const promisedUntil = await lateNow(ticket, kind);
  const { centerId } = ticket;
  if (!promisedUntil || !centerId) return false;
  if (await em().count(VisitAlertSchema, { ticketId: id, kind, promisedUntil })) return false;
  const alert = em().create(VisitAlertSchema, { ticketId: id, kind, promisedUntil });
  const actor = system("visits");
  if (kind === "late") {
    await recordOn(actor, ticket, { event: "ticket.visitLate" });
    await emit(visitLate, { ticketId: id, alertId: alert.id });
  } else {
    await recordOn(actor, ticket, { event: "ticket.visitUnstaffed" });
    const ofCenter = ticket.createdByCenterId === centerId;
    await emit(visitUnstaffed, { ticketId: id, centerId, alertId: alert.id, ofCenter });
  }
  await announce(await topicsOf(ticket));
  return true;
}
