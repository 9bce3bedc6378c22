import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { anyOf } from "#modules/kernel/db/sql.ts";
import { bareDigits, bareNumber } from "#modules/kernel/text/digits.ts";
import { type TicketStatus, ticketStatuses } from "../labels.ts";
import { isOpenSql } from "../states/states-sql.ts";
import { visibleDays } from "../track-access.ts";
import { operatorsSearch, type Search, searchedBy } from "./search.ts";

/** The SQL condition over `tickets t` for a status, a displayed status (R198–R202), or `open`. */
export function hasStatus(status: string) {
  const accepted = sql`(t.status = 'ACCEPTED' or (t.status = 'PENDING' and t.broadcast_status = 'matched_in_same_center'))`;
  switch (status) {
    case "Technician Assigned":
      return sql`${accepted} and t.technician_id is not null`;
    case "Technician Not Assigned":
      return sql`${accepted} and t.technician_id is null`;
    case "open":
      return isOpenSql();
    default:
      // Spelled out, so that the plan knows the common statuses from the rare ones.
      return sql`t.status = ${isStatus(status) ? sql.lit(status) : status}`;
  }
}

const isStatus = (status: string): status is TicketStatus => (ticketStatuses as readonly string[]).includes(status);

/**
 * What a search finds among `tickets t`. Centers and technicians search what the rows of the requests they have show:
 * number, service, pincode, town, and until 30 days after the end name, phone, e-mail and address; what is hidden from
 * them is not searched, because a match would reveal it. Phones and pincodes are found however they are spaced, with
 * +91 or 0. Operators see search.ts.
 */
export async function searchOf(actor: Actor, search: string): Promise<Search> {
  if (actor.kind !== "center" && actor.kind !== "technician") return operatorsSearch(actor, search);
  const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const words = containing(search.trim().replace(/\s+/g, " "));
  const limit = fromNow(-visibleDays * day);
  const shown = sql`coalesce(t.closed_at, t.cancelled_at, ${limit}::timestamptz) >= ${limit}`;
  const has = (columns: readonly string[], pattern: string) =>
    anyOf(columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`));
  const conditions = [
    has(["t.ticket_id", "t.city", "t.state"], words),
    sql`t.service_id in (select id from services where service_name ilike ${words})`,
    sql`${has(["t.name", "t.email", "t.house_number", "t.locality"], words)} and ${shown}`,
  ];
  // A center sees the technicians of what it has, not those of a request it has only created.
  if (actor.kind === "center")
    conditions.push(
      sql`t.center_id = ${actor.centerId}::uuid
        and t.technician_id in (select id from technicians where ${has(["name", "technician_id"], words)})`,
    );
  const pincode = bareDigits(search);
  const number = bareNumber(search);
  if (/^\d{3,6}$/.test(pincode)) conditions.push(sql`t.pincode like ${containing(pincode)}`);
  if (/^\d{4,10}$/.test(number))
    conditions.push(sql`${has(["t.phone", "t.alternate_phone"], containing(number))} and ${shown}`);
  return searchedBy(anyOf(conditions));
}
