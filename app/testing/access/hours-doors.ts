import { edit, job, type Knock, technician, ticketOf } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;

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
  "POST /tickets-center start": form("/tickets-center", "start", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ ticketId: ticket!, code: "4321" }),
  }),
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
