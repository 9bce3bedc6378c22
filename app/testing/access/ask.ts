import type { Permission } from "#modules/kernel/actor.ts";
import { aPhone } from "#modules/testing/factories.ts";
import type { SessionKind } from "./callers.ts";
import type { Tenant } from "./tenant.ts";

/*
 * How each door is called in the access tests: with which address, fields and ids. A line of the access matrix is named
 * by method and pattern, then an intent of a page's action, and `#…` where one door is called in several ways.
 */

export type Ask = {
  /** The path and query. */
  to: string;
  json?: object;
  form?: Record<string, string>;
  /** For multipart forms: the field of the one file. */
  file?: string;
};

export type Ids = Record<string, string>;

export type Knock = {
  /** The kinds of session the door is for; expired and ended sessions use the first kind. */
  for: readonly SessionKind[];
  /** The permissions the specification asks of an admin. */
  needs?: readonly Permission[];
  /** Ids of a tenant's rows that are sent. */
  ids?: Record<string, (tenant: Tenant) => Promise<string>>;
  ask: (ids: Ids, tenant: Tenant) => Ask;
};

export const anybody: readonly SessionKind[] = ["center", "admin", "onboarder", "technician"];
export const now = { time_preference: { time_preference_type: "IMMEDIATELY" } };
export const edit: readonly Permission[] = ["edit_ticket.full_access"];

export const job = async (t: Tenant) => (await t.job()).id;
export const open = async (t: Tenant) => (await t.open()).publicId;
export const pending = async (t: Tenant) => (await t.pending()).publicId;
export const closed = async (t: Tenant) => (await t.closed()).id;
export const unvisited = async (t: Tenant) => (await t.unvisited()).id;
export const due = async (t: Tenant) => (await t.due()).id;
export const technician = async (t: Tenant) => (await t.technician()).id;
export const mate = async (t: Tenant) => (await t.mate()).id;
export const paper = async (t: Tenant) => (await t.paper()).id;
/** Every picture a technician is saved with. */
export const pictures = {
  paper,
  front: async (t: Tenant) => (await t.front()).id,
  back: async (t: Tenant) => (await t.back()).id,
  face: async (t: Tenant) => (await t.face()).id,
  certificate: async (t: Tenant) => (await t.certificate()).id,
};
/** The token of the links to the feedback form and to the question what happened. */
export const feedback = async (t: Tenant) => (await t.closed()).feedback;
export const reserved = async (t: Tenant) => (await t.reserved()).broadcast;

export const mobile = (phone = aPhone()) => ({ country_code: "+91", mobile_number: phone });
export const person = (t: Tenant) => ({
  service_provided_for: t.service.id,
  specific_requirement: "No cooling",
  personal_details: { name: "Sita Devi", primary_phone: mobile() },
  address_details: { house_number: "12", locality: "MG Road", city: "Pune", state: "Maharashtra", pincode: t.pincode },
  ...now,
  offers_applied: { offer_code: "GHARSEVA2025" },
});
export const shop = (t: Tenant) => ({
  center_name: "New Shop",
  personal_details: { phone: mobile() },
  primary_services: t.service.id,
  secondary_services: [t.service.id],
  address_details: { state: "Karnataka", pincode: t.pincode, additional_pincode: t.pincode },
});
export const worker = (t: Tenant, { paper, front, back, face, certificate }: Ids) => ({
  personal_details: {
    name: "New Worker",
    phone: mobile(),
    profile_picture: face,
    company_worked_with: certificate,
  },
  address_details_permanent: { address_line: "1", city: "Pune", state: "Maharashtra" },
  service_area_main_pincode: "411001",
  engagement_type: "SALARIED",
  services: { primary_services: t.service.id },
  document_details: {
    pan_card_document: paper,
    aadhar_card_document: { front_side: front, back_side: back },
  },
});
export const closing = { amount: 0, remarks: { close_ticket_remarks: "Not Visited - Can't Deliver Service" } };
export const callback = (order: string) => ({
  razorpay_order_id: order,
  razorpay_payment_id: "pay_forged",
  razorpay_signature: "0".repeat(64),
});
export const stars = { feedBackResponse: [9, 8, 9, 7, 10].map((answer) => ({ answer })) };

type Sending = Omit<Knock, "ask"> & { send?: (ids: Ids, tenant: Tenant) => object };

const addressOf = (path: string, ids: Ids) =>
  `/api/${path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)}`;

/** A call of the API with a JSON body. */
export const call = (path: string, what: Sending): Knock => ({
  ...what,
  ask: (ids, tenant) => ({ to: addressOf(path, ids), json: what.send?.(ids, tenant) ?? {} }),
});

/** A call of the API with its input in the query. */
export const read = (path: string, what: Sending): Knock => ({
  ...what,
  ask: (ids, tenant) => {
    const query = new URLSearchParams(what.send?.(ids, tenant) as Record<string, string>);
    return { to: `${addressOf(path, ids)}?${query}` };
  },
});
export const ticketOf = (ticket: (t: Tenant) => Promise<string>) => ({ ids: { ticket } });
export const byTicket = ({ ticket }: Ids) => ({ ticket_obj_id: ticket });

export const center = { for: ["center"] } as const;
export const admin = { for: ["admin"], needs: edit } as const;
export const noSession = { for: anybody } as const;
