import { randomUUID } from "node:crypto";
import { aPhone } from "#modules/testing/factories.ts";
import { call, type Knock, read, shop } from "./ask.ts";
import type { Tenant } from "./tenant.ts";
import { form, page } from "./web-ask.ts";

const seeing = { for: ["admin"], needs: ["view_center_details.full_access"] } as const;
const keeping = { for: ["admin"], needs: ["update_center.full_access"] } as const;
const removing = {
  for: ["admin"],
  needs: ["view_center_details.full_access", "delete_center_details.full_access"],
} as const;

const onRequests = { for: ["admin"], needs: ["edit_ticket.full_access"] } as const;
const paying = { for: ["admin"], needs: ["adjust_wallet"] } as const;
const adding = { for: ["admin"], needs: ["add_center"] } as const;
/** Either is enough (Q43). */
const editing = { for: ["admin"], needs: ["update_center.full_access", "edit_center_details.full_access"] } as const;

const shopForm = (t: Tenant) => ({
  centerName: "New Shop",
  phone: aPhone(),
  primaryServiceId: t.service.id,
  secondaryServiceIds: t.service.id,
  state: "Karnataka",
  pincode: t.pincode,
  additionalPincode: t.pincode,
  automateQr: "true",
});

let lastDay = Date.UTC(2090, 0, 1);
/** Never given out twice: a holiday stands once on the list of a state. */
const aDay = () => {
  lastDay += 86_400_000;
  return new Date(lastDay).toISOString().slice(0, 10);
};

const noCenter = { centerId: randomUUID() };
const ofNoCenter = { center_obj_id: noCenter.centerId };
const renamed = { ...ofNoCenter, center_name: "Other Name" };
const acts = {
  capacity: { ...noCenter, ticketAcceptLimit: "5" },
  clients: { ...noCenter, clientIds: "" },
  trial: noCenter,
  kit: { ...noCenter, paid: "false" },
  disable: { ...noCenter, version: "1", disabledFor: "", remark: "Papers are missing" },
};

/** The acts on a center, as each page that shows one offers them. */
const actsAt = (line: string, path: string): [string, Knock][] => [
  ...Object.entries(acts).map(([intent, sent]): [string, Knock] => [
    `POST ${line} ${intent}`,
    form(path, intent, { ...keeping, with: sent }),
  ]),
  [
    `POST ${line} subscribe`,
    form(path, "subscribe", { ...paying, with: { ...noCenter, product: "annual", reference: "UTR 41" } }),
  ],
  [
    `POST ${line} refundSubscription`,
    form(path, "refundSubscription", { ...paying, with: { ...noCenter, amount: "1", remarks: "Agreed" } }),
  ],
  [`POST ${line} delete`, form(path, "delete", { ...removing, with: noCenter })],
];

