import { type Actor, can } from "#modules/kernel/actor.ts";
import type { TicketRow } from "#modules/tickets/index.ts";
import type { Offered, OfferedActs, RequestAct } from "./acts.ts";

const known = new Map<string, Offered>();

/** The same object for each row, so that a page's data has it once. */
function offeredAs(act: RequestAct, off = false): Offered {
  const key = `${act} ${off}`;
  const offered = known.get(key) ?? (off ? { act, off } : { act });
  known.set(key, offered);
  return offered;
}

/**
 * What an admin is offered to do with a request (R234–R248, R256, R257), in the order of the menu. What may not be done
 * at all is missing; Close Request is shown without effect while no center serves or has the request (R243).
 */
export function actsOf(admin: Actor, row: TicketRow): OfferedActs {
  const { may, status } = row;
  const edits = can(admin, "edit_ticket.full_access");
  const closable = edits && Boolean(row.technician) && ["PENDING", "ACCEPTED", "VERIFIED"].includes(status);
  const offers: readonly (readonly [RequestAct, boolean, off?: boolean])[] = [
    ["view", true],
    ["edit", edits],
    ["assign", may.assign],
    ["reassign", may.change],
    ["close", closable, !may.close],
    ["broadcast", may.broadcast],
    ["rebook", may.rebook],
    ["revisit", may.rebook],
    ["remarks", may.teamRemarks],
    ["reopenLog", row.revisitStatus === 1],
    ["pictures", row.pictures > 0],
    ["pincode", may.pincode],
    ["requirement", may.requirement],
    ["cancel", may.cancel],
    ["delete", may.delete],
  ];
  return {
    offered: offers.flatMap(([act, is, off]) => (is ? [offeredAs(act, off)] : [])),
    broadcasted: row.broadcastStatus === "broadcasted" && !row.technician && status === "PENDING",
    remarked: row.hasOnboardingRemarks,
  };
}
