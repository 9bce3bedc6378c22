import { drivesSql } from "../centers/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { row, rows } from "../kernel/db.server.ts";
import { denied, missing } from "../kernel/errors.ts";
import { firstName, maskStars } from "../kernel/mask.ts";
import { type Paise, toPaise, zero } from "../kernel/money.ts";
import { walletBalanceSql } from "../wallet/index.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import {
  type BroadcastStatus,
  broadcastLabel,
  displayedStatus,
  type TicketCreatedBy,
  type TicketStatus,
} from "./labels.ts";
import { hasStatus, matches } from "./ticket-filter.ts";
import { longOver } from "./track-access.ts";
import { binds } from "./visible.ts";

/** A count stops here: nobody reads on beyond "999+", and the page stays quick over years of tickets. */
export const countedUpTo = 1_000;
/** What stands at each page's menu is counted to "99+". */
export const offersCountedUpTo = 100;

export type CenterCounts = { offers: number; pending: number; withoutTechnician: number; closed: number };

const upTo = (from: string, most = countedUpTo) =>
  `(select count(*)::int from (select ${from} limit ${most}) as counted)`;
// The tickets are looked up one by one: joined, the planner may read all there are for the few that are offered.
const offersOf = `from broadcasts b where b.center_id = $1 and b.status in ('PENDING', 'RESERVED')
                  and (select t.deleted_at is null from tickets t where t.id = b.ticket_id)`;

type CenterFrame = { name: string; qrId: string | null; offers: number; drives: boolean; balancePaise: Paise };

/**
 * What stands around each page of a center's console: its name, its QR id, how many offers it has to answer, counted
 * up to a hundred, whether it is an e-rickshaw driver's, and what is in its wallet.
 */
export async function centerFrame(actor: Actor): Promise<CenterFrame> {
  if (actor.kind !== "center") throw denied();
  const frame = await row<Omit<CenterFrame, "balancePaise"> & { balance: string | null }>(
    `select c.center_name as name, ${upTo(offersOf, offersCountedUpTo)} as offers,
            (select q.qr_id from partner_qrs q where q.center_id = c.id and q.kind = 'center'
              order by q.status, q.created_at limit 1) as "qrId",
            ${drivesSql} as drives, ${walletBalanceSql("$1")} as balance
       from centers c where c.id = $1 and c.is_active <> 0`,
    [actor.centerId],
  );
  if (!frame) throw missing("center.notFound");
  const { balance, ...rest } = frame;
  return { ...rest, balancePaise: balance ? toPaise(balance) : zero };
}

/** What a center's home counts: offers to answer, open tickets, those without a technician, closed ones. */
export async function centerHome(actor: Actor): Promise<CenterCounts> {
  if (actor.kind !== "center") throw denied();
  const own = "from tickets t where t.center_id = $1 and t.deleted_at is null";
  const open = "t.status not in ('CLOSED', 'CANCEL')";
  const counts = await row<CenterCounts>(
    `select ${upTo(offersOf)} as offers,
            ${upTo(`${own} and ${open}`)} as pending,
            ${upTo(`${own} and ${open} and t.technician_id is null`)} as "withoutTechnician",
            ${upTo(`${own} and t.status = 'CLOSED'`)} as closed`,
    [actor.centerId],
  );
  return counts ?? { offers: 0, pending: 0, withoutTechnician: 0, closed: 0 };
}

/** A row of 'Ticket created by you, not assigned to you' (R144). */
export type CreatedTicket = {
  id: string;
  number: string;
  name: string;
  email: string | null;
  phone: string;
  createdByCenter: string;
  address: string;
  service: string;
  broadcastStatus: BroadcastStatus | null;
  broadcastLabel: string;
  status: TicketStatus;
  displayedStatus: string;
  assignedCenter: string | null;
  createdAt: Date;
};

type Found = Omit<CreatedTicket, "address" | "broadcastLabel" | "displayedStatus"> & {
  key: string;
  house: (string | null)[];
  town: (string | null)[];
  closedAt: Date | null;
  cancelledAt: Date | null;
  serviceAvailable: boolean;
  createdBy: TicketCreatedBy;
  isPaidByPublic: boolean;
  technicianId: string | null;
};

const pageSize = 25;

type CreatedQuery = {
  after?: string | undefined;
  take?: number;
  status?: string | undefined;
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/**
 * The tickets a center wrote down that are not its own: nobody's yet, or another center's (R144); narrowed as the list
 * of its own ones.
 */
export async function ticketsCreatedNotAssigned(
  actor: Actor,
  { after, take = pageSize, status, search, from, to }: CreatedQuery = {},
): Promise<{ rows: CreatedTicket[]; next: string | null }> {
  if (actor.kind !== "center") throw denied();
  const { params, bind } = binds(actor.centerId);
  const mark = readCursor(after);
  const older = mark ? `and (t.created_at, t.id) < (${bind(mark.at)}::timestamptz, ${bind(mark.id)}::uuid)` : "";
  const narrowed = [
    status && hasStatus(status, bind),
    search && matches(actor, search, bind),
    from && `t.created_at >= ${bind(from)}`,
    to && `t.created_at <= ${bind(to)}`,
  ].filter(Boolean);
  const also = narrowed.map((condition) => `and ${condition}`).join(" ");
  const found = await rows<Found>(
    `select t.id as key, t.public_id as id, t.ticket_id as number, t.name, t.email, t.phone,
            m.center_name as "createdByCenter", array[t.house_number, t.locality] as house,
            array[t.city, t.state, t.pincode] as town, t.closed_at as "closedAt", t.cancelled_at as "cancelledAt",
            s.service_name as service, t.broadcast_status as "broadcastStatus", t.status,
            a.center_name as "assignedCenter", t.created_at as "createdAt", t.service_available as "serviceAvailable",
            t.created_by as "createdBy", t.is_paid_by_public as "isPaidByPublic", t.technician_id as "technicianId"
       from tickets t
       join services s on s.id = t.service_id
       join centers m on m.id = t.created_by_center_id
       left join centers a on a.id = t.center_id
      where t.created_by_center_id = $1 and t.center_id is distinct from $1 and t.deleted_at is null ${older} ${also}
      order by t.created_at desc, t.id desc limit ${bind(take + 1)}`,
    params,
  );
  const last = found.length > take ? found[take - 1] : undefined;
  return {
    rows: found.slice(0, take).map(createdTicket),
    next: last ? cursorOf({ at: last.createdAt, id: last.key }) : null,
  };
}

/** What the center typed itself is hidden from it, too, 30 days after the end (fixed point 16). */
function createdTicket({ key: _, house, town, closedAt, cancelledAt, ...found }: Found): CreatedTicket {
  const { serviceAvailable, createdBy, isPaidByPublic, technicianId, ...ticket } = found;
  const masked = longOver({ closedAt, cancelledAt });
  return {
    ...ticket,
    ...(masked && { name: firstName(ticket.name), email: null, phone: maskStars() }),
    address: [...(masked ? [] : house), ...town].filter(Boolean).join(", "),
    broadcastLabel: broadcastLabel({
      serviceAvailable,
      broadcastStatus: ticket.broadcastStatus,
      createdBy,
      isPaidByPublic,
    }),
    displayedStatus: displayedStatus({ ...ticket, technicianId }),
  };
}
