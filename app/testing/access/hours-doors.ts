import { sql } from "kysely";
import { day, fromIst, fromNow, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { call, edit, job, type Knock, read, technician, ticketOf } from "./ask.ts";
import { beforeItsStart } from "./technician-doors.ts";
import type { Tenant } from "./tenant.ts";
import { form, page, ticketField } from "./web-ask.ts";

const browser = { for: ["center"] } as const;
const week = { mon: { opens: "09:00", closes: "18:00" } };

/** A job whose technician is at the address since yesterday at eleven in India, and called twice by day. */
async function waiting(tenant: Tenant): Promise<string> {
  const ticket = await job(tenant);
  const at = fromIst(istDate(fromNow(-day)), "11:00");
  await rows(sql`insert into arrivals (ticket_id, technician_id, reached_at, calls, last_call_at, called_by_day)
    select id, technician_id, ${at}, 2, ${at}, true from tickets where public_id = ${ticket}
    on conflict do nothing`);
  return ticket;
}

/** An act at the address: of the center, of the technician in a browser, and the call of both. */
const doorsFor = (intent: string, call: string): Record<string, Knock> => ({
  [`POST /tickets-center ${intent}`]: form("/tickets-center", intent, {
    ...browser,
    ...ticketOf(waiting),
    with: ticketField,
  }),
  [`POST /visits/:ticketId ${intent}`]: form("/visits/:ticket", intent, {
    for: ["technician"],
    ...ticketOf(waiting),
    with: ticketField,
  }),
  [`POST api/technicianApp/${call}/{ticket}`]: {
    for: ["center", "technician"],
    ...ticketOf(waiting),
    ask: ({ ticket }) => ({ to: `/api/technicianApp/${call}/${ticket}`, body: {} }),
  },
});

/** When a center and its technicians work, and when a visit begins. */
export const hoursDoors: Record<string, Knock> = {
  "GET /center-hours": page("/center-hours", browser),
  "GET /center-hours #technician": page("/center-hours", {
    ...browser,
    ids: { technician },
    with: ({ technician }) => ({ technician: technician! }),
  }),
  "POST /center-hours hours": form("/center-hours", "hours", {
    ...browser,
    with: { "mon.opens": "09:00", "mon.closes": "18:00" },
  }),
  "POST /center-hours technicianHours": form("/center-hours", "technicianHours", {
    ...browser,
    ids: { technician },
    with: ({ technician }) => ({ technicianId: technician!, "mon.opens": "09:00", "mon.closes": "18:00" }),
  }),
  "POST /center-hours addAbsence": form("/center-hours", "addAbsence", {
    ...browser,
    ids: { technician },
    with: ({ technician }) => ({ technicianId: technician!, first: "2100-01-01" }),
  }),
  "POST /center-hours removeAbsence": form("/center-hours", "removeAbsence", {
    ...browser,
    ids: { absence: (t) => t.absence() },
    with: ({ absence }) => ({ absenceId: absence! }),
  }),
  "POST /tickets-center sendLink": form("/tickets-center", "sendLink", {
    ...browser,
    ...ticketOf(job),
    with: ticketField,
  }),
  "GET api/center/hours": read("center/hours", browser),
  "PUT api/center/hours": call("center/hours", { ...browser, send: () => week }),
  "GET api/center/technician-hours/{technician}": read("center/technician-hours/{technician}", {
    ...browser,
    ids: { technician },
  }),
  "PUT api/center/technician-hours/{technician}": call("center/technician-hours/{technician}", {
    ...browser,
    ids: { technician },
    send: () => week,
  }),
  "POST api/center/absences": call("center/absences", {
    ...browser,
    ids: { technician },
    send: ({ technician }) => ({ technician_obj_id: technician, first: "2100-01-01" }),
  }),
  "DELETE api/center/absences/{id}": call("center/absences/{id}", { ...browser, ids: { id: (t) => t.absence() } }),
  "POST /tickets-center start": form("/tickets-center", "start", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ ticketId: ticket!, code: "4321" }),
  }),
  ...doorsFor("reached", "reached"),
  ...doorsFor("logCall", "log-call"),
  ...doorsFor("absent", "not-found"),
  "POST api/technicianApp/send-start-code/{ticket}": {
    for: ["center", "technician"],
    ...ticketOf(beforeItsStart),
    ask: ({ ticket }) => ({ to: `/api/technicianApp/send-start-code/${ticket}`, body: {} }),
  },
  "POST api/technicianApp/start-visit/{ticket}": {
    for: ["center", "technician"],
    ...ticketOf(job),
    ask: ({ ticket }) => ({ to: `/api/technicianApp/start-visit/${ticket}`, json: { start_code: "4321" } }),
  },
  "POST api/admin/confirm-start/{ticket}": {
    for: ["admin"],
    needs: edit,
    ...ticketOf(job),
    ask: ({ ticket }) => ({ to: `/api/admin/confirm-start/${ticket}`, json: {} }),
  },
};
