import { sql } from "kysely";
import { localeOf, technicianSeen } from "#modules/access/index.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { sendPush } from "../providers/push.server.ts";
import { sendSms } from "../providers/sms.server.ts";
import { limitWords } from "../shared.ts";
import { deliver, noLongerTrue } from "./deliver.ts";
import { devicesOf, forgetDevice } from "./devices.ts";
import { asVariable, trackingLink } from "./facts.ts";
import { recipientKey } from "./recipient.ts";

/** The news of a visit for its technician. */
export const visitNews = ["assigned", "changed", "withdrawn"] as const;
export type VisitNews = (typeof visitNews)[number];

const templateOf = { assigned: "visitAssigned", changed: "visitChanged", withdrawn: "visitWithdrawn" } as const;

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

type News = { ticketId: string; technicianId: string; news: VisitNews; cause: string };

/**
 * Notify a technician by SMS and push that a visit is assigned, changed or withdrawn: its place, the wanted time
 * and a link; nothing about the customer. A phone that never signed in may be a stranger's, so its messages
 * count towards the limits of its center. Beyond `visitMessagesPerDay` of a request no visit is sent, and then no
 * withdrawal either; a withdrawal is not sent twice in a row.
 */
export async function tellTechnician(input: News): Promise<void> {
  const { ticketId, technicianId, news, cause } = input;
  const visit = await visitOf(ticketId, technicianId);
  if (!visit || visit.assigned === (news === "withdrawn")) return noLongerTrue(cause);
  const { phone, centerId } = visit;
  const withdrawn = news === "withdrawn";
  if (withdrawn && !(await maySetOut(ticketId, phone, cause))) return noLongerTrue(cause);
  const locale = await localeOf(phone);
  const template = templateOf[news];
  const values = { visit: placeAndTime(visit, locale), link: trackingLink(visit.publicId) };
  const proved = (await technicianSeen([technicianId])).has(technicianId);
  const account = { centerId, clientId: null, proved, codes: false };
  const counted = withdrawn ? account : { ...account, visitOf: ticketId };
  const message = { template, ticketId, job: { name: "notifications.tellTechnician", payload: input }, account };
  const sms = { ...message, account: counted, cause, channel: "sms", to: phone } as const;
  await deliver(sms, () => sendSms(phone, template, values, locale));
  if (await isBeyondLimit(cause)) return;
  const failures: unknown[] = [];
  for (const device of (await devicesOf([technicianId])).get(technicianId) ?? []) {
    const pushed = { cause: `${cause}:push:${device.id}`, channel: "push", to: `app ${device.id.slice(-6)}` } as const;
    const options = { path: `/ServiceStatus/?${visit.publicId}`, tag: `v-${ticketId.slice(-12)}`, locale };
    await deliver({ ...message, ...pushed }, async () => {
      const answer = await sendPush(device, template, values, options);
      if (answer.status === "gone") await forgetDevice(device.id);
      return answer;
    }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Whether the message of this cause was withheld by the limit of its request's technicians. */
const isBeyondLimit = async (cause: string): Promise<boolean> =>
  Boolean(await row(sql`select from messages where cause = ${cause} and error = ${beyondLimit}`));

/**
 * Whether a technician may set out for a withdrawn visit: not when the last message was its withdrawal, nor when the
 * visit was not sent because of the limit. `cause` is the message about to be sent.
 */
async function maySetOut(ticketId: string, phone: string, cause: string): Promise<boolean> {
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

/** The visit as it is now; a request that was deleted or whose technician is another one still has its place. */
const visitOf = (ticketId: string, technicianId: string) =>
  row(
    sql<Visit>`
      select t.public_id as "publicId", w.center_id as "centerId", w.phone, t.pincode, t.locality,
             t.time_preference_type as wanted, t.specific_date_time as at,
             t.technician_id is not distinct from w.id and t.deleted_at is null
               and t.status in ('PENDING', 'ACCEPTED', 'VERIFIED', 'ON_HOLD') as assigned
        from tickets t, technicians w
       where t.id = ${ticketId} and w.id = ${technicianId} and w.deleted_at is null`,
  );

/** `560038 Indiranagar, 28 Nov, 4.30 pm`: a place cut so that the time has room. */
function placeAndTime({ pincode, locality, wanted, at }: Visit, locale: Locale): string {
  const open = wanted === "WITHIN_24_HOURS" ? "visit.within" : "visit.soon";
  const time = asVariable(at ? showDayTime(at, locale).replaceAll(":", ".") : say(open, {}, locale));
  const place = asVariable(`${pincode} ${locality ?? ""}`)
    .slice(0, longest - time.length - 2)
    .trim();
  return `${place}, ${time}`;
}
