import { sql } from "kysely";
import { defaultPrices, priceSql } from "#modules/catalog/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { now, second } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import { keysetPage, type Page, type Place, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { leadLeftSql } from "#modules/wallet/index.ts";
import type { BroadcastState } from "../broadcast.entity.ts";
import { type BroadcastStatus, broadcastLabel, type TicketCreatedBy } from "../labels.ts";
import { comingWindows, type ProposedWindow } from "../proposals/windows.ts";
import { readings } from "../reading.ts";
import type { TimePreferenceType } from "../time-preference.ts";
import { longOver } from "../track-access.ts";
import { nextTry, type PastTries, pastTriesSql } from "./unpaid.ts";

/** One offer as its center sees it; `customer` is set only for the center that has the ticket (fixed point 16). */
export type BroadcastRow = {
  id: string;
  centerId: string;
  status: BroadcastState;
  /** Public id and human number of the ticket. */
  ticketId: string;
  number: string;
  service: { id: string; name: string; imageBlobId: string | null };
  requirement: string | null;
  locality: string | null;
  pincode: string;
  timePreference: { type: TimePreferenceType; at: Date | null };
  label: string;
  createdAt: Date;
  /** What accepting costs now, in paise; 0 when the public did not pay for the ticket. */
  pricePaise: Paise;
  /** Whether the public paid, so that accepting needs a payment. */
  needsPayment: boolean;
  paidFrom: "wallet" | "card" | null;
  /** Whether all of the lead price went back. */
  paidBack: boolean;
  /** The end of this center's reservation, and the seconds left of it. */
  reservedUntil: Date | null;
  secondsLeft: number;
  /** The end of another center's reservation of this ticket. */
  busyUntil: Date | null;
  /** When the center may reserve this ticket again after an unpaid reservation; "never" once its tries are used up. */
  nextTry: Date | "never" | null;
  /** R137: Accept and Reject are shown only while the offer is PENDING. */
  mayAnswer: boolean;
  /** The windows this center proposed, and until when the customer can choose one. */
  proposed: { windows: ProposedWindow[]; until: Date } | null;
  /** Whether it can propose other times now. */
  mayPropose: boolean;
  customer: {
    name: string;
    phone: string;
    houseNumber: string | null;
    locality: string | null;
    city: string | null;
    state: string | null;
    pincode: string;
  } | null;
};

type OfferRecord = PastTries & {
  id: string;
  center_id: string;
  status: BroadcastState;
  reserved_until: Date | null;
  paid_from: "wallet" | "card" | null;
  created_at: Date;
  public_id: string;
  ticket_id: string;
  service_id: string;
  service_name: string;
  image_blob_id: string | null;
  requirement: string | null;
  locality: string | null;
  pincode: string;
  time_preference_type: TimePreferenceType;
  specific_date_time: Date | null;
  service_available: boolean;
  broadcast_status: BroadcastStatus | null;
  created_by: TicketCreatedBy;
  is_paid_by_public: boolean;
  owner_id: string | null;
  name: string;
  phone: string;
  house_number: string | null;
  city: string | null;
  state: string | null;
  closed_at: Date | null;
  cancelled_at: Date | null;
  busy_until: Date | null;
  lead_price: string;
  lead_left: string | null;
  vehicle_id: string | null;
  proposed_windows: string[] | null;
  proposed_until: Date | null;
};

/** SQL for the lead price of a paid request for a center at an instant; evaluated once per page. */
const leadPriceSql = (centerId: string, at: Date) => sql`(
  select coalesce(
    case when c.subscribe_end_date > ${at} then ${priceSql("subscribed_user_ticket_amount", at)}
         else ${priceSql("unsubscribed_user_ticket_amount", at)} end,
    case when c.subscribe_end_date > ${at} then ${sql.lit(defaultPrices.subscribedUserTicketAmountPaise)}
         else ${sql.lit(defaultPrices.unsubscribedUserTicketAmountPaise)} end)
    from centers c where c.id = ${centerId})`;

type OffersQuery = Place & {
  status?: BroadcastState | "OPEN" | "ANSWERED" | undefined;
  /** Only this offer. */
  id?: string | undefined;
  /** Only the offer of this ticket, by public id. */
  ticket?: string | undefined;
};

