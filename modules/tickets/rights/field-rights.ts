import { type Actor, type Audience, audienceOf } from "#modules/kernel/actor.ts";
import { DomainError, type FieldErrors } from "#modules/kernel/errors.ts";
import type { CreateRequest, UpdateRequest } from "../desk/input.ts";
import { byName, deskNames } from "../fields/texts.ts";
import type { AdminCloseTicket, CompleteJob } from "../work/input.ts";

/*
 * Who sets which field of a request by hand, on create, change, closing and upload: declared once (fixed points 16 and
 * 28). Forms omit what their reader may not set, verbs refuse it, an upload does not take it. A field of no
 * schema, such as the platform share, is never set by hand.
 */

/** What names the request or the form, not a field of it. */
type Frame = "ticketId" | "version" | "another" | "needsReference";

type Sent = CreateRequest & UpdateRequest & AdminCloseTicket & CompleteJob;

/** A field of the forms, an upload's partner code, the review of a punch, and the operators' internal notes. */
export type RequestField = Exclude<keyof Sent, Frame> | "qrId" | "punchStatus" | "teamRemarks";

const desks = ["house", "client"] as const;
const house = ["house"] as const;
const workers = ["house", "client", "center"] as const;
/** Who closes, on site too; a client closes at the stored price. */
const closers = ["house", "client", "center", "technician"] as const;
const pricers = ["house", "center", "technician"] as const;

const setBy: Record<RequestField, readonly Audience[]> = {
  serviceId: desks,
  ...byName(deskNames, () => desks),
  name: desks,
  phone: desks,
  pincode: desks,
  timePreference: desks,
  /** A client's is its own alone (`billOf`). */
  clientId: desks,
  clientReference: desks,
  dueAmount: house,
  markedPaid: house,
  ticketPrice: house,
  offerCode: house,
  /** Of a center or dealer, which then has the request. */
  qrId: house,
  centerId: house,
  closingPrice: house,
  adminRemarks: house,
  teamRemarks: house,
  punchStatus: house,
  amount: pricers,
  labour: pricers,
  material: pricers,
  revisitPrice: ["house", "center"],
  code: closers,
  closeRemarks: closers,
  technicianRemarks: closers,
  centerMessage: workers,
  takeTime: workers,
  dateOfPurchase: workers,
  overAllRating: workers,
  revisitRemarks: workers,
  paymentType: closers,
  /** Not of a client, who may be the one that owes it. */
  paymentReference: pricers,
  notYetPaid: pricers,
};

/** Every field that is declared. */
export const requestFieldRights: Readonly<Record<RequestField, readonly Audience[]>> = setBy;

/** Whether an actor's audience sets a field by hand. */
export const maySet = (actor: Actor, field: RequestField) =>
  actor.kind === "system" || setBy[field].includes(audienceOf(actor));

const isField = (name: string): name is RequestField => name in setBy;

/** Text as it is compared: an offer's code however its letters are written. */
const plain = (value: unknown) => (typeof value === "string" ? value.toUpperCase() : value);

/**
 * Refuse what an actor sent for fields it may not set, each field named, unless it is what is stored: a form sends all
 * it shows. Undefined is no change. `stored` is as the actor reads it.
 */
export function refuseUnset(
  actor: Actor,
  sent: Readonly<Record<string, unknown>>,
  stored: Partial<Record<RequestField, unknown>>,
): void {
  const wrong = Object.keys(sent).filter(
    (name) =>
      isField(name) &&
      sent[name] !== undefined &&
      !maySet(actor, name) &&
      plain(sent[name]) !== plain(stored[name] ?? null),
  );
  if (wrong.length > 0) throw notSettable(...wrong);
}

/** The refusal of fields an actor may not set. */
export const notSettable = (...fields: readonly string[]) =>
  new DomainError("denied", "ticket.fieldNotSettable", {
    fields: Object.fromEntries(fields.map((name) => [name, "ticket.fieldNotSettable"])) as FieldErrors,
  });