/** What operators see and change of centers, which belong to no client. The center named is not there. */
export const centerDeskDoors: Record<string, Knock> = {
  ...Object.fromEntries(actsAt("/admin-centers", "/admin-centers")),
  ...Object.fromEntries(actsAt("/edit-center", "/edit-center")),
  "GET /view-center/:id": page(`/view-center/${randomUUID()}`, seeing),
  ...Object.fromEntries(actsAt("/view-center/:id", `/view-center/${randomUUID()}`)),
  "POST /view-center/:id answered": form(`/view-center/${randomUUID()}`, "answered", { ...keeping, with: noCenter }),
  "POST /view-center/:id upi": form(`/view-center/${randomUUID()}`, "upi", {
    ...keeping,
    with: { ...noCenter, reason: "payment" },
  }),
  "GET /view-center/:id/day": page(`/view-center/${noCenter.centerId}/day`, {
    ...seeing,
    needs: ["edit_ticket.full_access"],
  }),
  "POST /view-center/:id/day assign": form(`/view-center/${noCenter.centerId}/day`, "assign", {
    ...onRequests,
    with: { ticketId: randomUUID(), technicianId: randomUUID() },
  }),
  "POST /view-center/:id/day agree": form(`/view-center/${noCenter.centerId}/day`, "agree", {
    ...onRequests,
    with: { ticketId: randomUUID(), at: "2100-01-04T10:00", version: "1" },
  }),
  "GET /view-center/:id/hours": page(`/view-center/${noCenter.centerId}/hours`, seeing),
  "POST /view-center/:id/hours hours": form(`/view-center/${noCenter.centerId}/hours`, "hours", {
    ...keeping,
    with: { ...noCenter, "mon.opens": "09:00", "mon.closes": "18:00" },
  }),
  "POST /view-center/:id/hours technicianHours": form(`/view-center/${noCenter.centerId}/hours`, "technicianHours", {
    ...keeping,
    with: { technicianId: noCenter.centerId, "mon.opens": "09:00", "mon.closes": "18:00" },
  }),
  "POST /view-center/:id/hours addAbsence": form(`/view-center/${noCenter.centerId}/hours`, "addAbsence", {
    ...keeping,
    with: { ...noCenter, first: "2100-01-01" },
  }),
  "POST /view-center/:id/hours removeAbsence": form(`/view-center/${noCenter.centerId}/hours`, "removeAbsence", {
    ...keeping,
    with: { absenceId: noCenter.centerId },
  }),
  "GET /holidays": page("/holidays", keeping),
  "POST /holidays add": form("/holidays", "add", {
    ...keeping,
    with: () => ({ day: aDay(), name: "Fair", state: "Karnataka" }),
  }),
  "POST /holidays remove": form("/holidays", "remove", { ...keeping, with: { holidayId: noCenter.centerId } }),
  "GET api/admin/holidays": read("admin/holidays", keeping),
  "POST api/admin/holidays": call("admin/holidays", {
    ...keeping,
    send: () => ({ day: aDay(), holiday_name: "Ugadi" }),
  }),
  "DELETE api/admin/holidays/{id}": call(`admin/holidays/${noCenter.centerId}`, keeping),
  "GET /center-history/:centerId": page(`/center-history/${randomUUID()}`, seeing),
  "GET /add-center": page("/add-center", adding),
  "GET /add-center #edit": page("/add-center", { ...editing, with: { edit: noCenter.centerId } }),
  "POST /add-center create": form("/add-center", "create", { ...adding, with: (_, t) => shopForm(t) }),
  "POST /add-center update": form("/add-center", "update", {
    ...editing,
    with: (_, t) => ({ ...shopForm(t), ...noCenter, version: "1" }),
  }),
  "POST /add-center sendOtp": form("/add-center", "sendOtp", { ...adding, with: (_, t) => shopForm(t) }),
  "GET api/admin/get-all-centers": read("admin/get-all-centers", seeing),
  "GET api/admin/getCenterDetails/{id}": read(`admin/getCenterDetails/${noCenter.centerId}`, seeing),
  "GET api/admin/get-center-feedback/{centerId}": read(`admin/get-center-feedback/${noCenter.centerId}`, seeing),
  "POST api/admin/create-center": call("admin/create-center", { ...adding, send: (_, t) => ({ ...shop(t) }) }),
  "PUT api/admin/update-center": call("admin/update-center", { ...editing, send: () => renamed }),
  "POST api/admin/update-center": call("admin/update-center", { ...editing, send: () => renamed }),
  "DELETE api/admin/deleteCenter/{id}": call(`admin/deleteCenter/${noCenter.centerId}`, removing),
  "POST api/admin/update-center-extended-date": call("admin/update-center-extended-date", {
    ...keeping,
    send: () => ofNoCenter,
  }),
  "POST api/admin/update-center-onboarding-kit": call("admin/update-center-onboarding-kit", {
    ...keeping,
    send: () => ({ ...ofNoCenter, paid_for_onboarding_kit: false }),
  }),
  "POST api/admin/update-ticket-accept-limit": call("admin/update-ticket-accept-limit", {
    ...keeping,
    send: () => ({ ticket_accept_limit: 5, qr_id: "INANOBODYS" }),
  }),
};
