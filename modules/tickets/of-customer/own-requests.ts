import { sql } from "kysely";
import { phonesJustProved } from "#modules/access/index.ts";
import { type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { hasBill, revisitOpen, type TicketStatus, workWasDone } from "../labels.ts";
import { waitsForNobody } from "../states/states.ts";
import { hasEndedSql } from "../states/states-sql.ts";
import { type Ticket, TicketSchema } from "../ticket.entity.ts";
import { longOver } from "../track-access.ts";
import { feePaymentOf } from "../tracking/track.ts";
import { type FeePayment, nextVisit, type Sentence, whatHappens } from "../tracking/track-words.ts";
import { visitWindow } from "../tracking/visit-window.ts";

/** The newest so many requests of a customer are shown, open ones first. */
export const mostOwnRequests = 50;

/** What every card of Find my request shows; more than 30 days after its end a request shows no more than this. */
type Card = {
  /** Public id and human number. */
  id: string;
  number: string;
  status: TicketStatus;
  service: string;
  createdAt: Date;
  /** When it was closed or cancelled. */
  endedAt: Date | null;
  /** Whether there is a bill to download. */
  invoice: boolean;
  rebook: boolean;
};

/** A request of the phones a browser proved: what happens with it, and what its customer may do with it in one tap. */
export type OwnRequest = Card & {
  /** More than 30 days after its end. */
  old: boolean;
  /** Of one that is not old. */
  more: {
    group: "unpaid" | "live" | "over";
    now: Sentence;
    next: ReturnType<typeof nextVisit>;
    /** When its center comes. */
    visit: ReturnType<typeof visitWindow>;
    requirement: string | null;
    center: string | null;
    pickDrop: boolean;
    /** The fee that waits to be paid. */
    duePaise: Paise | null;
    /** What a done job cost. */
    paidPaise: Paise | null;
    starRating: number | null;
    /** Whether a revisit is free now; null where there is none. */
    revisitFree: boolean | null;
  } | null;
};

export type OwnRequests = {
  requests: OwnRequest[];
  /** How many requests ended more than 30 days ago and wait for a new code of their phone. */
  older: number;
  /** Whether there are more than are shown. */
  cut: boolean;
};

type Named = { id: string; service: string; center: string | null; technician: string | null };

/**
 * Find my request: the requests of the phones this browser proved, unpaid ones first, then live ones, then those that
 * are over, each the newest first. Those that ended more than 30 days ago are shown for 15 minutes after a code of their
 * phone, and then as number, service, day, state and invoice. `provedNow`: phones whose proof came with the call.
 */
export async function ownRequests(actor: ActorOf<"anyone">, provedNow: readonly string[] = []): Promise<OwnRequests> {
  needKind(actor, "anyone");
  if (actor.phones.length === 0) return { requests: [], older: 0, cut: false };
  const named = await rows<Named>(
    sql`select t.id, s.service_name as service, c.center_name as center, w.name as technician
       from tickets t join services s on s.id = t.service_id left join centers c on c.id = t.center_id
         left join technicians w on w.id = t.technician_id
      where t.phone = any(${[...actor.phones]}::text[]) and t.deleted_at is null
      order by ${hasEndedSql()}, t.created_at desc, t.id desc
      limit ${sql.lit(mostOwnRequests + 1)}`,
  );
  const shown = named.slice(0, mostOwnRequests);
  const tickets = await em().find(TicketSchema, { id: { $in: shown.map(({ id }) => id) } }, { refresh: true });
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const justProved = [...(await phonesJustProved(actor.visitorId)), ...provedNow];
  const requests: OwnRequest[] = [];
  let older = 0;
  for (const names of shown) {
    const ticket = byId.get(names.id);
    if (!ticket) continue;
    if (longOver(ticket) && !justProved.includes(ticket.phone)) older += 1;
    else {
      const { id, service, center, technician } = names;
      const shownNames = { id, service, center: nameFor(actor, center), technician: nameFor(actor, technician) };
      requests.push(await requestOf(ticket, shownNames));
    }
  }
  return {
    requests: requests.toSorted((one, other) => placeOf(one) - placeOf(other)),
    older,
    cut: named.length > shown.length,
  };
}

const placeOf = ({ more }: OwnRequest) => ["unpaid", "live", "over"].indexOf(more?.group ?? "over");

async function requestOf(ticket: Ticket, named: Named): Promise<OwnRequest> {
  const status = ticket.status as TicketStatus;
  const closed = status === "CLOSED";
  const old = longOver(ticket);
  return {
    id: ticket.publicId,
    number: ticket.ticketId,
    status,
    service: named.service,
    createdAt: ticket.createdAt,
    endedAt: ticket.closedAt ?? ticket.cancelledAt ?? null,
    invoice: closed && hasBill(ticket),
    rebook: closed,
    old,
    more: old ? null : moreOf(ticket, named, await feePaymentOf(ticket)),
  };
}

function moreOf(ticket: Ticket, { center, technician }: Named, fee: FeePayment): NonNullable<OwnRequest["more"]> {
  const done = ticket.status === "CLOSED" && workWasDone(ticket);
  const sentence = whatHappens(ticket, { center, technician }, fee);
  return {
    group: groupOf(ticket, sentence, fee),
    now: sentence,
    next: nextVisit(ticket),
    visit: visitWindow(ticket),
    requirement: ticket.requirement ?? null,
    center,
    pickDrop: Boolean(ticket.vehicleId),
    duePaise: fee === "due" ? ticket.bookingFeePaise : null,
    paidPaise: done ? (ticket.closingPricePaise ?? null) : null,
    starRating: ticket.starRating ?? null,
    revisitFree: done ? revisitOpen(ticket.closedAt ?? null, now()) : null,
  };
}

function groupOf(ticket: Ticket, sentence: Sentence, fee: FeePayment) {
  if (fee === "due") return "unpaid";
  return waitsForNobody(ticket, sentence) ? "over" : "live";
}
