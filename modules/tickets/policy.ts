import { sql } from "kysely";
import { type Actor, can, isClient, isSuperAdmin, type Permission, policyOf } from "#modules/kernel/actor.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { hasBill } from "./labels.ts";
import { awaitsPayment } from "./prices/payment.ts";
import { maySet } from "./rights/field-rights.ts";
import { hasBegun, hasEnded, isLive, isSettled } from "./states/states.ts";
import type { Ticket } from "./ticket.entity.ts";

/** Who may see which tickets and do what with them. What each may read of one is in reading.ts. */

/**
 * The tickets an actor may see, as a SQL condition over `tickets t`; every read and every action starts here. A center
 * sees what it owns and what it created; offers have their own masked fields (`listBroadcasts`).
 */
export function visibleTo(actor: Actor): Sql {
  return sql`t.deleted_at is null and ${ofActor(actor)}`;
}

/** The tickets an actor may see, with those that are deleted: for undoing a deletion. */
export const visibleEvenDeleted = (actor: Actor): Sql => ofActor(actor);

/** The permissions for requests; each lets its holder see a request whole (Q10). */
const viewing: readonly Permission[] = [
  "view_ticket.full_access",
  "view_pending_ticket",
  "view_closed_ticket",
  "view_center_ticket",
];

function ofActor(actor: Actor): Sql {
  switch (actor.kind) {
    case "system":
      return sql`true`;
    case "admin":
      return isClient(actor) ? sql`t.client_id = ${actor.clientId ?? null}::uuid` : sql`true`;
    case "center": {
      const center = actor.centerId;
      return sql`(t.center_id = ${center}::uuid or t.created_by_center_id = ${center}::uuid)`;
    }
    case "technician":
      return sql`t.technician_id = ${actor.technicianId}::uuid`;
    case "anyone":
      return sql`t.phone = any(${[...actor.phones]}::text[])`;
    case "onboarder":
      return sql`false`;
  }
}

type Held = Pick<Ticket, "createdBy" | "status" | "isPaidByPublic" | "serviceAvailable"> & {
  isPaidByTechnician: boolean | null;
  createdByCenterId?: string | null | undefined;
  centerId?: string | null | undefined;
  revisitOf?: string | null | undefined;
  technicianId?: string | null | undefined;
  vehicleId?: string | null | undefined;
  broadcastStatus?: string | null | undefined;
  onTheWayAt?: Date | string | null | undefined;
  /** Whether its customer waits for an answer about another time; a list row of another audience does not say. */
  timeChangeOpen?: boolean | undefined;
  startedAt?: Date | string | null | undefined;
  startProvedAt?: Date | string | null | undefined;
  closeRemarks?: string | null;
  /** In paise; as text where the driver returns it so. */
  closingPrice?: string | number | null;
  paymentType?: string | null;
  paidAt?: Date | string | null | undefined;
};

/**
 * Whether a center may delete a ticket, by the ticket's own row (fixed point 4): the center created it, no
 * other center holds it, it is PENDING and nobody has paid. A revisit belongs to its customer, whoever created the
 * first visit.
 */
export const deletableBy = (centerId: string, ticket: Held) =>
  ticket.createdBy === "CENTER" &&
  ticket.createdByCenterId === centerId &&
  (ticket.centerId == null || ticket.centerId === centerId) &&
  ticket.revisitOf == null &&
  ticket.status === "PENDING" &&
  !ticket.isPaidByPublic &&
  !ticket.isPaidByTechnician;

const edit = "edit_ticket.full_access";
const open = "view_ticket.full_access";

/** What is between the operator and its centers: for who edits requests and is no client's admin. */
const editForHouse = (actor: Actor) => (can(actor, edit) ? !isClient(actor) : edit);

