import { expect, test } from "vitest";
import type { Permission } from "#modules/kernel/actor.ts";
import { say } from "#modules/messages/index.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAddress,
  anAdmin,
  aPincode,
  aService,
  aTechnician,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, fresh } from "#modules/testing/work.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* What operators do with a request by call: names of the wire to the letter, sentences and refusals. */

type Reply = { status: number; success: number; message: string; code?: string; fields?: object; data: never };

async function aDesk(permissions: readonly Permission[] = ["edit_ticket.full_access"]) {
  const { id } = await anAdmin({ permissions, name: "Asha Rao" });
  const token = await adminToken(id);
  return async (call: string, body?: object): Promise<Reply> => {
    const [method, path] = call.split(" ") as [string, string];
    const request = new Request(`http://localhost:3000/api/${path}`, {
      method,
      headers: { "x-access-token": token, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "acts" } })).json();
  };
}

test("C077 C078 R468 a technician is assigned and changed", async () => {
  const desk = await aDesk();
  const center = await aCenter();
  const one = await aTechnician({ center });
  const two = await aTechnician({ center });
  const { publicId: ticket_obj_id } = await aTicket();
  expect(
    await desk("POST admin/assigning-ticket-technician", { ticket_obj_id, technician_obj_id: one.id }),
  ).toMatchObject({ success: 1, data: { assigned_ids: { assigned_technician_id: { _id: one.id } } } });
  expect(await desk("POST admin/change-ticket-technician", { ticket_obj_id, technician_obj_id: two.id })).toMatchObject(
    {
      success: 1,
      message: "Technician changed successfully",
      data: { is_technician_assigned: true, assigned_ids: { assigned_technician_id: { _id: two.id } } },
    },
  );
});

test("C079 C080 R288 closing takes the amount, the remarks, the code and the center of the request", async () => {
  const desk = await aDesk();
  for (const call of ["POST admin/close-ticket", "POST admin/close-ticket-by-admin"]) {
    const { ticket, center } = await aJob();
    const remarks = { close_ticket_remarks: "Done", technician_remarks: "A leak", revisit_remarks: "None" };
    const body = { ticket_obj_id: ticket.publicId, center_id: center.id, amount: "250.9", code: "0000", remarks };
    expect(await desk(call, { ...body, center_id: (await aCenter()).id })).toMatchObject({
      status: 422,
      success: 0,
      fields: { center_id: "Another center has this request" },
    });
    expect(await desk(call, { ...body, amount: -1 })).toMatchObject({ status: 422, success: 0 });
    expect(await desk(call, body)).toMatchObject({
      success: 1,
      message: "Ticket closed successfully",
      data: { ticket_status: "CLOSED", closing_ticket_price: 250, remarks },
    });
    expect(await desk(call, body)).toMatchObject({ status: 409, success: 0, code: "ticket.alreadyClosed" });
  }
});

test("C082 C081 the centers for a request, and its broadcast", async () => {
  const desk = await aDesk();
  const service = await aService();
  const center = await aCenter({ services: [service], pincodes: [aPincode()] });
  const technician = await aTechnician({ center });
  const { publicId: ticket_obj_id } = await aTicket({ serviceId: service.id, pincode: center.pincode });
  const { data } = await desk("POST admin/get-center-for-ticket", { ticket_obj_id });
  expect(data).toMatchObject([
    {
      _id: center.id,
      center_name: center.centerName,
      qr_details: { qr_id: (await qrOf(center)).qrId },
      reason: "offered",
      reason_text: expect.stringMatching(/^Fits/),
      open_tickets: 0,
      has_ticket: false,
      technicians: [{ _id: technician.id, personal_details: { name: technician.name }, pending_ticket_count: 0 }],
    },
  ]);
  expect(JSON.stringify(data)).not.toContain(technician.phone);
  expect(await desk("POST admin/admin-broadcast", { ticket_obj_id })).toMatchObject({
    success: 1,
    message: "Request broadcasted successfully",
    data: { centers_asked: 1 },
  });
  expect(await desk("POST admin/admin-broadcast", { ticket_obj_id })).toMatchObject({
    success: 1,
    message: say("ticket.allOffered"),
    data: { centers_asked: 0 },
  });
});

test("R178, Q02 technicianApp/ticket-broadcast says that it was done and nothing more, and nothing without a token", async () => {
  const service = await aService();
  const center = await aCenter({ services: [service], pincodes: [aPincode()] });
  const { publicId: ticket_obj_id } = await aTicket({ serviceId: service.id, pincode: center.pincode });
  const path = "technicianApp/ticket-broadcast";
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ ticket_obj_id });
  const request = new Request(`http://localhost:3000/api/${path}`, { method: "POST", headers, body });
  const refused = await serve({ request, params: {}, context: { address: anAddress(), requestId: "acts" } });
  expect([refused.status, (await refused.json()).data]).toEqual([401, undefined]);
  expect(await (await aDesk())(`POST ${path}`, { ticket_obj_id })).toMatchObject({
    status: 200,
    success: 1,
    message: "Ticket broadcasted successfully!",
    data: null,
  });
  expect(await (await aDesk())(`POST ${path}`, { ticket_obj_id })).toMatchObject({
    status: 200,
    success: 1,
    message: say("ticket.allOffered"),
    data: null,
  });
});

