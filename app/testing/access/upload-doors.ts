import { type Knock, read } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const adding = { for: ["admin"], needs: ["add_ticket"] } as const;
/** An upload that is not there: whoever knocks has none of their own. */
const noUpload = "0193b1a2-0000-7000-8000-000000000000";
const one = `/uploads/${noUpload}`;

/** Calls with a picture, which is no table: who may upload is told so. */
const send = (path: string): Knock => ({
  ...adding,
  ask: () => ({ to: `/api/${path}`, form: {}, file: "ticketsCsvFile" }),
});

/** The requests to the uploads of requests. */
export const uploadDoors: Record<string, Knock> = {
  "POST api/admin/upload-csv-for-ticket": send("admin/upload-csv-for-ticket"),
  "POST api/ticket/createBulkTickets": send("ticket/createBulkTickets"),
  "GET api/admin/ticket-upload/{upload_id}": read(`admin/ticket-upload/${noUpload}`, { ...adding, send: () => ({}) }),
  "GET /uploads": page("/uploads", adding),
  "GET /uploads/new": page("/uploads/new", adding),
  "POST /uploads/new begin": form("/uploads/new", "begin", { ...adding, file: "file" }),
  "POST /uploads/new beginForClient": form("/uploads/new", "beginForClient", { ...adding, file: "file" }),
  "GET /uploads/:id": page(one, adding),
  "POST /uploads/:id heading": form(one, "heading", { ...adding, with: { headingRow: "2" } }),
  "POST /uploads/:id map": form(one, "map", { ...adding, with: { c6: "0" } }),
  "POST /uploads/:id mend": form(one, "mend", { ...adding, with: { place: "2", shown: "6", c6: "9876543210" } }),
  "POST /uploads/:id start": form(one, "start", adding),
  "POST /uploads/:id cancel": form(one, "cancel", adding),
  "POST /uploads/:id undo": form(one, "undo", adding),
  "GET /uploads/:id/result": page(`${one}/result`, adding),
  "GET /download-format": page("/download-format", adding),
  "GET /download-format/file": page("/download-format/file", adding),
};