export const { may, needMay } = policyOf({
  /** A request whole, with its reopen log and its pictures (R026, R325, Q10). */
  seeRequests: (actor) => viewing.some((flag) => can(actor, flag)),
  /** The requests of one center as a list. */
  seeRequestsOfCenter: (actor) => actor.kind !== "admin" || can(actor, "view_center_ticket") || open,
  /** The page of a request or ride, and the customer on its papers. */
  openRequests: open,
  seeRidesOfCustomers: (actor) => !(actor.kind === "admin" && actor.clientId) && open,
  /** Phones, and phones and e-mail addresses in names and remarks (Q16). */
  seeContacts: isSuperAdmin,
  /**
   * A request by its customer's whole number (fixed point 16): an admin who works on requests may know which one a caller
   * means, though lists show stars.
   */
  findByPhone: edit,
  addRequests: "add_ticket",
  editRequests: edit,
  /** The work of its center and technician, or of an admin in their place. */
  workOnRequests: (actor) => (actor.kind === "admin" ? edit : actor.kind !== "anyone" && actor.kind !== "onboarder"),
  /** A center that only created a ticket may read it, but not work on it or see another center's numbers. */
  workOn: (actor, { centerId }: Pick<Held, "centerId">) => actor.kind !== "center" || centerId === actor.centerId,
  /** A center those it created (fixed point 4), by `deletableBy`. */
  deleteRequests: (actor) => actor.kind === "center" || "delete_ticket",
  /** Sends the technician of a request the link to the visit. */
  sendLinks: (actor) => actor.kind === "center" || editForHouse(actor),
  revealPartners: editForHouse,
  offerWaiting: editForHouse,
  /** What a request's customer may do, on the customer's word. */
  actForCustomers: editForHouse,
  /** What the center that has a request does, in its name: hands it back, answers the customer who wants another time. */
  actForCenters: editForHouse,
  /** An offer in its center's place. */
  answerOffers: (actor) => can(actor, edit) && !isClient(actor),
  decideFees: "adjust_wallet",
  /** The cases about closed requests; the house's alone. */
  seeCases: editForHouse,
  /** Takes down an appeal against the decision of a case. */
  appealCases: editForHouse,
  decideCases: (actor) => !isClient(actor) && "adjust_wallet",
  /** Proposes another version of the visit rules. */
  proposeVisitRules: isSuperAdmin,
  /** Reads the versions of the visit rules and decides about one that another admin proposed; the house's alone. */
  decideVisitRules: (actor) => !isClient(actor) && "adjust_wallet",
  /** The papers and bills of all; a center sees its own. */
  seeAllPapers: (actor) => !isClient(actor) && "view_Wallet",
  haveInvoice,
});

/** A text as an actor reads it: without phone numbers and addresses of mail, for who may not see those. */
export const readableBy = (actor: Actor, text: string | null): string | null =>
  text && !may(actor, "seeContacts") ? withoutContacts(text) : text;

/**
 * Whether an actor may have the stored invoice of a ticket (fixed point 10): the center at work, an admin who may view
 * requests (a client's only its own), a browser that proved the phone. A holder of only the link needs a proof.
 */
function haveInvoice(actor: Actor, ticket: Pick<Ticket, "centerId" | "clientId" | "phone">): boolean {
  switch (actor.kind) {
    case "system":
      return true;
    case "center":
      return ticket.centerId === actor.centerId;
    case "admin":
      return (!isClient(actor) || ticket.clientId === actor.clientId) && can(actor, open);
    case "anyone":
      return actor.phones.includes(ticket.phone);
    default:
      return false;
  }
}

/**
 * What a customer may do with an own request: cancel it until the work has begun; change the time and correct the place of
 * a visit, which a ride has not, until the technician has set out; write a note while it is open. Once nobody came in the
 * promised time (`missed`), time and place can be changed whoever set out; `customerMayNow` finds that out.
 */
export function customerMay(ticket: CustomerHeld, { missed = false }: { missed?: boolean } = {}) {
  const begun = hasBegun(ticket);
  const changeable = !begun && (ticket.onTheWayAt == null || missed) && ticket.vehicleId == null;
  const live = isLive(ticket);
  const ended = hasEnded(ticket);
  return {
    cancel: live && !begun,
    changeTime: live && changeable && ticket.serviceAvailable,
    correct: !ended && changeable,
    note: !ended,
  };
}

type CustomerHeld = Pick<Ticket, "status" | "startProvedAt" | "onTheWayAt" | "vehicleId" | "serviceAvailable">;

/**
 * The actions an actor may take on a ticket it sees (R142, R143, R236, R241, R244, fixed point 4); each action checks
 * again.
 */