/** The offers of a center, newest first (keyset); without name, phone and address until the center has the ticket. */
export async function listBroadcasts(
  actor: Actor,
  { after, before, status, id, ticket, take }: OffersQuery = {},
): Promise<Page<BroadcastRow>> {
  needKind(actor, "center");
  const at = now();
  const conditions = [sql`b.center_id = ${actor.centerId}`, sql`t.deleted_at is null`];
  if (status === "OPEN") conditions.push(sql`b.status in ('PENDING', 'RESERVED')`);
  else if (status === "ANSWERED") conditions.push(sql`b.status not in ('PENDING', 'RESERVED')`);
  else if (status) conditions.push(sql`b.status = ${status}`);
  if (id) conditions.push(sql`b.id = ${id}::uuid`);
  if (ticket) conditions.push(sql`t.public_id = ${ticket}`);
  const page = await keysetPage<OfferRecord>(
    actor,
    { after, before, take },
    { markOf: ({ created_at, id }) => ({ at: created_at, id }) },
    ({ beyond, order, limit }) =>
      rows(
        sql`select b.id, b.center_id, b.status, b.reserved_until, b.paid_from,
            case when b.paid_from is not null then ${leadLeftSql(sql`b.ticket_id`, sql`b.center_id`)} end as lead_left, b.created_at, t.public_id, t.ticket_id,
            s.id as service_id, s.service_name, s.image_blob_id, t.requirement, t.locality, t.pincode,
            t.time_preference_type, t.specific_date_time, t.service_available, t.broadcast_status, t.created_by,
            t.is_paid_by_public, t.center_id as owner_id, t.name, t.phone, t.house_number, t.city, t.state,
            t.closed_at, t.cancelled_at,
            (select o.reserved_until from broadcasts o where b.status = 'PENDING' and o.ticket_id = b.ticket_id
               and o.status = 'RESERVED' and o.reserved_until > ${at}) as busy_until,
            ${leadPriceSql(actor.centerId, at)} as lead_price, t.vehicle_id, p.windows as proposed_windows,
            p.expires_at as proposed_until, past.*
       from broadcasts b join tickets t on t.id = b.ticket_id join services s on s.id = t.service_id
       left join proposals p on p.broadcast_id = b.id and p.ended_at is null and p.expires_at > ${at}
      cross join lateral (${pastTriesSql(sql`b`, at)}) as past
      where ${allOf(conditions)} and ${beyond("b.created_at", "b.id")}
      order by ${order("b.created_at", "b.id")} limit ${limit}`,
      ),
  );
  return pageMap(page, broadcastRow);
}

function broadcastRow(offer: OfferRecord): BroadcastRow {
  const running = offer.status === "RESERVED" && offer.reserved_until !== null && offer.reserved_until > now();
  const owned = offer.owner_id === offer.center_id;
  const known = owned && !longOver({ closedAt: offer.closed_at, cancelledAt: offer.cancelled_at }, now());
  const read = known ? readings.whole : readings.offered;
  return {
    id: offer.id,
    centerId: offer.center_id,
    status: offer.status,
    ticketId: offer.public_id,
    number: offer.ticket_id,
    service: { id: offer.service_id, name: offer.service_name, imageBlobId: offer.image_blob_id },
    requirement: read.words(offer.requirement),
    locality: read.locality(offer.locality),
    pincode: offer.pincode,
    timePreference: { type: offer.time_preference_type, at: offer.specific_date_time },
    label: broadcastLabel({
      serviceAvailable: offer.service_available,
      broadcastStatus: offer.broadcast_status,
      createdBy: offer.created_by,
      isPaidByPublic: offer.is_paid_by_public,
    }),
    createdAt: offer.created_at,
    pricePaise: offer.is_paid_by_public ? toPaise(offer.lead_price) : zero,
    needsPayment: offer.is_paid_by_public,
    paidFrom: offer.paid_from,
    paidBack: offer.paid_from !== null && Number(offer.lead_left) <= 0,
    reservedUntil: running ? offer.reserved_until : null,
    secondsLeft: running ? Math.ceil((offer.reserved_until!.getTime() - now().getTime()) / second) : 0,
    busyUntil: offer.busy_until,
    nextTry: nextTry(offer),
    mayAnswer: offer.status === "PENDING",
    proposed: offer.proposed_until && {
      windows: comingWindows(offer.proposed_windows ?? []),
      until: offer.proposed_until,
    },
    mayPropose: offer.status === "PENDING" && !offer.vehicle_id && !offer.proposed_until,
    customer: known
      ? {
          name: offer.name,
          phone: offer.phone,
          houseNumber: offer.house_number,
          locality: offer.locality,
          city: offer.city,
          state: offer.state,
          pincode: offer.pincode,
        }
      : null,
  };
}
