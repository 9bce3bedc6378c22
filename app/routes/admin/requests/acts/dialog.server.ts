import type { ShownTerms } from "#app/parts/visits/cancel-rules.tsx";
import { activeServices } from "#modules/catalog/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import {
  type CenterForTicket,
  centersForTicket,
  type HandBackTerms,
  handBackTerms,
  may,
  type NobodyCameView,
  nobodyCameView,
  ownCancelTerms,
  type TicketDetail,
  type TimesToAgree,
  ticketDetail,
  timesToAgree,
} from "#modules/tickets/index.ts";
import { firstBookableDay } from "#modules/tickets/shared.ts";
import { actsOf } from "./acts-of.server.ts";

/**
 * The acts that have a dialog: what `?act=` may name on a page that shows `RequestDialog`. `closed` says how a closing
 * went (Q78).
 */
export const actNames = [
  "assign",
  "reassign",
  "close",
  "closed",
  "recordPayment",
  "broadcast",
  "rebook",
  "revisit",
  "remarks",
  "cancel",
  "delete",
  "pincode",
  "requirement",
  "start",
  "agreeTime",
  "answerTime",
  "handBack",
  "nobodyCame",
  "cancelForCustomer",
  "reveal",
  "revealCenter",
  "revealTechnician",
] as const;
export type DialogAct = (typeof actNames)[number];

/** What the dialog of an act shows. */
export type RequestDialogData = {
  act: DialogAct;
  /** Null when it is not there any more, or not for this admin: the dialog says so and the page behind it stays. */
  ticket: TicketDetail | null;
  /** Whether it can be done with the request as it is now. */
  open: boolean;
  centers: CenterForTicket[];
  /** The first day a visit can be asked for. */
  firstDay: string;
  /** Whether the service is still offered. */
  serviceOpen: boolean;
  /** The center the address names, which the dialog is about. */
  centerId: string | null;
  /** What a cancellation by its customer costs now. */
  terms: ShownTerms | null;
  /** What its customer may choose because nobody came. */
  missed: NobodyCameView | null;
  /** The free times of its center. */
  times: TimesToAgree | null;
  /** What handing it back would cost its center now. */
  handBack: HandBackTerms | null;
};

/** A dialog whose request is there, as its forms are given it. */
export type OpenDialog = RequestDialogData & { ticket: TicketDetail; closeTo: string };

/** The dialog that an address names by `?act=close&of={public id}`, of a center `&center={id}`; null if it names none. */
export async function requestDialog(
  admin: ActorOf<"admin">,
  { act: named, of, center }: { act?: string | undefined; of?: string | undefined; center?: string | undefined },
): Promise<RequestDialogData | null> {
  const act = actNames.find((name) => name === named);
  if (!act || !of) return null;
  const ticket = await ticketIfAny(admin, of);
  const open = ticket !== null && isOpen(admin, act, ticket);
  return {
    act,
    ticket,
    open,
    centers: open && (act === "assign" || act === "reassign") ? await centersForTicket(admin, { ticketId: of }) : [],
    firstDay: firstBookableDay(),
    serviceOpen: act !== "rebook" || (await activeServices()).some(({ id }) => id === ticket?.service.id),
    centerId: center ?? null,
    terms: ticket && open && act === "cancelForCustomer" ? await termsOf(admin, ticket) : null,
    missed: open && act === "nobodyCame" ? await nobodyCameView(admin, of) : null,
    times: open && act === "agreeTime" ? await timesToAgree(admin, of) : null,
    handBack: open && act === "handBack" ? await handBackTerms(admin, { ticketId: of }) : null,
  };
}

async function termsOf(admin: ActorOf<"admin">, { id, vehicleId }: TicketDetail): Promise<ShownTerms | null> {
  const terms = await ownCancelTerms(admin, id);
  return terms && { ...terms, at: now(), pickDrop: vehicleId !== null };
}

function isOpen(admin: ActorOf<"admin">, act: DialogAct, ticket: TicketDetail) {
  if (act === "closed") return true;
  if (act === "reveal") return may(admin, "editRequests");
  if (act === "revealCenter" || act === "revealTechnician") return may(admin, "revealPartners");
  return actsOf(admin, ticket).offered.some((each) => each.act === act && !each.off);
}

async function ticketIfAny(admin: ActorOf<"admin">, ticketId: string) {
  try {
    return await ticketDetail(admin, ticketId);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}
