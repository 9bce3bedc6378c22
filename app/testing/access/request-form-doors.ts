import { aPhone } from "#modules/testing/factories.ts";
import { admin, byTicket, call, type Ids, type Knock, pending, person, read, technician, ticketOf } from "./ask.ts";
import type { Tenant } from "./tenant.ts";
import { form, page } from "./web-ask.ts";

const adding = { for: ["admin"], needs: ["add_ticket"] } as const;
const editing = { for: ["admin"], needs: ["edit_ticket.full_access"] } as const;
const client = { ids: { client: async (t: Tenant) => (await t.client()).id } };

const jobFields = (t: Tenant) => ({
  serviceId: t.service.id,
  houseNumber: "12",
  locality: "MG Road",
  city: "Pune",
  requirement: "No cooling",
  "timePreference.type": "IMMEDIATELY",
  offerCode: "GHARSEVA2025",
});
const requestFields = ({ client = "" }: Ids, t: Tenant) => ({
  ...jobFields(t),
  name: "Sita Devi",
  phone: aPhone(),
  pincode: t.pincode,
  clientId: client,
});
const change = ({ ticket }: Ids, t: Tenant) => ({ ticketId: ticket!, ...jobFields(t) });
const known = (_: Ids, t: Tenant) => ({ phone: aPhone(), serviceId: t.service.id });

/** The requests to the operators' request form, its calls and the choices of its fields. */
export const requestFormDoors: Record<string, Knock> = {
  "POST api/center/public-ticket-by-superadmin": call("center/public-ticket-by-superadmin", {
    ...adding,
    ...client,
    send: ({ client }, t) => ({ ...person(t), authorized_client_id: client }),
  }),
  "POST api/admin/create-ticket": call("admin/create-ticket", {
    ...adding,
    ...client,
    send: ({ client }, t) => ({ ...person(t), authorized_client_id: client }),
  }),
  "POST api/client/create-ticket": call("client/create-ticket", {
    ...adding,
    ...client,
    send: ({ client }, t) => ({ ...person(t), authorized_client_id: client }),
  }),
  "POST api/admin/update-ticket": call("admin/update-ticket", {
    ...admin,
    ids: { ticket: pending, ...client.ids },
    send: (ids, t) => ({ ...byTicket(ids), ...person(t), authorized_client_id: ids.client }),
  }),
  "POST api/client/update-ticket": call("client/update-ticket", {
    ...admin,
    ids: { ticket: pending, ...client.ids },
    send: (ids, t) => ({ ...byTicket(ids), ...person(t), authorized_client_id: ids.client }),
  }),
  "GET api/admin/get-all-technician": read("admin/get-all-technician", {
    for: ["admin"],
    needs: ["view_technician_details.full_access"],
  }),
  "GET api/admin/get-all-technician #one": read("admin/get-all-technician", {
    for: ["admin"],
    needs: ["view_technician_details.full_access"],
    ids: { technician },
    send: ({ technician }) => ({ technician_obj_id: technician }),
  }),
  "GET /admin-ticket": page("/admin-ticket", adding),
  "GET /admin-ticket #edit": page("/admin-ticket", {
    ...editing,
    ...ticketOf(pending),
    with: ({ ticket }) => ({ edit: ticket! }),
  }),
  "POST /admin-ticket look": form("/admin-ticket", "look", { ...adding, with: known }),
  "POST /admin-ticket fill": form("/admin-ticket", "fill", { ...adding, with: known }),
  "POST /admin-ticket create": form("/admin-ticket", "create", { ...adding, ...client, with: requestFields }),
  "POST /admin-ticket update": form("/admin-ticket", "update", { ...editing, ...ticketOf(pending), with: change }),
  "GET /add-client-ticket": page("/add-client-ticket", adding),
  "POST /add-client-ticket create": form("/add-client-ticket", "create", { ...adding, ...client, with: requestFields }),
};
