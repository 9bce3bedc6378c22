import { expect, test } from "vitest";
import "#modules/testing/database.ts";
import { openSession } from "#modules/access/index.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  anAddress,
  aService,
  aTechnician,
} from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

/*
 * Object swap (H13): a center that knows the ids of another one's rows gets nothing by them, and none of their words.
 * Ids are not secrets; who asks decides.
 */

const canary = "Canary Customer";
const canaryPhone = "9123456780";

async function stage() {
  const service = await aService();
  const [own, other] = [await aCenter({ services: [service] }), await aCenter({ services: [service] })];
  const technician = await aTechnician({ center: other, name: "Canary Technician" });
  const ownTechnician = await aTechnician({ center: own });
  const ticket = await anAcceptedTicket(other, {
    serviceId: service.id,
    name: canary,
    phone: canaryPhone,
    technicianId: technician.id,
    createdBy: "CENTER",
    createdByCenterId: other.id,
  });
  const { broadcasts } = await aBroadcastTicket([other], { serviceId: service.id, name: canary, phone: canaryPhone });
  const token = async (kind: "center" | "technician", id: string) =>
    (await openSession({ kind, subjectId: id, via: "token", address: "127.0.0.1" })).token;
  return {
    other,
    technician,
    ownTechnician,
    ticket,
    broadcastId: broadcasts[0]!.id,
    center: await token("center", own.id),
    stranger: await token("technician", ownTechnician.id),
  };
}

async function ask(method: string, path: string, token: string, body?: object) {
  const answer = await serve({
    request: new Request(`http://localhost/api/${path}`, {
      method,
      headers: { "content-type": "application/json", "access-token": token },
      ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    }),
    params: {},
    context: { address: anAddress(), requestId: "swap" },
  });
  return { status: answer.status, text: await answer.text() };
}

test("a foreign ticket, technician or offer does not exist for a center or a technician", async () => {
  const { other, technician, ownTechnician, ticket, broadcastId, center, stranger } = await stage();
  const ticketRef = { ticket_obj_id: ticket.publicId };
  const offer = { broadcast_obj_id: broadcastId };
  const closing = {
    ...ticketRef,
    amount: 100,
    code: "1234",
    remarks: { close_ticket_remarks: "Not Visited - Can't Deliver Service" },
  };
  const again = { ...ticketRef, time_preference: { time_preference_type: "IMMEDIATELY" } };
  const technicianFields = {
    technician_obj_id: technician.id,
    personal_details: { name: "Mine now", phone: { mobile_number: "9876500001" } },
    address_details_permanent: { address_line: "1", city: "Pune", state: "Maharashtra" },
    service_area_main_pincode: "411001",
    engagement_type: "SALARIED",
    services: { primary_services: ticket.serviceId },
  };
  const swaps: [string, string, string, object?][] = [
    ["GET", `center/get-single-ticket?ticket_obj_id=${ticket.publicId}`, center],
    ["GET", `center/get-single-ticket?ticket_obj_id=${ticket.publicId}`, stranger],
    ["GET", `center/get-all-center-ticket/${other.id}`, center],
    ["GET", `center/get-all-technician?technician_obj_id=${technician.id}`, center],
    ["POST", "center/update-technician", center, technicianFields],
    ["DELETE", `center/deleteTechnician/${technician.id}`, center],
    ["DELETE", `center/deleteTickets/${ticket.publicId}`, center],
    ["POST", "center/close-ticket", center, closing],
    ["POST", "center/assigning-ticket-technician", center, { ...ticketRef, technician_obj_id: ownTechnician.id }],
    ["POST", "center/change-ticket-technician", center, { ...ticketRef, technician_obj_id: technician.id }],
    ["POST", "center/add-remarks-ticket", center, { ...ticketRef, remarks: "hello" }],
    ["POST", "center/accepted-broadcast-request", center, offer],
    ["POST", "center/accepted-broadcast-request-unpaid-ticket", center, offer],
    ["POST", "center/reject-broadCast-technician", center, offer],
    ["POST", "technicianApp/ticket-broadcast", center, ticketRef],
    ["POST", "technicianApp/ticket-broadcast", stranger, ticketRef],
    ["PUT", "center/api/tickets/rebook", center, again],
    ["PUT", `center/tickets/${ticket.publicId}/revisit`, center, again],
    ["POST", "center/center-all-transaction", center, { mobile_number: other.phone }],
  ];
  const leaks: string[] = [];
  for (const [method, path, token, body] of swaps) {
    const { status, text } = await ask(method, path, token, body);
    if (![403, 404].includes(status)) leaks.push(`${method} ${path}: ${status} ${text}`);
    if (/Canary/.test(text) || text.includes(canaryPhone)) leaks.push(`${method} ${path} tells: ${text}`);
  }
  expect(leaks).toEqual([]);
});

test("a center's own lists hold nothing of others", async () => {
  const { center } = await stage();
  for (const path of [
    "center/get-all-ticket",
    "center/get-all-available-broadcast",
    "center/get-all-technician",
    "center/get-all-tickets-created-not-assigned",
  ]) {
    const { status, text } = await ask("GET", path, center);
    expect(status).toBe(200);
    expect(text).not.toMatch(/Canary|9123456780/);
  }
});
