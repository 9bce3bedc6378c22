import { type Knock, technician } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;

/** When a center and its technicians work. */
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
};
