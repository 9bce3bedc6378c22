import { sql } from "kysely";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { aPhone } from "#modules/testing/factories.ts";
import { makeTechnicianLink } from "#modules/tickets/index.ts";
import { job, type Knock, ticketOf } from "./ask.ts";
import type { Tenant } from "./tenant.ts";
import { form, page, ticketField } from "./web-ask.ts";

const browser = { for: ["technician"] } as const;

/** A link to the visit that the tenant's technician has; no code was sent by it before. */
async function aLink(tenant: Tenant): Promise<string> {
  const visit = await row<{ ticketId: string; technicianId: string }>(
    sql`select id as "ticketId", technician_id as "technicianId" from tickets where public_id = ${await job(tenant)}`,
  );
  await rows(sql`delete from otps where purpose = 'technician_login'`);
  return makeTechnicianLink(visit!);
}
const byLink = { ...browser, ids: { token: aLink } };
const tokenField = ({ token }: Record<string, string>) => ({ token: token! });

/** A request of the tenant's technician whose start code was not given yet. */
export async function beforeItsStart(tenant: Tenant): Promise<string> {
  const ticket = await job(tenant);
  await rows(sql`update start_codes set proved_at = null, proved_by = null
    where ticket_id = (select id from tickets where public_id = ${ticket})`);
  return ticket;
}

/** The link of a technician to a visit, and the pages behind it. */
export const technicianDoors: Record<string, Knock> = {
  "GET /visit/:token?": page("/visit/:token", byLink),
  "POST /visit/:token? send": form("/visit/:token", "send", { ...byLink, with: tokenField }),
  "POST /visit/:token? enter": form("/visit/:token", "enter", {
    ...byLink,
    with: ({ token }) => ({ token: token!, otp: "123456" }),
  }),
  "POST /visit/:token? again": form("/visit", "again", { ...browser, with: () => ({ phone: aPhone() }) }),
  "GET /visits": page("/visits", browser),
  "POST /visits leave": form("/visits", "leave", browser),
  "GET /visits/:ticketId": page("/visits/:ticketId", { ...browser, ids: { ticketId: job } }),
  "POST /visits/:ticketId onTheWay": form("/visits/:ticket", "onTheWay", {
    ...browser,
    ...ticketOf(job),
    with: ticketField,
  }),
  "POST /visits/:ticketId start": form("/visits/:ticket", "start", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ ticketId: ticket!, code: "4321" }),
  }),
  "POST /visits/:ticketId sendCode": form("/visits/:ticket", "sendCode", {
    ...browser,
    ...ticketOf(beforeItsStart),
    with: ticketField,
  }),
  "POST /visits/:ticketId picture": form("/visits/:ticket", "picture", {
    ...browser,
    ...ticketOf(job),
    with: ticketField,
    file: "pictures",
  }),
  "POST /visits/:ticketId finish": form("/visits/:ticket", "finish", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ ticketId: ticket!, amount: "0", closeRemarks: "Not Visited - Can't Deliver Service" }),
  }),
};
