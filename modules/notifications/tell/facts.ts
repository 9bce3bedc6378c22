import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { keepable } from "#modules/kernel/validation.ts";
import { hasNotBegunSql, isReachedSql } from "#modules/tickets/index.ts";

/** The facts of a ticket for messages, read when they are sent. */
export type TicketFacts = {
  ticketId: string;
  publicId: string;
  /** Human id, `REQ-261120-4F7K`. */
  number: string;
  status: string;
  phone: string;
  pincode: string;
  service: string;
  centerId: string | null;
  technicianId: string | null;
  /** Whether its technician has set out and not begun. */
  onTheWay: boolean;
  /** Whether the technician it has now said that they are at the address. */
  reached: boolean;
  /** Whether the visit began. */
  started: boolean;
  /** The center that created it, if one did. */
  writtenBy: string | null;
  /** The client whose API key created it, if one did. */
  keyOf: string | null;
  /** Whether the phone was verified for this request. */
  proved: boolean;
  serviceAvailable: boolean;
  /** Whether it is a pick and drop. */
  ride: boolean;
  /** Set once it is closed. */
  closeRemarks: string | null;
  closingPricePaise: number | null;
  /** Whether a booking fee is due and unpaid. */
  feeDue: boolean;
  /** Whether the customer got the message that it is registered; withheld messages do not count. */
  announced: boolean;
};

/** The cause of a news message: each kind of news is sent once per ticket. */
export const newsCause = (ticketId: string, news: string) => `ticket:${ticketId}:${news}`;

/**
 * The cause of a message that is sent once each time a request is open: `handBacks` is how often it was handed back
 * before.
 */
export const openCause = (cause: string, handBacks = 0) => (handBacks > 0 ? `${cause}:handBack:${handBacks}` : cause);

/** The facts of a ticket; undefined when it was deleted meanwhile. */
export const ticketFacts = (ticketId: string): Promise<TicketFacts | undefined> =>
  row(
    sql`select t.id as "ticketId", t.public_id as "publicId", t.ticket_id as number, t.status, t.phone, t.pincode,
       s.service_name as service, t.center_id as "centerId", t.technician_id as "technicianId",
       t.on_the_way_at is not null and ${hasNotBegunSql} as "onTheWay",
       ${isReachedSql} as reached,
       not (${hasNotBegunSql}) as started, t.service_available as "serviceAvailable",
       t.vehicle_id is not null as ride,
       t.close_remarks as "closeRemarks", t.closing_price_paise as "closingPricePaise",
       t.booking_fee_paise > 0 and not t.is_paid_by_public as "feeDue",
       case when made.by is null then case when t.created_by = 'CENTER' then t.created_by_center_id end
            when made.by = 'center' then made.id end as "writtenBy",
       (select k.client_id from client_keys k where made.by = 'key' and k.id = made.id) as "keyOf",
       coalesce(made.by = 'anyone', t.created_by <> 'CENTER') as proved,
       exists (select 1 from messages m where m.cause = ${newsCause(ticketId, "booked")} and m.status <> 'withheld') as announced
     from tickets t join services s on s.id = t.service_id
     left join lateral (
       select h.actor_kind as by, h.actor_id as id from history h
        where h.subject = 'ticket' and h.subject_id = t.id and h.event = 'ticket.created' order by h.at limit 1
     ) as made on true
     where t.id = ${ticketId} and t.deleted_at is null`,
  );

/** The address where the customer tracks a request. */
export const trackingLink = (publicId: string) => `${env.publicUrl}/ServiceStatus/?${publicId}`;

/** The address by which a technician opens a visit. */
export const visitLink = (token: string) => `${env.publicUrl}/visit/${token}`;

/** The address of the page that asks what happened. */
export const outcomeLink = (token: string) => `${env.publicUrl}/outcome/${token}`;

/** The address of the feedback form. */
export const feedbackLink = (token: string) => `${env.publicUrl}/feedback/${token}`;

/** An amount as messages have it: whole rupees, without paise. */
export const inRupees = (paise: number) => Math.floor(paise / 100);

/** A name as a registered template variable allows it: letters, digits and a few signs, 40 characters at most. */
export const asVariable = (name: string) => keepable(name.replace(/[^\p{L}\p{M}\p{N} .,&()/-]/gu, " "), 40).trim();
