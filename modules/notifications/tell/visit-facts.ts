import { sql } from "kysely";
import { technicianSeen } from "#modules/access/index.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { hasNotEndedSql } from "#modules/tickets/index.ts";
import { limitWords } from "../shared.ts";
import { asVariable } from "./facts.ts";
import { recipientKey } from "./recipient.ts";

/** How the log names the limit of a request's technicians. */
const beyondLimit = limitWords("request's technicians, day");

/** The longest text of a registered variable. */
const longest = 40;

type Visit = {
  publicId: string;
  /** Whether the technician has the request and it is open. */
  assigned: boolean;
  centerId: string;
  phone: string;
  pincode: string;
  locality: string | null;
  wanted: "IMMEDIATELY" | "WITHIN_24_HOURS" | "SPECIFIC_DATE_AND_TIME";
  at: Date | string | null;
};

/**
 * A technician with the visit as it is now; a request that was deleted or whose technician is another one still has its
 * place. A phone that never signed in may be a stranger's, so its messages count towards the limits of its center;
 * `limited`: towards those of the request's visits, too.
 */
export async function visitingTechnician(ticketId: string, technicianId: string, { limited }: { limited: boolean }) {
  const visit = await row(
    sql<Visit>`
      select t.public_id as "publicId", w.center_id as "centerId", w.phone, t.pincode, t.locality,
             t.time_preference_type as wanted, t.specific_date_time as at,
             t.technician_id is not distinct from w.id and t.deleted_at is null
               and ${hasNotEndedSql()} as assigned
        from tickets t, technicians w
       where t.id = ${ticketId} and w.id = ${technicianId} and w.deleted_at is null`,
  );
  if (!visit) return undefined;
  const proved = (await technicianSeen([technicianId])).has(technicianId);
  const visitOf = limited ? ticketId : undefined;
  return { ...visit, ticketId, account: { centerId: visit.centerId, clientId: null, proved, codes: false, visitOf } };
}

/** Whether the message of this cause was withheld by the limit of its request's technicians. */
export const isBeyondLimit = async (cause: string): Promise<boolean> =>
  Boolean(await row(sql`select from messages where cause = ${cause} and error = ${beyondLimit}`));

/**
 * Whether a technician may set out for a withdrawn visit: not when the last message was its withdrawal, nor when the
 * visit was not sent because of the limit. `cause` is the message about to be sent.
 */
export async function maySetOut(ticketId: string, phone: string, cause: string): Promise<boolean> {
  const last = await row<{ template: string; status: string }>(
    sql`
      select template, status from messages
       where ticket_id = ${ticketId} and recipient_key = ${recipientKey(phone)} and channel = 'sms' and cause <> ${cause}
         and template in ('visitAssigned', 'visitChanged', 'visitWithdrawn')
         and (status <> 'withheld' or error = ${beyondLimit})
       order by status = 'withheld', id desc limit 1`,
  );
  return !last || (last.status !== "withheld" && last.template !== "visitWithdrawn");
}

/** `560038 Indiranagar, 28 Nov, 4.30 pm`: a place cut so that the time has room. */
export function placeAndTime({ pincode, locality, wanted, at }: Visit, locale: Locale): string {
  const open = wanted === "WITHIN_24_HOURS" ? "visit.within" : "visit.soon";
  const time = asVariable(at ? showDayTime(at, locale).replaceAll(":", ".") : say(open, {}, locale));
  const place = asVariable(`${pincode} ${locality ?? ""}`)
    .slice(0, longest - time.length - 2)
    .trim();
  return `${place}, ${time}`;
}
