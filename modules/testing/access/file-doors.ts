import { closed, job, type Knock, paper, ticketOf } from "./ask.ts";
import { page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;

/** How files and streams are knocked at. */
export const files: Record<string, Knock> = {
  "GET /exports/:list": page("/exports/tickets", browser),
  "GET /exports/files/:id": page("/exports/files/:id", { ...browser, ids: { id: (t) => t.file() } }),
  "GET /live/center": page("/live/center", browser),
  "GET /live/ticket": page("/live/ticket", { ...browser, ...ticketOf(job), with: ({ ticket }) => ({ id: ticket! }) }),
  "GET /qr-poster": page("/qr-poster", browser),
  "POST /technician-images/:kind": {
    ...browser,
    ask: () => ({ to: "/technician-images/pan", form: {}, file: "image" }),
  },
  "GET /files/:id": page("/files/:id", {
    for: ["center"],
    needs: ["view_technician_details.full_access"],
    ids: { id: paper },
  }),
  "POST /pictures/:ticketId": {
    ...browser,
    ids: { ticketId: job },
    ask: ({ ticketId }) => ({ to: `/pictures/${ticketId}`, form: {}, file: "picture" }),
  },
  "GET /pictures/:ticketId/technician": page("/pictures/:ticketId/technician", { ...browser, ids: { ticketId: job } }),
  "GET /pictures/:ticketId/:pictureId": page("/pictures/:ticketId/:pictureId", {
    for: ["center"],
    needs: ["view_ticket.full_access"],
    ids: { ticketId: job, pictureId: async (t) => (await t.job()).picture },
  }),
  "GET /invoices/:ticketId": page("/invoices/:ticketId", {
    for: ["center"],
    needs: ["view_ticket.full_access"],
    ids: { ticketId: closed },
  }),
};
