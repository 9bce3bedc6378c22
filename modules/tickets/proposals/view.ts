import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { nameFor } from "#modules/kernel/names.ts";
import type { Ticket } from "../ticket.entity.ts";
import type { Access } from "../track-access.ts";
import { openToChoose } from "./open-to-choose.ts";
import { comingWindows, type ProposedWindow } from "./windows.ts";

/** What centers propose for a request, as its tracking page shows it. */
export type ProposalsView = {
  /** How many centers propose other times, and until when the first of those can be chosen. */
  centers: number;
  until: Date;
  /** Until when a center can pay for the request: nothing can be chosen before. */
  busyUntil: Date | null;
  /** For who proved the phone, by center. */
  proposals: { id: string; center: string; until: Date; windows: ProposedWindow[] }[];
};

type ProposalRow = { id: string; center: string; windows: string[]; until: Date; busy: Date | null };

/** What can be chosen for a request now; null where nothing can be. */
export async function proposalsFor(
  actor: Actor,
  { id, status }: Pick<Ticket, "id" | "status">,
  access: Access,
): Promise<ProposalsView | null> {
  if (status !== "PENDING" || access === "status") return null;
  const stored = await rows<ProposalRow>(
    sql`select p.id, c.center_name as center, p.windows, p.expires_at as until,
            (select o.reserved_until from broadcasts o where o.ticket_id = p.ticket_id and o.status = 'RESERVED'
               and o.reserved_until > ${now()}) as busy
       from proposals p join broadcasts b on b.id = p.broadcast_id join tickets t on t.id = p.ticket_id
         join centers c on c.id = p.center_id
      where p.ticket_id = ${id}::uuid and ${openToChoose()} order by p.created_at, p.id limit 20`,
  );
  const proposals = stored
    .map(({ id, windows, center, until }) => ({
      id,
      center: nameFor(actor, center),
      until,
      windows: comingWindows(windows),
    }))
    .filter(({ windows }) => windows.length > 0);
  if (proposals.length === 0) return null;
  const until = proposals.reduce((soonest, each) => (each.until < soonest ? each.until : soonest), proposals[0]!.until);
  const busyUntil = stored[0]!.busy;
  return { centers: proposals.length, until, busyUntil, proposals: access === "full" ? proposals : [] };
}

/** Whether a window of a proposal can be chosen now. */
export const isProposalOpen = async (proposalId: string): Promise<boolean> =>
  Boolean(
    await row(
      sql`select from proposals p join broadcasts b on b.id = p.broadcast_id join tickets t on t.id = p.ticket_id
        where p.id = ${proposalId}::uuid and ${openToChoose()}`,
    ),
  );
