import type { Actor } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { missing } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { BroadcastSchema } from "../broadcast.entity.ts";
import { ticketToEdit } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import { maySet, notSettable } from "../rights/field-rights.ts";
import type { BroadcastRemarks, OnboardingRemarks } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";

/**
 * Save what the onboarding team notes on a request (R176, R231), in place of what it noted before; also on a closed one
 * (Q79). The author's name is the session's, never the input's (H16).
 */
export const onboardingRemarks = (actor: Actor, { ticketId, text, version }: OnboardingRemarks): Promise<TicketRow> =>
  transaction(async () => {
    const ticket = await ticketToEdit(actor, ticketId);
    if (!maySet(actor, "teamRemarks")) throw notSettable("text");
    await refuseStale(actor, ticket, version);
    await writeTeamRemarks(actor, ticket, text);
    await announce(await topicsOf(ticket));
    return rowOf(actor, ticket.id);
  });

/** Put the team's remarks on a locked ticket. The history does not hold the text: it may name people. */
export async function writeTeamRemarks(actor: Actor, ticket: Ticket, text: string) {
  ticket.onboardingRemarks = text;
  ticket.onboardingBy = authorOf(actor);
  await recordOn(actor, ticket, { event: "ticket.teamRemarked" });
}

/** Save what the team notes about one center a request is or was offered to; refuses with `broadcast.noSuchCenter`. */
export const broadcastRemarks = (
  actor: Actor,
  { ticketId, centerId, text, version }: BroadcastRemarks,
): Promise<{ remarks: string; by: string }> =>
  transaction(async () => {
    const ticket = await ticketToEdit(actor, ticketId);
    if (!maySet(actor, "teamRemarks")) throw notSettable("text");
    await refuseStale(actor, ticket, version);
    const broadcast = await em().findOne(BroadcastSchema, { ticketId: ticket.id, centerId }, { refresh: true });
    if (!broadcast) throw missing("broadcast.noSuchCenter");
    const by = authorOf(actor);
    broadcast.remarks = text;
    broadcast.remarksBy = by;
    const data = { broadcastId: broadcast.id, centerId };
    await record(actor, { subject: "ticket", id: ticket.id, event: "broadcast.remarked", data });
    await announce(["requests", `ticket:${ticket.publicId}`]);
    return { remarks: text, by };
  });

const authorOf = (actor: Actor) => (actor.kind === "admin" || actor.kind === "system" ? actor.name : "");
