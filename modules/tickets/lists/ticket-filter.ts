import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import type { Bind } from "#modules/kernel/db/binds.ts";
import { bareDigits, bareNumber } from "#modules/kernel/text/digits.ts";
import { type TicketStatus, ticketStatuses } from "../labels.ts";
import { visibleDays } from "../track-access.ts";
import { operatorsSearch, type Search, searchedBy } from "./search.ts";

/** The SQL condition over `tickets t` for a status, a displayed status (R198–R202), or `open`. */
export function hasStatus(status: string, bind: Bind) {
  const accepted =
    "(t.status = 'ACCEPTED' or (t.status = 'PENDING' and t.broadcast_status = 'matched_in_same_center'))";
  switch (status) {
    case "Technician Assigned":
      return `${accepted} and t.technician_id is not null`;
    case "Technician Not Assigned":
      return `${accepted} and t.technician_id is null`;
    case "open":
      return "t.status not in ('CLOSED', 'CANCEL')";
    default:
      // Spelled out, so that the plan knows the common statuses from the rare ones.
      return `t.status = ${isStatus(status) ? `'${status}'` : bind(status)}`;
  }
}

const isStatus = (status: string): status is TicketStatus => (ticketStatuses as readonly string[]).includes(status);

/**
 * What a search finds among `tickets t`. Centers and technicians search what the rows of the requests they have show:
 * number, service, pincode, town, and until 30 days after the end name, phone, e-mail and address; what is hidden from
 * them is not searched, because a match would reveal it. Phones and pincodes are found however they are spaced, with
 * +91 or 0. Operators see search.ts.
 */
export async function searchOf(actor: Actor, search: string, bind: Bind): Promise<Search> {
  if (actor.kind !== "center" && actor.kind !== "technician") return operatorsSearch(actor, search, bind);
  const like = (text: string) => bind(`%${text.replace(/[\\%_]/g, "\\$&")}%`);
  const words = like(search.trim().replace(/\s+/g, " "));
  const limit = bind(fromNow(-visibleDays * day));
  const shown = `coalesce(t.closed_at, t.cancelled_at, ${limit}::timestamptz) >= ${limit}`;
  const has = (columns: readonly string[], pattern: string) =>
    columns.map((column) => `${column} ilike ${pattern}`).join(" or ");
  const conditions = [
    has(["t.ticket_id", "t.city", "t.state"], words),
    `t.service_id in (select id from services where service_name ilike ${words})`,
    `(${has(["t.name", "t.email", "t.house_number", "t.locality"], words)}) and ${shown}`,
  ];
  // A center sees the technicians of what it has, not those of a request it has only created.
  if (actor.kind === "center")
    conditions.push(
      `t.center_id = ${bind(actor.centerId)}::uuid
        and t.technician_id in (select id from technicians where ${has(["name", "technician_id"], words)})`,
    );
  const pincode = bareDigits(search);
  const number = bareNumber(search);
  if (/^\d{3,6}$/.test(pincode)) conditions.push(`t.pincode like ${like(pincode)}`);
  if (/^\d{4,10}$/.test(number))
    conditions.push(`(${has(["t.phone", "t.alternate_phone"], like(number))}) and ${shown}`);
  return searchedBy(`(${conditions.map((each) => `(${each})`).join(" or ")})`);
}
