import { randomUUID } from "node:crypto";
import { aPhone } from "#modules/testing/factories.ts";
import { call, type Knock, mobile, pictures, read } from "./ask.ts";
import { form, page } from "./web-ask.ts";

/** The first is what the door asks for, the second what the verb asks for, too. */
const deciding = {
  for: ["admin"],
  needs: ["update_center.full_access", "view_center_details.full_access"],
} as const;
const decidingHands = {
  for: ["admin"],
  needs: ["update_technician.full_access", "view_technician_details.full_access"],
} as const;
const seeingHands = { for: ["admin"], needs: ["view_technician_details.full_access"] } as const;
const removing = { for: ["admin"], needs: ["delete_technician"] } as const;
const onboarding = { for: ["admin"], needs: ["view_admin_bar"] } as const;

const centerId = randomUUID();
const technicianId = randomUUID();
const onboarderId = randomUUID();
const front = { value: "aadhar_front", verified: "true" };

/** The decisions on a center's papers, as each page that shows one offers them. */
const decisionsAt = (line: string, path: string): [string, Knock][] => [
  [`POST ${line} switch`, form(path, "switch", { ...deciding, with: { centerId, ...front } })],
  [
    `POST ${line} reject`,
    form(path, "reject", { ...deciding, with: { centerId, value: "pan", reason: "UNREADABLE" } }),
  ],
  [`POST ${line} aadhar`, form(path, "aadhar", { ...deciding, with: { centerId, aadharNumber: "XXXXXXXX1234" } })],
];

/** Identity papers, the technicians of all centers, and onboarders. Who is named is not there. */
export const peopleDoors: Record<string, Knock> = {
  ...Object.fromEntries(
    ["/admin-centers", "/edit-center", "/view-center/:id"].flatMap((line) =>
      decisionsAt(line, line.replace(":id", randomUUID())),
    ),
  ),
  "POST /admin-centers showPapers": form("/admin-centers", "showPapers", { for: ["admin"] }),
  "GET /admin-centers #documents": page("/admin-centers", {
    for: ["admin"],
    needs: ["view_center_details.full_access"],
    with: { act: "documents", of: centerId },
  }),
  "POST /admin-technician clients": form("/admin-technician", "clients", {
    ...decidingHands,
    with: { technicianId, clientIds: "" },
  }),
  "POST /admin-technician delete": form("/admin-technician", "delete", { ...removing, with: { technicianId } }),
  "GET /tecnicianDocument": page("/tecnicianDocument", { ...seeingHands, with: { technicianId } }),
  "POST /tecnicianDocument switch": form(`/tecnicianDocument?technicianId=${technicianId}`, "switch", {
    ...decidingHands,
    with: { technicianId, ...front },
  }),
  "POST /tecnicianDocument reject": form(`/tecnicianDocument?technicianId=${technicianId}`, "reject", {
    ...decidingHands,
    with: { technicianId, value: "pan", reason: "UNREADABLE" },
  }),
  "GET /admin-add-center-onboarder": page("/admin-add-center-onboarder", onboarding),
  "GET /admin-add-center-onboarder #edit": page("/admin-add-center-onboarder", {
    ...onboarding,
    with: { edit: onboarderId },
  }),
  "POST /admin-add-center-onboarder create": form("/admin-add-center-onboarder", "create", {
    ...onboarding,
    with: () => ({ name: "New Onboarder", phone: aPhone() }),
  }),
  "POST /admin-add-center-onboarder update": form("/admin-add-center-onboarder", "update", {
    ...onboarding,
    with: { onboarderId, version: "1", name: "Other Name" },
  }),
  "POST api/admin/Set-Verification-Status-Of-center-And-Technician": call(
    "admin/Set-Verification-Status-Of-center-And-Technician",
    { ...deciding, send: () => ({ center_id: centerId, status: "true", value: "aadhar_front" }) },
  ),
  "POST api/admin/Set-Verification-Status-Of-center-And-Technician #technician": call(
    "admin/Set-Verification-Status-Of-center-And-Technician",
    { ...decidingHands, send: () => ({ technician_id: technicianId, status: "true", value: "profile" }) },
  ),
  "POST api/admin/center-documents-verify": call("admin/center-documents-verify", {
    ...deciding,
    send: () => ({ center_obj_id: centerId, aadhar_number: "XXXXXXXX1234" }),
  }),
  "POST api/admin/update-technician": call("admin/update-technician", {
    ...decidingHands,
    send: () => ({ technician_obj_id: technicianId, clients_ids_list: [] }),
  }),
  "DELETE api/admin/deleteTechnician/{id}": call(`admin/deleteTechnician/${technicianId}`, removing),
  "GET api/admin/get-all-onboarder": read("admin/get-all-onboarder", onboarding),
  "POST api/admin/create-centerOnBoarder": call("admin/create-centerOnBoarder", {
    ...onboarding,
    send: () => ({ name: "New Onboarder", phone_details: mobile() }),
  }),
  "POST api/admin/update-centerOnBoarder": call("admin/update-centerOnBoarder", {
    ...onboarding,
    send: () => ({ center_onboarder_id: onboarderId, name: "Other Name", phone_details: mobile() }),
  }),
  "GET /appeal": page("/appeal", { for: ["center"] }),
  "POST /appeal send": form("/appeal", "send", { for: ["center"], with: () => ({ phone: aPhone() }) }),
  "POST /appeal appeal": form("/appeal", "appeal", {
    for: ["center"],
    ids: { phone: async (t) => (await t.center()).phone },
    with: ({ phone }) => ({ phone: phone!, otp: "123456", message: "Papers are there" }),
  }),
  "GET /center-appeal": page("/center-appeal", { for: ["center"] }),
  "POST /center-appeal send": form("/center-appeal", "send", {
    for: ["center"],
    with: { message: "Papers are there" },
  }),
  "GET /center-documents": page("/center-documents", { for: ["center"] }),
  "POST /center-documents send": form("/center-documents", "send", {
    for: ["center"],
    ids: { front: pictures.front, back: pictures.back },
    with: ({ front: aadharFrontBlobId, back: aadharBackBlobId }) => ({
      aadharFrontBlobId: aadharFrontBlobId!,
      aadharBackBlobId: aadharBackBlobId!,
    }),
  }),
};
