import { row } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";

/** What messages tell of a ticket, as it is when they go out. */
export type TicketFacts = {
  id: string;
  publicId: string;
  /** Human id, `REQ-261120-4F7K`. */
  number: string;
  status: string;
  phone: string;
  pincode: string;
  service: string;
  centerId: string | null;
  serviceAvailable: boolean;
  /** A booking fee is due and not paid. */
  feeDue: boolean;
  /** The customer was told that it is registered. */
  announced: boolean;
};

/** What a piece of news is kept under: each is told once for a ticket. */
export const newsCause = (ticketId: string, news: string) => `ticket:${ticketId}:${news}`;

/** The facts of a ticket; undefined when it was deleted meanwhile. */
export const ticketFacts = (ticketId: string): Promise<TicketFacts | undefined> =>
  row(
    `select t.id, t.public_id as "publicId", t.ticket_id as number, t.status, t.phone, t.pincode,
       s.service_name as service, t.center_id as "centerId", t.service_available as "serviceAvailable",
       t.booking_fee_paise > 0 and not t.is_paid_by_public as "feeDue",
       exists (select 1 from messages m where m.cause = $2) as announced
     from tickets t join services s on s.id = t.service_id
     where t.id = $1 and t.deleted_at is null`,
    [ticketId, newsCause(ticketId, "booked")],
  );

/** Where the customer follows a request. */
export const trackingLink = (publicId: string) => `${env.publicUrl}/ServiceStatus/?${publicId}`;

/** Where the customer answers the feedback form. */
export const feedbackLink = (token: string) => `${env.publicUrl}/feedback/${token}`;

/** A name as a registered variable takes it: letters, digits and a few signs, 40 characters at most. */
export const asVariable = (name: string) =>
  name
    .replace(/[^\p{L}\p{M}\p{N} .,&()/-]/gu, " ")
    .slice(0, 40)
    .trim();
