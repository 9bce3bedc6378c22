import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { isLateSql, type LateKind, lateKinds, lateNow, visitEndSql } from "../appointments/late.ts";
import { visitLate, visitUnstaffed } from "../events.ts";
import { ticketById } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { topicsOf } from "../topics.ts";
import { VisitAlertSchema } from "./visit-alert.entity.ts";

/** A visit that was promised until longer ago is listed, and nobody gets a message about it any more. */
const alertedWithin = day;
/** The most requests of one kind and run; the next run takes the rest. */
const mostAtOnce = 500;

/**
 * Raise the alert of a visit once for its promised time (runs each minute): half an hour before the window without a technician, for
 * its center and, where others than the center made the request, for the operators; and so many minutes after its end without a start as the rule of missed visits says, for the
 * customer, who is asked what happens now. Returns how many.
 */
export async function watchVisits(): Promise<number> {
  let raised = 0;
  for (const kind of lateKinds) {
    for (const { id } of await withoutAlert(kind)) {
      try {
        if (await unitOfWork(() => raise(id, kind))) raised += 1;
      } catch (error) {
        log.error({ err: error, ticket: id, kind }, "no alert of a late visit");
      }
    }
  }
  return raised;
}

const withoutAlert = async (kind: LateKind) =>
  rows<{ id: string }>(
    sql`select t.id from tickets t where ${await isLateSql(kind)} and ${visitEndSql} > ${fromNow(-alertedWithin)}
        and not exists (select from visit_alerts a
          where a.ticket_id = t.id and a.kind = ${kind} and a.promised_until = ${visitEndSql})
      order by t.created_at desc, t.id desc limit ${mostAtOnce}`,
  );

const raise = (id: string, kind: LateKind): Promise<boolean> =>
  transaction(async () => {
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
  });
