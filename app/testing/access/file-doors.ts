import { closed, job, type Knock, paper, ticketOf } from "./ask.ts";
import { page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;
const desk = { for: ["admin"] } as const;
const wallets = { for: ["admin"], needs: ["view_Wallet"] } as const;
const requests = { ...desk, needs: ["view_ticket.full_access"] } as const;

/** The requests to files and streams. */
export const files: Record<string, Knock> = {
  "GET /exports/:list": page("/exports/tickets", browser),
  "GET /exports/files/:id": page("/exports/files/:id", { ...browser, ids: { id: (t) => t.file() } }),
  "GET /live/center": page("/live/center", browser),
  "GET /live/desk": page("/live/desk", desk),
  "GET /requests/find": page("/requests/find?q=me", requests),
  "GET /options/clients": page("/options/clients?q=me", { ...desk, needs: ["add_ticket"] }),
  "GET /lists/:list/page": page("/lists/requests/page?take=10", requests),
  "GET /lists/:list/tally": page("/lists/requests/tally?sum=1", requests),
  "GET /lists/:list/tally #broadcasts": page("/lists/broadcasts/tally?at=1", {
    ...desk,
    needs: ["view_broadcastedList"],
  }),
  "GET /lists/:list/export": page("/lists/requests/export?format=csv", requests),
  "GET /lists/:list/export #clients": page("/lists/client-requests/export?format=csv", requests),
  "GET /lists/:list/export #closeDays": page("/lists/close-days/export?format=csv", wallets),
  "GET /lists/:list/export #closeRows": page("/lists/close-rows/export?format=csv&day=2026-11-01", wallets),
  "GET /admin-exports/files/:id": page("/admin-exports/files/0193b1a2-0000-7000-8000-000000000000", desk),
  "GET /bulk/:id/not-done": page("/bulk/0193b1a2-0000-7000-8000-000000000000/not-done", desk),
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
  "GET /pictures/:ticketId/all": page("/pictures/:ticketId/all", {
    for: ["center"],
    needs: ["view_ticket.full_access"],
    ids: { ticketId: job },
  }),
  "GET /pictures/:ticketId/:pictureId": page("/pictures/:ticketId/:pictureId", {
    for: ["center"],
    needs: ["view_ticket.full_access"],
    ids: { ticketId: job, pictureId: async (t) => (await t.job()).picture },
  }),
  "GET /booking-pictures/:pictureId": page("/booking-pictures/0193b1a2-0000-7000-8000-000000000000", browser),
  // Of a request with a window ahead; this one has none.
  "GET /calendar/:ticketId": page("/calendar/:ticketId", { ...browser, ids: { ticketId: job } }),
  "GET /need-pictures/:pictureId": page("/need-pictures/:pictureId", {
    for: ["center"],
    needs: ["view_ticket.full_access"],
    ids: { pictureId: async (t) => (await t.job()).needPicture },
  }),
  "GET /share-pictures/:serviceId/:status/:locale": {
    ...browser,
    ask: (_ids, tenant) => ({ to: `/share-pictures/${tenant.service.id}/PENDING/en` }),
  },
  "GET /invoices/:ticketId": page("/invoices/:ticketId", {
    for: ["center"],
    needs: ["view_ticket.full_access"],
    ids: { ticketId: closed },
  }),
  "GET /receipts/:ticketId": page("/receipts/:ticketId", {
    for: ["center"],
    needs: ["view_ticket.full_access"],
    ids: { ticketId: async (t) => (await t.feePaid()).id },
  }),
};
