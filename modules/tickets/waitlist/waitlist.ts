import { sql } from "kysely";
import { z } from "zod";
import { activeServices } from "#modules/catalog/index.ts";
import { servedPlace } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, denied } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { waitlistServed } from "../events.ts";

/*
 * Where no center serves a service yet, a customer may wait for one: by phone, pincode and service, for 90 days. A row makes
 * no request. When a center comes that may be offered requests there, the phone gets one message.
 */

/** How long a row waits. */
const waitsMs = 90 * day;
/** How long an informed row stays, so that its message can be sent again. */
const informedMs = 7 * day;
/** The most services one phone waits for at once, in all places. */
export const mostAwaited = 20;

export type JoinWaitlist = { phone: string; pincode: string; serviceIds: readonly string[] };

/**
 * Wait for centers of services in a pincode, for a browser that proved the phone; a service that is served, or that
 * cannot be booked, is left out. Joining again begins the 90 days anew. Answers how many are waited for; refuses with
 * `waitlist.full`.
 */
export async function joinWaitlist(
  actor: ActorOf<"anyone">,
  { phone, pincode, serviceIds }: JoinWaitlist,
): Promise<number> {
  if (!actor.phones.includes(phone)) throw denied("otp.proofNeeded");
  const { services } = await servedPlace(pincode);
  const bookable = (await activeServices()).filter(({ pickDrop }) => !pickDrop).map(({ id }) => id);
  const awaited = bookable.filter((id) => serviceIds.includes(id) && !services[id]);
  await transaction(async () => {
    // One phone's rows are counted one join after another.
    await rows(sql`select pg_advisory_xact_lock(hashtextextended(${`waitlist ${phone}`}, 0))`);
    for (const serviceId of awaited)
      await rows(
        sql`insert into waitlist (id, phone, pincode, service_id, created_at, expires_at)
            values (${rowId()}, ${phone}, ${pincode}, ${serviceId}, ${now()}, ${fromNow(waitsMs)})
            on conflict (phone, pincode, service_id)
            do update set created_at = excluded.created_at, expires_at = excluded.expires_at, informed_at = null`,
      );
    const held = await rows(sql`select from waitlist where phone = ${phone} and informed_at is null`);
    if (held.length > mostAwaited) throw conflict("waitlist.full");
  });
  return awaited.length;
}

/** How many phones and places are looked at in one transaction. */
const batch = 100;

/** Tells those whose pincode and service a center has come to. */
export const informWaitlist = defineJob({
  name: "tickets.informWaitlist",
  payload: z.strictObject({ centerId: z.uuid() }),
  run: async ({ centerId }) => {
    for (let after = { phone: "", pincode: "" }; ; ) {
      const waiting = await waitingPhones(centerId, after);
      for (const each of waiting) await inform(each);
      const last = waiting.at(-1);
      if (!last || waiting.length < batch) return;
      after = last;
    }
  },
});

/** Queue that for each of these centers. */
export async function informWaitlistSoon(centerIds: readonly string[]): Promise<void> {
  for (const centerId of centerIds) await later(informWaitlist, { centerId });
}

type WaitingPhone = { phone: string; pincode: string };

/** Who waits in a center's service area for what it does, by phone and place. */
const waitingPhones = (centerId: string, after: WaitingPhone) =>
  rows<WaitingPhone>(
    sql`select distinct w.phone, w.pincode
          from center_pincodes p
          join center_services o on o.center_id = p.center_id
          join waitlist w on w.pincode = p.pincode and w.service_id = o.service_id
         where p.center_id = ${centerId} and w.informed_at is null and w.expires_at > ${now()}
           and (w.phone, w.pincode) > (${after.phone}, ${after.pincode})
         order by w.phone, w.pincode limit ${sql.lit(batch)}`,
  );

/** One message for all of a phone's services in a place that are served now, by whichever center. */
const inform = ({ phone, pincode }: WaitingPhone) =>
  transaction(async () => {
    const { services } = await servedPlace(pincode);
    const served = Object.keys(services).filter((id) => services[id]);
    const informed = await rows<{ id: string }>(
      sql`update waitlist set informed_at = ${now()}, expires_at = ${fromNow(informedMs)}
           where phone = ${phone} and pincode = ${pincode} and service_id = any(${served}::uuid[])
             and informed_at is null and expires_at > ${now()} returning id`,
    );
    if (informed.length > 0)
      await emit(waitlistServed, { waitlistIds: informed.map(({ id }) => id), at: now().toISOString() });
  });

/** Of rows that were informed: the phone, and the services that are still served there; undefined once they are gone. */
export async function servedFor(
  waitlistIds: readonly string[],
): Promise<{ phone: string; pincode: string; services: string[] } | undefined> {
  const awaited = await rows<{ phone: string; pincode: string; serviceId: string; name: string }>(
    sql`select w.phone, w.pincode, w.service_id as "serviceId", s.service_name as name
          from waitlist w join services s on s.id = w.service_id
         where w.id = any(${[...waitlistIds]}::uuid[]) order by s.position, s.service_name`,
  );
  const [first] = awaited;
  if (!first) return undefined;
  const served = (await servedPlace(first.pincode)).services;
  const services = awaited.filter(({ serviceId }) => served[serviceId]).map(({ name }) => name);
  return { phone: first.phone, pincode: first.pincode, services };
}

/** Delete rows whose time is over. */
export const clearWaitlist = () => rows(sql`delete from waitlist where expires_at < ${now()}`);
