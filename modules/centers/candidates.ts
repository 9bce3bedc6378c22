import { now } from "../kernel/clock.ts";
import { peek, rows } from "../kernel/db.server.ts";
import { subscriptionHoldsSql } from "./subscription.ts";

/** What matching asks of one active center: the facts, not the verdict. */
export type CandidateFacts = {
  centerId: string;
  centerName: string;
  /** False only for a center asked for by `alsoCenterId` whose service area does not hold the pincode. */
  servesPincode: boolean;
  servesService: boolean;
  /** The center asked for by `alsoCenterId` or `alsoQrId`. */
  isOwn: boolean;
  /** 0 primary, 1 secondary, null when the service is not among its services. */
  priority: number | null;
  broadcastDisabled: boolean;
  subscriptionHolds: boolean;
  /** Requests assigned to it that are neither CLOSED nor CANCEL, counted up to its limit. */
  openTickets: number;
  ticketAcceptLimit: number;
  hasCapacity: boolean;
};

/** Requests a center holds open: assigned to it, not CLOSED, not CANCEL (fixed point 5). */
export const openTicketsSql = (center: string) =>
  `tickets t where t.center_id = ${center} and t.status not in ('CLOSED', 'CANCEL') and t.deleted_at is null`;

type Asked = {
  serviceId: string;
  at?: Date;
  alsoCenterId?: string | null | undefined;
  alsoQrId?: string | null | undefined;
};

/**
 * Every active center whose service area holds the pincode, in order of their ids, with what decides whether it is
 * offered a request of this service (Q101, fixed point 5). `alsoQrId` adds a QR's own
 * center wherever it works, `alsoCenterId` that center unless the QR has one.
 */
export const centersOfPincode = (pincode: string, { serviceId, at = now(), alsoCenterId, alsoQrId }: Asked) =>
  alsoCenterId || alsoQrId
    ? peek<CandidateFacts>(ofPincodeAndOwn, [pincode, serviceId, at, alsoCenterId ?? null, alsoQrId ?? null])
    : peek<CandidateFacts>(ofPincode, [pincode, serviceId, at]);

/** Whom `asked` (center_id, serves) names, with the facts. */
const candidatesSql = (isOwn: string) => `
  select c.id as "centerId", c.center_name as "centerName", asked.serves as "servesPincode", ${isOwn} as "isOwn",
         o.priority is not null as "servesService", o.priority,
         c.broadcast_disabled as "broadcastDisabled",
         ${subscriptionHoldsSql("c", "$3::timestamptz")} as "subscriptionHolds",
         held.count as "openTickets", c.ticket_accept_limit as "ticketAcceptLimit",
         held.count < c.ticket_accept_limit as "hasCapacity"
    from asked
    join centers c on c.id = asked.center_id and c.is_active = 1
    left join center_services o on o.center_id = c.id and o.service_id = $2
    cross join lateral (
      select count(*)::int as count
        from (select from ${openTicketsSql("c.id")} limit c.ticket_accept_limit) as open) as held
   order by c.id`;

/** Most requests come with no code: setting the longer question up takes the database longer than answering this one. */
const ofPincode = `
  with asked as (select center_id, true as serves from center_pincodes where pincode = $1)
  ${candidatesSql("false")}`;

const ofPincodeAndOwn = `
  with own as materialized (
    select coalesce((select center_id from partner_qrs where qr_id = $5 and kind = 'center'), $4::uuid) as id),
  asked as (
    select center_id, true as serves from center_pincodes where pincode = $1
    union all
    select id, false from own where id is not null
      and not exists (select from center_pincodes where pincode = $1 and center_id = own.id))
  ${candidatesSql("c.id is not distinct from (select id from own)")}`;

/** How many requests a center holds open. */
export async function openTicketCount(centerId: string) {
  const [held] = await rows<{ count: number }>(`select count(*)::int as count from ${openTicketsSql("$1")}`, [
    centerId,
  ]);
  return held?.count ?? 0;
}
