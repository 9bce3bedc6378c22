import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { FeedbackAnswer } from "../feedback/feedback.entity.ts";
import { type BroadcastStatus, displayedStatus, type TicketStatus } from "../labels.ts";
import { may, visibleTo } from "../policy.ts";
import { readingOf } from "../reading.ts";

/** The newest so many requests are shown. */
const mostShown = 100;

/** A request of a customer, as the page of the customer lists it. */
export type CustomerRequest = {
  /** Public id and human number. */
  id: string;
  number: string;
  /** The displayed status (R198–R202). */
  status: string;
  service: string;
  center: string | null;
  createdAt: Date;
  closedAt: Date | null;
  /** The customer's answers, 1 to 10 each, and their mean; null until they are sent. */
  feedback: { answers: FeedbackAnswer[]; overAll: number; at: Date } | null;
  /** The invoice; `opens` for who may have its file. */
  invoice: { number: string; totalPaise: Paise; at: Date; opens: boolean } | null;
};

type RequestRecord = {
  publicId: string;
  number: string;
  status: TicketStatus;
  broadcastStatus: BroadcastStatus | null;
  technicianId: string | null;
  service: string;
  center: string | null;
  createdAt: string;
  closedAt: string | null;
  cancelledAt: string | null;
  answers: FeedbackAnswer[] | null;
  overAll: string | null;
  feedbackAt: string | null;
  invoice: string | null;
  totalPaise: string | null;
  issuedAt: string | null;
};

/**
 * Returns the requests a phone made, newest first, with feedback and invoice: only those this actor may see, at most
 * 100, and how many there are. Null for an admin without a permission for requests (Q10).
 */
export async function requestsOfCustomer(
  actor: Actor,
  phone: string,
): Promise<{ rows: CustomerRequest[]; total: number } | null> {
  if (!may(actor, "seeRequests")) return null;
  const requests = await rows<RequestRecord & { total: number }>(
    sql`select t.public_id as "publicId", t.ticket_id as number, t.status, t.broadcast_status as "broadcastStatus",
            t.technician_id as "technicianId", s.service_name as service, c.center_name as center,
            t.created_at as "createdAt", t.closed_at as "closedAt", t.cancelled_at as "cancelledAt",
            f.answers, f.over_all_rating as "overAll", f.created_at as "feedbackAt",
            i.number as invoice, i.total_paise as "totalPaise", i.issued_at as "issuedAt",
            count(*) over ()::int as total
       from tickets t
       join services s on s.id = t.service_id
       left join centers c on c.id = t.center_id
       left join feedbacks f on f.ticket_id = t.id
       left join invoices i on i.ticket_id = t.id
      where t.phone = ${phone} and ${visibleTo(actor)}
      order by t.created_at desc, t.id desc limit ${sql.lit(mostShown)}`,
  );
  const opens = may(actor, "openRequests");
  return { total: requests[0]?.total ?? 0, rows: requests.map((each) => shown(actor, each, opens)) };
}

function shown(actor: Actor, request: RequestRecord, opens: boolean): CustomerRequest {
  const toInstant = (text: string | null) => (text === null ? null : new Date(text));
  const closedAt = toInstant(request.closedAt);
  const cancelledAt = toInstant(request.cancelledAt);
  const read = readingOf(actor, { closedAt, cancelledAt });
  return {
    id: request.publicId,
    number: request.number,
    status: displayedStatus(request),
    service: request.service,
    center: read.note(request.center),
    createdAt: new Date(request.createdAt),
    closedAt,
    feedback:
      request.answers && request.answers.length > 0
        ? { answers: request.answers, overAll: Number(request.overAll), at: new Date(request.feedbackAt!) }
        : null,
    invoice:
      request.invoice === null
        ? null
        : { number: request.invoice, totalPaise: toPaise(request.totalPaise!), at: new Date(request.issuedAt!), opens },
  };
}
