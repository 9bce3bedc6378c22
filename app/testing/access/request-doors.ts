import { randomUUID } from "node:crypto";
import type { Permission } from "#modules/kernel/actor.ts";
import { byTicket, job, type Knock, read, ticketOf } from "./ask.ts";
import { form, page } from "./web-ask.ts";

/** Every flag that leads to a request opens it (Q10). */
const seeing: readonly Permission[] = [
  "view_ticket.full_access",
  "view_pending_ticket",
  "view_closed_ticket",
  "view_center_ticket",
];
const seen = { for: ["admin"], needs: seeing, ids: { ticketId: job } } as const;
const named = ({ ticketId }: Record<string, string>) => ({ ticketId: ticketId! });

/** The acts on a request, each with fields that are right but for the request, which is nowhere. */
const acts: readonly (readonly [string, Permission, Record<string, string>])[] = [
  ["assign", "edit_ticket.full_access", { technicianId: randomUUID() }],
  ["reassign", "edit_ticket.full_access", { technicianId: randomUUID() }],
  ["broadcast", "edit_ticket.full_access", {}],
  ["close", "edit_ticket.full_access", { amount: "0" }],
  ["recordPayment", "edit_ticket.full_access", { paymentReference: "412345678901" }],
  ["rebook", "add_ticket", { "timePreference.type": "IMMEDIATELY" }],
  ["revisit", "add_ticket", { "timePreference.type": "IMMEDIATELY" }],
  ["remarks", "edit_ticket.full_access", { text: "Called" }],
  ["centerRemarks", "edit_ticket.full_access", { text: "Called", centerId: randomUUID() }],
  ["start", "edit_ticket.full_access", {}],
  ["agreeTime", "edit_ticket.full_access", { at: "2100-01-04T10:00", version: "1" }],
  ["answerTime", "edit_ticket.full_access", { answer: "refuse" }],
  ["handBack", "edit_ticket.full_access", { reason: "too_far" }],
  ["nobodyCame", "edit_ticket.full_access", { choice: "wait" }],
  ["cancelForCustomer", "edit_ticket.full_access", { ruleId: randomUUID(), feePaise: "0" }],
  ["undoCancel", "edit_ticket.full_access", {}],
  ["cancel", "edit_ticket.full_access", { reason: "Asked for twice" }],
  ["delete", "delete_ticket", {}],
  ["undoDelete", "delete_ticket", {}],
  ["previewPincode", "edit_ticket.full_access", { pincode: "560001" }],
  ["pincode", "edit_ticket.full_access", { pincode: "560001" }],
  ["requirement", "edit_ticket.full_access", { requirement: "No cooling" }],
  ["reveal", "edit_ticket.full_access", { reason: "visit" }],
  ["revealPartner", "edit_ticket.full_access", { reason: "visit", whose: "technician" }],
];

/** The requests to one request's pages, and to the acts on it that all lists share. */
export const requestDoors: Record<string, Knock> = {
  "GET /view-ticket": page("/view-ticket", { ...seen, with: named }),
  "GET /ticketDocument": page("/ticketDocument", { ...seen, with: named }),
  "GET /reopen-log/:id": page("/reopen-log/:id", { for: ["admin"], needs: seeing, ids: { id: job } }),
  "GET /requests/news": page("/requests/news", { ...seen, with: named }),
  "GET /live/request": page("/live/request", { ...seen, with: named }),
  "GET api/admin/get-single-ticket": read("admin/get-single-ticket", {
    for: ["admin"],
    needs: seeing,
    ...ticketOf(job),
    send: byTicket,
  }),
  "POST /ticketDocument review": form("/ticketDocument", "review", {
    for: ["admin"],
    needs: ["edit_ticket.full_access"],
    with: { ticketId: "none", status: "VERIFIED", serialNumber: randomUUID() },
  }),
  "POST /view-ticket adjust": form("/view-ticket", "adjust", {
    for: ["admin"],
    needs: ["adjust_wallet"],
    with: { ticketId: "none", centerId: randomUUID(), kind: "Refund", amount: "10", remarks: "Paid twice" },
  }),
  ...Object.fromEntries(
    acts.map(([act, can, fields]) => [
      `POST /Tickets ${act}`,
      form("/Tickets", act, { for: ["admin"], needs: [can], with: { ticketId: "none", ...fields } }),
    ]),
  ),
};
