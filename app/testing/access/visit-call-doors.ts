import { randomUUID } from "node:crypto";
import { admin, call, job, type Knock, noSession, open, read, ticketOf } from "./ask.ts";
import type { Tenant } from "./tenant.ts";

const browser = { for: ["center"] } as const;
const money = { for: ["admin"], needs: ["adjust_wallet"] } as const;
const phone = async (tenant: Tenant) => tenant.phone;

const aCase = `admin/cases/${randomUUID()}`;
const decision = { decision: "earned", reason: "Both said so" };
const aVersion = `admin/visit-rules/${randomUUID()}`;

/** What the other calls about visits do: in a center's name, on its day, about cases and rules, and by a proven phone. */
export const visitCallDoors: Record<string, Knock> = {
  "PUT api/admin/time-change/{ticket}": call("admin/time-change/{ticket}", {
    ...admin,
    ...ticketOf(open),
    send: () => ({ answer: "refuse" }),
  }),
  "PUT api/admin/hand-back/{ticket}": call("admin/hand-back/{ticket}", {
    ...admin,
    ...ticketOf(job),
    send: () => ({ reason: "too_far" }),
  }),
  "GET api/admin/center-day/{center}": read("admin/center-day/{center}", {
    ...admin,
    ids: { center: async (tenant) => (await tenant.center()).id },
  }),
  "GET api/admin/cases": read("admin/cases", admin),
  "GET api/admin/cases/{id}": read(aCase, admin),
  "PUT api/admin/cases/{id}/decide": call(`${aCase}/decide`, { ...money, send: () => decision }),
  "PUT api/admin/cases/{id}/appeal": call(`${aCase}/appeal`, { ...admin, send: () => ({ reason: "It was not so" }) }),
  "PUT api/admin/cases/{id}/decide-appeal": call(`${aCase}/decide-appeal`, { ...money, send: () => decision }),
  "GET api/admin/visit-rules": read("admin/visit-rules", money),
  "POST api/admin/visit-rules": call("admin/visit-rules", {
    ...money,
    send: () => ({
      version: 0,
      early_minutes: 180,
      late_fee: "kept",
      late_lead_percent: 50,
      change_minutes: 60,
      change_at_most: 2,
      absent_calls: 2,
      absent_minutes: 15,
      missed_minutes: 15,
      missed_lead_percent: 0,
      free_minutes: 15,
      free_at_most: 3,
      later_lead_percent: 0,
    }),
  }),
  "PUT api/admin/visit-rules/{id}/approve": call(`${aVersion}/approve`, money),
  "PUT api/admin/visit-rules/{id}/refuse": call(`${aVersion}/refuse`, money),
  "PUT api/admin/visit-rules/{id}/withdraw": call(`${aVersion}/withdraw`, money),
  "GET api/center/day": read("center/day", browser),
  "GET api/center/tickets/{id}/free-times": read("center/tickets/{id}/free-times", { ...browser, ids: { id: open } }),
  "PUT api/center/tickets/{id}/agree-time": call("center/tickets/{id}/agree-time", {
    ...browser,
    ids: { id: open },
    send: () => ({ window: "2100-01-04T10:00", version: 0 }),
  }),
  "POST api/center/own-requests": call("center/own-requests", {
    ...noSession,
    ids: { phone },
    send: ({ phone }) => ({ mobile_number: phone }),
  }),
  "POST api/center/waitlist": call("center/waitlist", {
    ...noSession,
    ids: { phone },
    send: ({ phone }, tenant) => ({ mobile_number: phone, pincode: tenant.pincode, service_ids: [tenant.service.id] }),
  }),
};
