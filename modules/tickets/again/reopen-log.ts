import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import { getTicket } from "../get-ticket.ts";
import { may, needMay, visibleTo } from "../policy.ts";
import { readingOf } from "../reading.ts";

/** One reopening (R310): the repeated visit in its last state, and when the next one was requested. */
export type Reopening = {
  /** Public id and number of the visit that was repeated, and of the one that repeats it. */
  id: string;
  number: string;
  revisitId: string;
  revisitNumber: string;
  createdAt: Date;
  assignedAt: Date | null;
  closedAt: Date | null;
  reopenedAt: Date;
  oldRequirement: string | null;
  technicianRemarks: string | null;
  closeRemarks: string | null;
  /** Which code the customer gave. */
  code: "happy_code" | "unhappy_code" | null;
  remark: string | null;
  center: { name: string; qrId: string | null; phone: string } | null;
  pictureIds: string[];
};

type ReopeningRow = Omit<Reopening, "code" | "remark" | "center"> & {
  cancelledAt: Date | null;
  code: string | null;
  revisitRemarks: string | null;
  adminRemarks: string | null;
  centerName: string | null;
  centerQrId: string | null;
  centerPhone: string | null;
};

/** More visits than any request has. */
const mostVisits = 200;

/**
 * The reopen log of a request (R310, C091): the chain of visits it belongs to, oldest first, whichever of them is named.
 * Both the repeated and the repeating visit must be this actor's to see. Texts and the center's phone are masked like
 * everywhere else. Needs a flag that leads to requests (Q10).
 */
export async function reopenLog(actor: Actor, { ticketId }: { ticketId: string }): Promise<Reopening[]> {
  needMay(actor, "seeRequests");
  const { id } = await getTicket(actor, ticketId);
  const reopenings = await rows<ReopeningRow>(
    sql`with recursive earlier as (
       select id, revisit_of, 1 as depth from tickets where id = ${id}
       union all
       select o.id, o.revisit_of, e.depth + 1 from earlier e join tickets o on o.id = e.revisit_of
        where e.depth < ${sql.lit(mostVisits)}),
     chain as (
       select id, 1 as depth from earlier where revisit_of is null
       union all
       select v.id, c.depth + 1 from chain c join tickets v on v.revisit_of = c.id where c.depth < ${sql.lit(mostVisits)})
     select t.public_id as id, t.ticket_id as number, v.public_id as "revisitId", v.ticket_id as "revisitNumber",
            t.created_at as "createdAt", t.assigned_at as "assignedAt", t.closed_at as "closedAt",
            t.cancelled_at as "cancelledAt", v.created_at as "reopenedAt", t.requirement as "oldRequirement",
            t.technician_remarks as "technicianRemarks", t.close_remarks as "closeRemarks", t.remark_message as code,
            t.revisit_remarks as "revisitRemarks", t.admin_remarks as "adminRemarks",
            c.center_name as "centerName", c.phone as "centerPhone",
            (select q.qr_id from partner_qrs q where q.center_id = c.id and q.kind = 'center'
              order by q.created_at limit 1) as "centerQrId",
            array(select p.id from ticket_pictures p where p.ticket_id = t.id order by p.id) as "pictureIds"
       from chain
       join tickets v on v.id = chain.id and v.revisit_of is not null and v.deleted_at is null
       join tickets t on t.id = v.revisit_of
       left join centers c on c.id = t.center_id
      where ${visibleTo(actor)}
        and exists (select from tickets t where t.id = v.id and ${visibleTo(actor)})
      order by v.created_at, v.id limit ${sql.lit(mostVisits)}`,
  );
  return reopenings.map((row) => reopeningFor(actor, row));
}

function reopeningFor(
  actor: Actor,
  { cancelledAt, code, revisitRemarks, adminRemarks, centerName, centerQrId, centerPhone, ...row }: ReopeningRow,
): Reopening {
  const { words, note, house } = readingOf(actor, { closedAt: row.closedAt, cancelledAt });
  return {
    ...row,
    oldRequirement: words(row.oldRequirement),
    technicianRemarks: words(row.technicianRemarks),
    closeRemarks: note(row.closeRemarks),
    code: code === "happy_code" || code === "unhappy_code" ? code : null,
    remark: words(revisitRemarks) ?? house(adminRemarks),
    center:
      centerName === null
        ? null
        : {
            name: note(centerName) ?? "",
            qrId: centerQrId,
            phone: may(actor, "seeContacts") && centerPhone ? centerPhone : maskStars(),
          },
  };
}
