import { sql } from "kysely";
import { keyNames } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { getTicket } from "../get-ticket.ts";
import type { HistoryLine } from "../history-words.ts";
import { type TicketDetail, ticketDetail } from "../lists/queries.ts";
import { needMay } from "../policy.ts";
import { readsHouse } from "../reading.ts";
import { hasNotEndedSql } from "../states/states-sql.ts";
import { requestHistory } from "./request-history.ts";
import { type RequestMoney, requestMoney } from "./request-money.ts";
import { type RequestOffer, type RequestReason, requestOffers, requestReasons } from "./request-offers.ts";

/** A request with everything its page shows an operator. */
export type RequestDetail = {
  request: TicketDetail;
  /** The name of the client's API key that created it; null where a person or the operator did. */
  createdByKey: string | null;
  offers: RequestOffer[];
  reasons: RequestReason[];
  history: HistoryLine[];
  /** Only for those who see the operator's money. */
  money: RequestMoney | null;
  /** The assigned technician's mean rating by customers and open requests, for the operator's admins. */
  technician: { rating: number | null; open: number } | null;
};

/**
 * Returns one request for an operator, by its public id (R281, R286, Q10). A CLIENT admin gets only its client's,
 * without the operator's money, remarks and judgements. Refuses with 'Invalid Request id ' a request this admin may not
 * see (R283).
 */
export async function requestDetail(actor: Actor, ticketId: string): Promise<RequestDetail> {
  needMay(actor, "seeRequests");
  const ticket = await getTicket(actor, ticketId).catch(asInvalid);
  const request = await ticketDetail(actor, ticketId);
  return {
    request,
    createdByKey: nameFor(actor, await creatingKey(ticket.id)),
    offers: await requestOffers(actor, ticket.id),
    reasons: await requestReasons(actor, ticket.id),
    history: await requestHistory(actor, ticket.id),
    money: readsHouse(actor) ? await requestMoney(ticket.id) : null,
    technician: ticket.technicianId && readsHouse(actor) ? await workloadOf(ticket.technicianId) : null,
  };
}

/** What happened to a request since a line of its history that a page shows; newest first. */
export async function requestNews(
  actor: Actor,
  { ticketId, since }: { ticketId: string; since?: string | undefined },
): Promise<HistoryLine[]> {
  needMay(actor, "seeRequests");
  const ticket = await getTicket(actor, ticketId).catch(asInvalid);
  return requestHistory(actor, ticket.id, { since });
}

/** The topic of live news about a request, for an admin who may see it. */
export async function requestTopic(actor: Actor, ticketId: string): Promise<string> {
  needMay(actor, "seeRequests");
  const { publicId } = await getTicket(actor, ticketId).catch(asInvalid);
  return `ticket:${publicId}`;
}

/** The name of the key that created a request, by its internal id. */
async function creatingKey(ticketId: string): Promise<string | null> {
  const created = await row(
    sql<{ by: string }>`select actor_id as by from history
      where subject = 'ticket' and subject_id = ${ticketId} and event = 'ticket.created' and actor_kind = 'key'`,
  );
  return created ? ((await keyNames([created.by])).get(created.by) ?? null) : null;
}

function asInvalid(error: unknown): never {
  throw error instanceof DomainError && error.kind === "missing" ? missing("request.invalid") : error;
}

/** A technician's open requests and mean rating, both over the index of their requests. */
async function workloadOf(technicianId: string) {
  const workload = await row<{ rating: number | null; open: number }>(
    sql`select avg(t.star_rating)::float8 as rating,
            count(*) filter (where ${hasNotEndedSql()})::int as open
       from (select star_rating, status from tickets
              where technician_id = ${technicianId} and deleted_at is null order by created_at desc limit 500) t`,
  );
  return workload ?? null;
}
