import { randomUUID } from "node:crypto";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAdmin,
  aPhone,
  aPincode,
  aProof,
  aService,
  asAdmin,
  asCenter,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, aTimeChange, closeAs, notVisited } from "#modules/testing/work.ts";
import { acceptUnpaid, closeTicket, proposalForm, proposeWindows } from "#modules/tickets/index.ts";
import { AdminCloseTicket } from "#modules/tickets/shared.ts";
import { atDesk, type Scene, scene, tokenOf } from "./scene.ts";

/** A call about a request by an admin. */
const act =
  (make: () => Promise<{ body: object; changed: object }>) =>
  async (_till: unknown, call: string): Promise<Scene> =>
    scene(call, await make(), await atDesk());

const of = ({ publicId }: { publicId: string }) => ({ ticket_obj_id: publicId });

/** The fields both forms of a request send. */
const requestFields = ({ id }: { id: string }, pincode: string) => ({
  service_provided_for: id,
  specific_requirement: "Too loud",
  address_details: { house_number: "12", locality: "MG Road", city: "Pune", pincode },
  time_preference: { time_preference_type: "IMMEDIATELY" },
  offers_applied: { offer_code: "GHARSEVA2025" },
});

const aRequestInput = async () => {
  const service = await aService();
  const { pincode } = await aCenter({ services: [service] });
  const customer = { name: "Sita Devi", primary_phone: { country_code: "+91", mobile_number: aPhone() } };
  const body = { ...requestFields(service, pincode), personal_details: customer };
  return { body, changed: { specific_requirement: "No cooling" } };
};
/** A file of one request, whose end the call does not wait for: no worker runs here. */
const uploaded = async (_till: unknown, call: string): Promise<Scene> => {
  const { id } = await aClient();
  const csv = (name: string) => Buffer.from(`Customer name\n${name}\n`).toString("base64");
  const file = (name: string) => ({ field: "ticketsCsvFile", name: "requests.csv", base64: csv(name) });
  return scene(call, { body: { clientId: id, wait: "0" }, file: file("Sita"), other: file("Gita") }, await atDesk());
};

const created = act(aRequestInput);

/** A request of a client by one of its admins; the stranger is another client's who may not add any. */
const createdByClient = async (_till: unknown, call: string): Promise<Scene> => {
  const admin = await anAdmin({
    permissions: ["add_ticket"],
    adminRole: "CLIENT",
    clientId: (await aClient()).id,
  });
  const other = await anAdmin({ permissions: [], adminRole: "CLIENT", clientId: (await aClient()).id });
  return scene(call, await aRequestInput(), {
    as: await tokenOf("admin", admin),
    stranger: await tokenOf("admin", other),
  });
};

/** The same who changes one; the stranger may change none. */
const updatedByClient = async (_till: unknown, call: string): Promise<Scene> => {
  const client = await aClient();
  const service = await aService();
  const ticket = await aTicket({ clientId: client.id, serviceId: service.id });
  const ofClient = { adminRole: "CLIENT", clientId: client.id } as const;
  const admin = await anAdmin({ permissions: ["edit_ticket.full_access"], ...ofClient });
  const other = await anAdmin({ permissions: [], ...ofClient });
  const body = { ...of(ticket), ...requestFields(service, ticket.pincode) };
  return scene(
    call,
    { body, changed: { specific_requirement: "No cooling" } },
    { as: await tokenOf("admin", admin), stranger: await tokenOf("admin", other) },
  );
};

/** An offer of a center, and the free windows it can propose for it. */
async function anOfferWithTimes() {
  const center = await aCenter();
  const { broadcasts } = await aBroadcastTicket([center, await aCenter()]);
  const broadcastId = broadcasts[0]!.id;
  const { days } = await proposalForm(asCenter(center), broadcastId);
  return { center, broadcastId, times: days.flatMap(({ windows }) => windows.map(({ from }) => from.toISOString())) };
}

/** What operators do with one request, ready to be sent. */
const updatingUser = act(async () => ({
  body: { ...(await aUser()), user_obj_id: (await anAdmin({ permissions: [] })).id, password: "" },
  changed: { phone_number: aPhone() },
}));

