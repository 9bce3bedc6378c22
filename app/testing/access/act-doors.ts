import type { Permission } from "#modules/kernel/actor.ts";
import { admin, byTicket, call, job, type Knock, mate, open, pending, read, ticketOf } from "./ask.ts";
import type { Tenant } from "./tenant.ts";

/** Every flag that leads to a request lets its holder see it (Q10). */
const seeing: readonly Permission[] = [
  "view_ticket.full_access",
  "view_pending_ticket",
  "view_closed_ticket",
  "view_center_ticket",
];

/** The request an offer was made for, and its center. */
const offered = {
  ticket: async (t: Tenant) => (await t.offered()).id,
  center: async (t: Tenant) => (await t.center()).id,
};

/** The requests to the calls for acts of operators on one request. */
export const actDoors: Record<string, Knock> = {
  "POST api/admin/change-ticket-technician": call("admin/change-ticket-technician", {
    ...admin,
    ids: { ticket: job, technician: mate },
    send: (ids) => ({ ...byTicket(ids), technician_obj_id: ids.technician }),
  }),
  "POST api/admin/close-ticket-by-admin #its center": call("admin/close-ticket-by-admin", {
    ...admin,
    ids: { ticket: job, center: async (t) => (await t.center()).id },
    send: (ids) => ({ ...byTicket(ids), amount: 100, center_id: ids.center }),
  }),
  "POST api/admin/get-center-for-ticket": call("admin/get-center-for-ticket", {
    ...admin,
    ...ticketOf(open),
    send: byTicket,
  }),
  "POST api/admin/update-ticket-pincode": call("admin/update-ticket-pincode", {
    ...admin,
    ...ticketOf(pending),
    send: (ids) => ({ ...byTicket(ids), address_details: { pincode: "999998" } }),
  }),
  "POST api/admin/update-specific-requirement": call("admin/update-specific-requirement", {
    ...admin,
    ...ticketOf(open),
    send: (ids) => ({ ...byTicket(ids), new_requirement: "Too loud" }),
  }),
  "POST api/admin/onboarding-team-remarks": call("admin/onboarding-team-remarks", {
    ...admin,
    ...ticketOf(open),
    send: (ids) => ({ ...byTicket(ids), onboarding_team_remarks: "Called", onboarding_team_name: "Somebody" }),
  }),
  "POST api/admin/add-broadcast-remarks-team": call("admin/add-broadcast-remarks-team", {
    ...admin,
    ids: offered,
    send: (ids) => ({ ...byTicket(ids), center_obj_id: ids.center, onboarding_technician_remarks: "Called" }),
  }),
  "DELETE api/admin/deleteTickets/{id}": call("admin/deleteTickets/{id}", {
    for: ["admin"],
    needs: ["delete_ticket"],
    ids: { id: pending },
  }),
  "POST api/admin/update-punch-ticket": call("admin/update-punch-ticket", {
    ...admin,
    ...ticketOf(open),
    send: (ids) => ({ ...byTicket(ids), ticket_status: "VERIFIED", punch_serialnumber: ids.ticket }),
  }),
  "GET api/admin/get-reopen-log/{id}": read("admin/get-reopen-log/{id}", {
    for: ["admin"],
    needs: seeing,
    ids: { id: job },
  }),
};
