import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { centerState } from "../state.ts";
import { subscriptionHoldsSql } from "./subscription.ts";

/** The facts matching needs about one active center; the verdict is the tickets module's. */
export type CandidateFacts = {
  centerId: string;
  centerName: string;
  /** False only for the center of `alsoCenterId` or `alsoQrId` when its service area does not include the pincode. */
  servesPincode: boolean;
  servesService: boolean;
  /** Whether it is the center of `alsoCenterId` or `alsoQrId`. */
  isOwn: boolean;
  /** 0 primary, 1 secondary, null when the center does not offer the service. */
  priority: number | null;
  broadcastDisabled: boolean;
  subscriptionHolds: boolean;
  /** False when it works for named clients, and the request is of another one; the public's requests are for all. */
  worksForClient: boolean;
  /** Requests assigned to it that are neither CLOSED nor CANCEL; counting stops at its limit. */
  openTickets: number;
  ticketAcceptLimit: number;
  hasCapacity: boolean;
};

/** SQL for the open requests of a center: assigned to it, not CLOSED, not CANCEL (fixed point 5). */
export const openTicketsSql = (center: Sql) =>
  sql`tickets t where t.center_id = ${center} and t.status not in ('CLOSED', 'CANCEL') and t.deleted_at is null`;

/**
 * SQL for whether a center may work for a client (R384): one without a list may for all, one with a list for those in
 * it. `client` is null for a request of the public, which no list is about.
 */
export const worksForClientSql = (center: Sql, client: Sql) => sql`(${client} is null
    or not exists (select from center_clients w where w.center_id = ${center})
    or exists (select from center_clients w where w.center_id = ${center} and w.client_id = ${client}))`;

type CandidateQuery = {
  serviceId: string;
  /** The client whose request it is. */
  clientId?: string | null | undefined;
  at?: Date;
  alsoCenterId?: string | null | undefined;
  alsoQrId?: string | null | undefined;
};

/**
 * Every active center whose service area includes the pincode, ordered by id, with the facts that decide whether it is
 * offered a request for this service (Q101, fixed point 5). `alsoQrId` adds the QR code's own center wherever it works;
 * `alsoCenterId` adds that center unless the QR code has one.
 */
export const centersOfPincode = (
  pincode: string,
  { serviceId, clientId, at = now(), alsoCenterId, alsoQrId }: CandidateQuery,
) =>
  rows<CandidateFacts>(
    alsoCenterId || alsoQrId || clientId
      ? ofPincodeAndOwn(pincode, { serviceId, clientId, at, alsoCenterId, alsoQrId })
      : ofPincode(pincode, { serviceId, at }),
  );

type ServiceQuery = { serviceId: string; at: Date };

/** The facts of the centers in `asked` (center_id, serves); `more` are further columns. */
const candidatesSql = ({ serviceId, at }: ServiceQuery, isOwn: Sql, worksForClient: Sql, more: Sql = sql``) => sql`
  select c.id as "centerId", c.center_name as "centerName", asked.serves as "servesPincode", ${isOwn} as "isOwn",
         o.priority is not null as "servesService", o.priority,
         c.broadcast_disabled as "broadcastDisabled",
         ${subscriptionHoldsSql(sql`c`, sql`${at}::timestamptz`)} as "subscriptionHolds",
         ${worksForClient} as "worksForClient",
         held.count as "openTickets", c.ticket_accept_limit as "ticketAcceptLimit",
         held.count < c.ticket_accept_limit as "hasCapacity"${more}
    from asked
    join centers c on c.id = asked.center_id and c.is_active = ${sql.lit(centerState.ACTIVE)}
    left join center_services o on o.center_id = c.id and o.service_id = ${serviceId}
    cross join lateral (
      select count(*)::int as count
        from (select from ${openTicketsSql(sql`c.id`)} limit c.ticket_accept_limit) as open) as held
   order by c.id`;

/** A separate query for the common case without QR code and client: planning the longer one costs more than running this one. */
const ofPincode = (pincode: string, query: ServiceQuery) => sql`
  with asked as (select center_id, true as serves from center_pincodes where pincode = ${pincode})
  ${candidatesSql(query, sql`false`, sql`true`)}`;

const ofPincodeAndOwn = (pincode: string, query: CandidateQuery & ServiceQuery) => sql`
  with own as materialized (
    select coalesce((select center_id from partner_qrs where qr_id = ${query.alsoQrId ?? null} and kind = 'center'), ${query.alsoCenterId ?? null}::uuid) as id),
  asked as (
    select center_id, true as serves from center_pincodes where pincode = ${pincode}
    union all
    select id, false from own where id is not null
      and not exists (select from center_pincodes where pincode = ${pincode} and center_id = own.id))
  ${candidatesSql(query, sql`c.id is not distinct from (select id from own)`, worksForClientSql(sql`c.id`, sql`${query.clientId ?? null}::uuid`))}`;

/** A center near a request, with the facts of matching; `far` is how many pincodes away its service area is. */
export type NearCenter = CandidateFacts & { far: number; pincode: string; city: string | null; qrId: string | null };

/** The most compared centers that serve a pincode, and that serve only others nearby. */
const servingAtMost = 200;
const aroundAtMost = 60;

const centersAround = (pincode: string, query: CandidateQuery & ServiceQuery) => sql`
  with serving as (select center_id from center_pincodes where pincode = ${pincode} limit ${sql.lit(servingAtMost)}),
  around as (
    select center_id, min(abs(pincode::int - ${pincode}::text::int)) as far from center_pincodes
     where pincode >= left(${pincode}::text, 3) || '000' and pincode <= left(${pincode}::text, 3) || '999' and pincode <> ${pincode}
     group by center_id order by far, center_id limit ${sql.lit(aroundAtMost)}),
  asked as (
    select center_id, true as serves, 0 as far from serving
    union all
    select center_id, false, far from around where not exists (select from serving s where s.center_id = around.center_id)
    union all
    select ${query.alsoCenterId ?? null}::uuid, false, 1000 where ${query.alsoCenterId ?? null}::uuid is not null
      and not exists (select from serving s where s.center_id = ${query.alsoCenterId ?? null}::uuid)
      and not exists (select from around a where a.center_id = ${query.alsoCenterId ?? null}::uuid))
  ${candidatesSql(
    query,
    sql`c.id is not distinct from ${query.alsoCenterId ?? null}::uuid`,
    worksForClientSql(sql`c.id`, sql`${query.clientId ?? null}::uuid`),
    sql`, asked.far, c.pincode, c.city,
         (select q.qr_id from partner_qrs q where q.center_id = c.id and q.kind = 'center'
           order by q.created_at limit 1) as "qrId"`,
  )}`;

/**
 * Returns the active centers an operator may choose from for a request: those that serve its pincode, those that serve
 * others of the same district (its first three digits), nearest first, and the center that has it.
 */
export const centersNear = (
  pincode: string,
  { serviceId, clientId, at = now(), alsoCenterId }: Omit<CandidateQuery, "alsoQrId">,
) => rows<NearCenter>(centersAround(pincode, { serviceId, clientId, at, alsoCenterId }));

/** The number of open requests of a center. */
export async function openTicketCount(centerId: string) {
  const [held] = await rows<{ count: number }>(
    sql`select count(*)::int as count from ${openTicketsSql(sql`${centerId}`)}`,
  );
  return held?.count ?? 0;
}