export function mayOf(actor: Actor, ticket: Held) {
  const byAdmin = actor.kind === "admin";
  const inCharge = may(actor, "workOn", ticket) && (!byAdmin || can(actor, edit));
  const asCenter = actor.kind === "center" || (byAdmin && Boolean(ticket.centerId) && may(actor, "actForCenters"));
  const live = isLive(ticket);
  const ended = hasEnded(ticket);
  const closed = ticket.status === "CLOSED";
  const closing = { closeRemarks: ticket.closeRemarks ?? null, closingPricePaise: Number(ticket.closingPrice ?? 0) };
  return {
    /** A client chooses among the technicians of the center that has its request. */
    assign:
      inCharge && !ended && !ticket.technicianId && (!byAdmin || maySet(actor, "centerId") || Boolean(ticket.centerId)),
    change: inCharge && !ended && Boolean(ticket.technicianId),
    /** R243, R256: an admin only where a center serves. */
    close:
      inCharge &&
      live &&
      maySet(actor, "amount") &&
      Boolean(ticket.technicianId) &&
      (!byAdmin || (ticket.serviceAvailable && Boolean(ticket.centerId))),
    /** Of a whole ticket that was closed as not yet paid; a list row does not say. */
    recordPayment:
      inCharge &&
      actor.kind !== "technician" &&
      maySet(actor, "paymentReference") &&
      awaitsPayment({ ...ticket, ...closing }),
    remark: inCharge && ticket.status !== "CLOSED",
    picture: inCharge && !ended && Boolean(ticket.technicianId),
    /** The center records that its technician has set out. */
    onTheWay:
      actor.kind === "center" &&
      inCharge &&
      live &&
      Boolean(ticket.technicianId) &&
      !ticket.onTheWayAt &&
      !hasBegun(ticket),
    /** The center sends its technician the link to the visit again. */
    sendLink: actor.kind === "center" && inCharge && !ended && Boolean(ticket.technicianId),
    /** A center says that the visit began by the customer's code, an admin without it. */
    start:
      (actor.kind === "center" || byAdmin) &&
      inCharge &&
      live &&
      Boolean(ticket.technicianId) &&
      !ticket.vehicleId &&
      !hasBegun(ticket),
    /** Whoever serves it may say that nobody opens the door. */
    nobody:
      (actor.kind === "center" || actor.kind === "technician") &&
      inCharge &&
      live &&
      Boolean(ticket.technicianId) &&
      !ticket.vehicleId &&
      !hasBegun(ticket),
    /** R236, Q111: an admin who may add requests. */
    rebook: closed && (byAdmin ? can(actor, "add_ticket") : inCharge),
    /** As `haveInvoice`, for an actor who sees the ticket. */
    invoice: closed && hasBill(closing) && (byAdmin ? can(actor, open) : inCharge),
    /** R241, R244: for an admin while no technician is assigned; a fee that is due must be paid first. */
    broadcast:
      byAdmin &&
      inCharge &&
      ticket.status === "PENDING" &&
      !ticket.technicianId &&
      (Boolean(ticket.broadcastStatus) || !ticket.serviceAvailable),
    /** Fixed point 2: before a start, what its center accepted. */
    handBack:
      asCenter &&
      inCharge &&
      ticket.status === "ACCEPTED" &&
      ticket.broadcastStatus === "accepted after broadcast" &&
      !ticket.startedAt,
    /** Answers the customer who wants another time. */
    answerTime: asCenter && inCharge && live && ticket.timeChangeOpen === true,
    delete: actor.kind === "center" ? deletableBy(actor.centerId, ticket) : byAdmin && can(actor, "delete_ticket"),
    cancel: byAdmin && inCharge && live,
    /** Whether the pincode can be edited; a center that is just paying is found out by the act. */
    pincode: byAdmin && inCharge && ticket.status === "PENDING" && !ticket.centerId,
    requirement: byAdmin && inCharge && !ended,
    /** Q79: also when it is closed. */
    teamRemarks: byAdmin && inCharge && maySet(actor, "teamRemarks"),
    punch: byAdmin && inCharge && maySet(actor, "punchStatus") && !isSettled(ticket),
  };
}