export const actScenes = {
  "PUT center/tickets/{id}/still-needed": async (_till: unknown, call: string): Promise<Scene> => {
    const { center, ticket } = await aJob();
    await closeAs(center, ticket, { closeRemarks: notVisited });
    const body = { answer: "yes", proof: await aProof({ phone: ticket.phone }) };
    const { sent, changed, stranger } = scene(call.replace("{id}", ticket.publicId), {
      body,
      changed: { answer: "no" },
    });
    return { sent, changed, stranger: { ...stranger, body: { answer: "yes" } } };
  },
  "PUT center/tickets/{id}/outcome": async (_till: unknown, call: string): Promise<Scene> => {
    const { ticket } = await aClosedJob();
    const says = { came: "yes", done: "yes", paid: 500 };
    const body = { ...says, proof: await aProof({ phone: ticket.phone }) };
    const { sent, changed, stranger } = scene(call.replace("{id}", ticket.publicId), { body, changed: { done: "no" } });
    return { sent, changed, stranger: { ...stranger, body: says } };
  },
  "PUT center/tickets/{id}/hand-back": async (_till: unknown, call: string): Promise<Scene> => {
    const center = await aCenter();
    const { ticket, broadcasts } = await aBroadcastTicket([center, await aCenter()]);
    await acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id });
    const callers = { as: await tokenOf("center", center), stranger: await tokenOf("center", await aCenter()) };
    const body = { reason: "too_far" };
    return scene(call.replace("{id}", ticket.publicId), { body, changed: { reason: "no_parts" } }, callers);
  },
  "PUT center/tickets/{id}/time-change": async (_till: unknown, call: string): Promise<Scene> => {
    const center = await aCenter();
    const { ticket } = await aJob({}, center);
    await aTimeChange(ticket);
    const callers = { as: await tokenOf("center", center), stranger: await tokenOf("center", await aCenter()) };
    return scene(
      call.replace("{id}", ticket.publicId),
      { body: { answer: "refuse" }, changed: { answer: "agree" } },
      callers,
    );
  },
  "POST center/propose-windows": async (_till: unknown, call: string): Promise<Scene> => {
    const { center, broadcastId, times } = await anOfferWithTimes();
    const callers = { as: await tokenOf("center", center), stranger: await tokenOf("center", await aCenter()) };
    const body = { broadcast_obj_id: broadcastId, windows: times.slice(0, 1) };
    return scene(call, { body, changed: { windows: times.slice(1, 2) } }, callers);
  },
  "POST center/withdraw-windows": async (_till: unknown, call: string): Promise<Scene> => {
    const { center, broadcastId, times } = await anOfferWithTimes();
    await proposeWindows(asCenter(center), { broadcastId, windows: [new Date(times[0]!)] });
    const callers = { as: await tokenOf("center", center), stranger: await tokenOf("center", await aCenter()) };
    const another = await anOfferWithTimes();
    const body = { broadcast_obj_id: broadcastId };
    return scene(call, { body, changed: { broadcast_obj_id: another.broadcastId } }, callers);
  },
  "PUT center/tickets/{id}/paid": async (_till: unknown, call: string): Promise<Scene> => {
    const { center, ticket } = await aJob();
    const unpaid = { amount: 500, closeRemarks: "Done", notYetPaid: true };
    await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, ...unpaid }));
    const callers = { as: await tokenOf("center", center), stranger: await tokenOf("center", await aCenter()) };
    const body = { payment_reference: "412345678901" };
    const changed = { payment_reference: "412345678902" };
    return scene(call.replace("{id}", ticket.publicId), { body, changed }, callers);
  },
  "POST admin/upload-csv-for-ticket": uploaded,
  "POST ticket/createBulkTickets": uploaded,
  "POST center/public-ticket-by-superadmin": created,
  "POST admin/create-ticket": created,
  "POST client/create-ticket": createdByClient,
  "POST client/update-ticket": updatedByClient,
  "POST admin/update-ticket": act(async () => {
    const service = await aService();
    const ticket = await aTicket({ serviceId: service.id });
    const body = { ...of(ticket), ...requestFields(service, ticket.pincode) };
    return { body, changed: { specific_requirement: "No cooling" } };
  }),
  "POST admin/change-ticket-technician": act(async () => {
    const { ticket } = await aJob();
    const body = { ...of(ticket), technician_obj_id: (await aTechnician()).id };
    return { body, changed: { technician_obj_id: (await aTechnician()).id } };
  }),
  "POST admin/update-ticket-pincode": act(async () => {
    const service = await aService();
    const { pincode } = await aCenter({ services: [service] });
    const ticket = await aTicket({ serviceId: service.id });
    return {
      body: { ...of(ticket), address_details: { pincode } },
      changed: { address_details: { pincode: aPincode() } },
    };
  }),
  "POST admin/update-specific-requirement": act(async () => ({
    body: { ...of(await aTicket()), new_requirement: "Too loud" },
    changed: { new_requirement: "No cooling" },
  })),
  "POST admin/onboarding-team-remarks": act(async () => ({
    body: { ...of(await aTicket()), onboarding_team_remarks: "Called" },
    changed: { onboarding_team_remarks: "Called again" },
  })),
  "POST admin/add-broadcast-remarks-team": act(async () => {
    const center = await aCenter();
    const { ticket } = await aBroadcastTicket([center]);
    const body = { ...of(ticket), center_obj_id: center.id, onboarding_technician_remarks: "Called" };
    return { body, changed: { onboarding_technician_remarks: "Called again" } };
  }),
  "DELETE admin/deleteTickets/{id}": async (_till: unknown, call: string) =>
    scene(call.replace("{id}", (await aTicket()).publicId), {}, await atDesk()),
  "POST admin/update-punch-ticket": act(async () => ({
    body: { ...of(await aTicket()), ticket_status: "VERIFIED", punch_serialnumber: randomUUID() },
    changed: { ticket_status: "ON HOLD", admin_remarks: "Blurred" },
  })),
  "POST admin/add-role": act(async () => ({
    body: { role_name: `Role ${randomUUID()}`, permissions: { add_ticket: true } },
    changed: { permissions: { "view_role.full_access": true } },
  })),
  "PUT admin/update-role": act(async () => ({
    body: { role_obj_id: await aRole(), role_name: `Role ${randomUUID()}`, "permissions.add_ticket": true },
    changed: { "permissions.add_ticket": false },
  })),
  "POST admin/create-user": act(async () => ({ body: await aUser(), changed: { phone_number: aPhone() } })),
  "PUT admin/update-user": updatingUser,
  "POST admin/update-user": updatingUser,
  "POST admin/remove-user": act(async () => ({
    body: { user_object_id: (await anAdmin({ permissions: [] })).id },
    changed: { user_object_id: (await anAdmin({ permissions: [] })).id },
  })),
  "PUT admin/update-user-status": act(async () => ({
    body: { admin_user_id: (await anAdmin({ permissions: [] })).id, is_active: 0 },
    changed: { is_active: 1 },
  })),
};

const aRole = async () => (await anAdmin({ permissions: ["view_banner"] })).roleId;

const aUser = async () => ({
  user_name: `user ${randomUUID()}`,
  password: "Demo@2026",
  country_code: "+91",
  phone_number: aPhone(),
  role_id: await aRole(),
});
