import { sql } from "kysely";
import { z } from "zod";
import { networkOf } from "#modules/access/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { fromIst, istDate } from "#modules/kernel/clock.ts";
import { hmac, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse, countUseWithin } from "#modules/kernel/db/limits.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { visitLinkRequested } from "../events.ts";
import { ticketById, ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { needMay } from "../policy.ts";
import { hasEnded } from "../states/states.ts";
import { hasNotEndedSql } from "../states/states-sql.ts";
import type { Ticket } from "../ticket.entity.ts";

/*
 * A technician's link to a visit is sent again: by the visit's center or an admin, or to who types a phone. It goes to the phone of the
 * assigned technician alone. The limits leave some of a request's messages of a day for its changes.
 */

const daySeconds = 24 * 3600;
/** For a request, by its center and by the operators. */
const byCenter = { name: "visitLink.center", points: 2, seconds: daySeconds, onFailure: "closed" } as const;
const byAdmins = { name: "visitLink.admins", points: 1, seconds: daySeconds, onFailure: "closed" } as const;
const ofPhoneHere = { name: "visitLink.phoneHere", points: 1, seconds: daySeconds, onFailure: "closed" } as const;
const ofPhone = { name: "visitLink.phone", points: 3, seconds: daySeconds, onFailure: "closed" } as const;
const ofNetwork = { name: "visitLink.network", points: 20, seconds: 3600, onFailure: "closed" } as const;

/**
 * Send the technician of a request the link to it again, as its center or an admin of the house who may edit requests: a
 * center twice a day for a request, the admins once. Refuses with `ticket.ended`, `ticket.noTechnician`, and above the limit
 * with `error.tooMany`.
 */
export const sendLinkAgain = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    needMay(actor, "sendLinks");
    const ticket = await ticketInCharge(actor, ticketId);
    if (hasEnded(ticket)) throw conflict("ticket.ended");
    if (!ticket.technicianId) throw conflict("ticket.noTechnician");
    await sendLink(actor, ticket, { technicianId: ticket.technicianId, sendId: rowId() });
    await countUseWithin(actor.kind === "center" ? byCenter : byAdmins, ticket.id);
  });

type Sending = {
  technicianId: string;
  /** The act of sending, which sends one message. */
  sendId: string;
};

async function sendLink(actor: Actor, ticket: Ticket, { technicianId, sendId }: Sending) {
  await recordOn(actor, ticket, { event: "ticket.visitLinkSent", data: { technicianId, sendId } });
  await emit(visitLinkRequested, { ticketId: ticket.id, technicianId, sendId });
}

/**
 * Have the link to their next open visit sent to a technician, by the phone that anybody types: once a day for a phone from
 * one network and three times from all, and twenty times an hour for a network; refused above with `error.tooMany`. Whose phone it is, the job finds out: every phone
 * is counted and answered alike, in the same time.
 */
export async function requestLink({ phone, address }: { phone: string; address: string }): Promise<void> {
  const network = networkOf(address);
  const typed = hmac("visit-link", phone);
  await countUse(ofPhoneHere, `${typed} ${network}`);
  await countUse(ofNetwork, network);
  await countUse(ofPhone, typed);
  await later(sendLinkToPhone, { sealedPhone: seal(phone), sendId: rowId() });
}

export const sendLinkToPhone = defineJob({
  name: "tickets.sendLinkToPhone",
  payload: z.strictObject({ sealedPhone: z.string(), sendId: z.uuid() }),
  run: ({ sealedPhone, sendId }) => transaction(() => sendToPhone(unseal(sealedPhone), sendId)),
});

/** Nothing happens for a phone without an open visit, nor in a repeated run. */
async function sendToPhone(phone: string, sendId: string): Promise<void> {
  const visit = await nextVisitOf(phone);
  if (!visit) return;
  const ticket = await ticketById(visit.ticketId, { lock: true });
  if (ticket.technicianId !== visit.technicianId || ticket.deletedAt || hasEnded(ticket)) return;
  const sent = sql`select from history where subject = 'ticket' and subject_id = ${ticket.id}
    and event = 'ticket.visitLinkSent' and data->>'sendId' = ${sendId}`;
  if (await row(sent)) return;
  await sendLink(system("visits"), ticket, { technicianId: visit.technicianId, sendId });
}

/** The visit of a technician that is next: the first one from today on, else one without a time, else the latest before. */
function nextVisitOf(phone: string) {
  const today = fromIst(istDate());
  return row<{ ticketId: string; technicianId: string }>(
    sql`select t.id as "ticketId", w.id as "technicianId"
          from technicians w join tickets t on t.technician_id = w.id
         where w.phone = ${phone} and w.deleted_at is null and t.deleted_at is null
           and ${hasNotEndedSql()}
         order by case when t.specific_date_time >= ${today} then 1 when t.specific_date_time is null then 2 else 3 end,
           case when t.specific_date_time >= ${today} then t.specific_date_time end, t.specific_date_time desc, t.id
         limit 1`,
  );
}