test("C083 C084 pincode and requirement", async () => {
  const desk = await aDesk();
  const service = await aService();
  const { pincode } = await aCenter({ services: [service], pincodes: [aPincode()] });
  const ticket_obj_id = (await aTicket({ serviceId: service.id })).publicId;
  const sent = { ticket_obj_id, address_details: { pincode } };
  expect(await desk("POST admin/update-ticket-pincode", sent)).toMatchObject({
    success: 1,
    message: "Pincode saved. The request is offered to the centers there",
    data: { address_details: { pincode } },
  });
  expect(await desk("POST admin/update-ticket-pincode", sent)).toMatchObject({ status: 409, code: "pincode.same" });
  expect(
    await desk("POST admin/update-specific-requirement", { ticket_obj_id, new_requirement: "Loud" }),
  ).toMatchObject({
    success: 1,
    data: { specific_requirement: "Loud" },
  });
  expect(await desk("POST admin/update-specific-requirement", { ticket_obj_id, new_requirement: "" })).toMatchObject({
    status: 422,
    fields: { new_requirement: "Please write what the request asks for" },
  });
});

test("C085 C086 C087 H16 R466 R470 the team's remarks bear the session's name, and a reason comes before the cancellation", async () => {
  const desk = await aDesk();
  const center = await aCenter();
  const { ticket } = await aBroadcastTicket([center]);
  const ticket_obj_id = ticket.publicId;
  const forged = { ticket_obj_id, onboarding_team_name: "Somebody else" };
  expect(
    await desk("POST admin/onboarding-team-remarks", { ...forged, onboarding_team_remarks: "Booked twice" }),
  ).toMatchObject({
    success: 1,
    message: "Remarks saved successfully",
    data: { remarks: { onboarding_team_remarks: "Booked twice", onboarding_team_name: "Asha Rao" } },
  });
  const about = { ...forged, center_obj_id: center.id, onboarding_technician_remarks: "Shop is closed" };
  expect(await desk("POST admin/add-broadcast-remarks-team", about)).toMatchObject({
    success: 1,
    data: { technician_message: "Shop is closed", onboarding_team_name: "Asha Rao" },
  });
  expect(await desk(`PUT admin/cancelTickets/${ticket_obj_id}`)).toMatchObject({ success: 1 });
  expect(await fresh(ticket)).toMatchObject({ status: "CANCEL", onboardingRemarks: "Booked twice" });
});

test("C088 a request is deleted by who may", async () => {
  const { publicId } = await aTicket();
  const desk = await aDesk(["delete_ticket"]);
  expect(await (await aDesk())(`DELETE admin/deleteTickets/${publicId}`)).toMatchObject({
    status: 403,
    message: "No permission , contact admin",
  });
  expect(await desk(`DELETE admin/deleteTickets/${publicId}`)).toMatchObject({
    success: 1,
    message: "Ticket Delete successfully",
  });
  expect(await desk(`DELETE admin/deleteTickets/${publicId}`)).toMatchObject({ status: 404 });
});

test("C089 R301 Q113 a punch is reviewed under a serial number of its own", async () => {
  const desk = await aDesk();
  const review = async (fields: object) =>
    desk("POST admin/update-punch-ticket", { ticket_obj_id: (await aTicket()).publicId, ...fields });
  const punch_serialnumber = `SN-${Date.now()}`;
  expect(await review({ ticket_status: "ON HOLD", punch_serialnumber, admin_remarks: "Blurred" })).toMatchObject({
    success: 1,
    data: { ticket_status: "ON_HOLD", punch_serialnumber, approved_by: "Asha Rao" },
  });
  expect(await review({ ticket_status: "VERIFIED", punch_serialnumber })).toMatchObject({
    success: 0,
    message: "Serial Number already exists.",
    fields: { punch_serialnumber: "Serial Number already exists." },
  });
  expect(await review({ ticket_status: "REJECT" })).toMatchObject({
    success: 0,
    fields: { punch_serialnumber: "Serial Number is required", admin_remarks: "Remark is required" },
  });
  expect(await review({ punch_serialnumber })).toMatchObject({
    fields: { ticket_status: "Ticket status is required" },
  });
});

test("C091 the reopen log of a request that was never reopened is empty", async () => {
  const { ticket } = await aClosedJob();
  const call = `GET admin/get-reopen-log/${ticket.publicId}`;
  expect(await (await aDesk(["view_closed_ticket"]))(call)).toMatchObject({ success: 1, data: [] });
  expect(await (await aDesk())(call)).toMatchObject({ status: 403 });
});
