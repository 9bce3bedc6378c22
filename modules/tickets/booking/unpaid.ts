import { sql } from "kysely";
import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { em, inTransaction, row, rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { balanceOfPhone, isPaymentUnderWay, lockBalance, unpaidFeesOf } from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import type { Ticket } from "../ticket.entity.ts";
import { cancelLocked } from "../work/cancel.ts";
import type { Made } from "./create-ticket.ts";
import type { BookTicket, PickDropBooking } from "./input.ts";
import { feeOrderOf } from "./pay-booking.ts";

/*
 * Requests with an unpaid fee: the form offers to continue them, and an equal booking is the same request.
 */

/** A request whose fee waits to be paid; `id` is its public id. */
export type Unpaid = { id: string; number: string; service: string };

/** How many of them are looked at. */
const most = 6;

/** The tickets whose fee may be due; whether it still is, its order says. */
const waiting = sql`t.status = 'PENDING' and t.deleted_at is null and t.booking_fee_paise > 0 and not t.is_paid_by_public
  and t.broadcast_status is null and t.service_available`;

/**
 * The unpaid requests of a browser, the latest first, six at most: of the phones it proved, and the one its draft became.
 */
export async function unpaidOf({ phones }: ActorOf<"anyone">, draftToken?: string): Promise<Unpaid[]> {
  if (phones.length === 0 && !draftToken) return [];
  const tokenHash = draftToken ? hashToken(draftToken) : null;
  const tickets = await rows<Unpaid & { key: string }>(
    sql`select t.id as key, t.public_id as id, t.ticket_id as number, s.service_name as service
       from tickets t join services s on s.id = t.service_id
      where (t.phone = any(${[...phones]}::text[])
             or t.id = (select ticket_id from booking_drafts where token_hash = ${tokenHash} and expires_at > ${now()}))
        and ${waiting}
      order by t.created_at desc, t.id desc limit ${sql.lit(most)}`,
  );
  const due = await unpaidFeesOf(tickets.map(({ key }) => key));
  return tickets.filter(({ key }) => due.has(key)).map(({ id, number, service }) => ({ id, number, service }));
}

type BookingFields = Partial<Omit<BookTicket & PickDropBooking, "proof" | "qrId">> & {
  phone: string;
  serviceId: string;
  pincode: string;
};

/**
 * Returns the unpaid request that a booking repeats: of the same phone, service, place and offer code, made by the
 * public. The phone's bookings are serialized, so that two at once find each other.
 */
export async function unpaidTwin(input: BookingFields): Promise<string | undefined> {
  if (!inTransaction()) throw new Error("a booking is compared in the transaction that makes it");
  const { phone, serviceId, pincode, houseNumber, locality, pickLocation, dropLocation, vehicleId, offerCode } = input;
  await rows(sql`select pg_advisory_xact_lock(hashtextextended(${`booking:${phone}`}, 0))`);
  const places = [houseNumber, locality, pickLocation, dropLocation].map((place) => place?.toLowerCase() ?? "");
  const twin = await row<{ id: string }>(
    sql`select t.id from tickets t
      where t.phone = ${phone} and t.service_id = ${serviceId} and t.pincode = ${pincode}
        and array[lower(coalesce(t.house_number, '')), lower(coalesce(t.locality, '')),
                  lower(coalesce(t.pick_location, '')), lower(coalesce(t.drop_location, ''))] = ${places}::text[]
        and t.vehicle_id is not distinct from ${vehicleId ?? null}::uuid
        and coalesce(t.offer_code, '') = ${offerCode ?? ""}
        and t.created_by in ('PUBLIC', 'PUBLIC_APP') and t.rebook_of is null and ${waiting}
      order by t.created_at desc, t.id desc limit 1`,
  );
  return twin?.id;
}

/**
 * Go on with an unpaid request whose booking was made again: what was typed last counts for its time, name and
 * requirement, and its order stays, with the amount it was made for. One that is paid at this moment is what was booked.
 * Undefined when its fee is not due any more, and when it gives way to a booking that a balance pays first.
 */
export async function continued(actor: Actor, ticketId: string, input: BookingFields): Promise<Made | undefined> {
  const ticket = await ticketById(ticketId, { lock: true });
  if (ticket.isPaidByPublic) return { ticket, orderId: null };
  const orderId = await feeOrderOf(ticket);
  if (!orderId || (await givesWay(actor, ticket, orderId))) return undefined;
  const columns = columnsOf(input);
  const changed = Object.entries(columns).flatMap(([name, value]) =>
    same(ticket[name as keyof Ticket], value) ? [] : [name],
  );
  if (changed.length > 0) {
    em().assign(ticket, { ...columns, updatedAt: now() });
    // Names and requirements are personal: the history stores that they changed, without values.
    await recordOn(actor, ticket, { event: "ticket.updated", data: { changed } });
  }
  return { ticket, orderId };
}

/**
 * End an unpaid request whose customer has a balance that its order does not count, so that the booking made again spends
 * the balance first: what is still paid for it goes back, as for every cancelled request. Not while its payment is under way.
 */
async function givesWay(actor: Actor, ticket: Ticket, orderId: string): Promise<boolean> {
  const balance = await balanceOfPhone(ticket.phone);
  if (!balance || (await isPaymentUnderWay(orderId))) return false;
  // The balance before the offer, whose use the cancelled request gives back.
  await lockBalance(balance.consumerId);
  await cancelLocked(actor, ticket, "Booked again with the balance");
  return true;
}

const columnsOf = ({ timePreference, name, email, requirement, customerOfferPrice }: BookingFields) => ({
  ...(timePreference && { timePreferenceType: timePreference.type, specificDateTime: timePreference.at ?? null }),
  ...(name && { name }),
  ...(email && { email }),
  requirement: requirement ?? null,
  customerOfferPricePaise: customerOfferPrice === undefined ? null : fromRupees(customerOfferPrice),
});

const same = (was: unknown, is: unknown) =>
  was instanceof Date && is instanceof Date ? was.getTime() === is.getTime() : (was ?? null) === (is ?? null);
