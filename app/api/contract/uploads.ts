import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { problemText } from "#modules/kernel/files/sheets/row-problems.ts";
import { sheetLimits } from "#modules/kernel/files/sheets/sheet-limits.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import {
  longestWait,
  type UploadLine,
  type UploadReport,
  uploadAtOnce,
  uploadBegun,
  uploadReport,
} from "#modules/tickets/index.ts";
import { UploadAtOnce, UploadRowsAfter } from "#modules/tickets/shared.ts";
import { rupees } from "../line/answer.ts";
import { type Contract, call, type Once } from "../line/call.server.ts";
import { wire } from "../line/wire.ts";

/** What became of a row of the file (R307); `row` as the file counts. */
const RowShape = z.strictObject({
  row: z.number(),
  customer_name: z.string(),
  service_provided_client_id: z.string(),
  errors: z.array(z.string()),
  not_taken: z.array(z.string()).describe("Columns whose values were not taken: the sender may not set them"),
  ticket_id: z.string().nullable(),
  ticket_price: rupees,
});

/** An upload, and once it is over the specified counters and rows (Q37), at most 1,000 rows of a page. */
const UploadShape = z.strictObject({
  upload_id: z.string(),
  state: z.enum(["checking", "unmapped", "checked", "running", "done", "cancelled", "refused", "undoing", "undone"]),
  reason: z
    .strictObject({ code: z.string(), message: z.string() })
    .optional()
    .describe("Why the file was refused or its columns were not found, or why the upload stopped"),
  hidden_rows: z.number().optional().describe("Rows the file's sheet does not show; they are read as all others"),
  formula_cells: z.number().optional().describe("Cells that are results of formulas, as the file stored them"),
  recievedTickets: z.number().optional(),
  acceptedTickets: z.number().optional(),
  rejectedTickets: z.number().optional(),
  doesErrorExists: z.boolean().optional(),
  acceptedTicketDetails: z.array(RowShape).optional(),
  rejectedTicketDetails: z.array(RowShape).optional(),
  errorRowWise: z.array(RowShape).optional(),
});

const line = ({ row, customerName, clientReference, problems, untaken, number, pricePaise }: UploadLine) => ({
  row,
  customer_name: customerName,
  service_provided_client_id: clientReference,
  errors: problems.map((problem) => problemText(problem, (key, params) => say(key, params))),
  not_taken: untaken,
  ticket_id: number,
  ticket_price: toRupees(pricePaise),
});

function report({ upload, over, reason, accepted, rejected }: UploadReport): z.input<typeof UploadShape> {
  const known = {
    upload_id: upload.id,
    state: upload.state,
    ...(reason && { reason: { code: reason.key, message: say(reason.key, reason.params) } }),
  };
  // Of a file that was not read there is nothing to count.
  if (["checking", "unmapped", "refused"].includes(upload.state)) return known;
  const { counts } = upload;
  const noted = { ...known, hidden_rows: upload.hiddenRows, formula_cells: upload.formulaCells };
  if (!over) return noted;
  const refused = rejected.map(line);
  return {
    ...noted,
    recievedTickets: counts.total,
    acceptedTickets: counts.accepted,
    rejectedTickets: counts.rejected,
    doesErrorExists: counts.rejected > 0,
    acceptedTicketDetails: accepted.map(line),
    rejectedTicketDetails: refused,
    errorRowWise: refused,
  };
}

/**
 * R308: 'Successfully uploaded N tickets' when no row was left out, else 'Processed N tickets'. One that was only checked,
 * stopped or taken back is said to be just that, and one that ended for a reason says the reason.
 */
const reportMessage = ({ upload: { counts, state }, over, reason }: UploadReport) => {
  if (!over) return "uploads.goesOn" as const;
  if (reason) return reason;
  if (state !== "done") return `uploads.state.${state}` as const;
  return counts.rejected === 0
    ? ({ key: "uploads.success", params: { n: counts.accepted } } as const)
    : ({ key: "uploads.processed", params: { n: counts.accepted + counts.rejected } } as const);
};

/** The key is stored with the upload; a repeat answers about the same one. */
const uploadOnce: Once<UploadReport, { id: string }, z.output<typeof UploadAtOnce>> = {
  made: ({ id }) => id,
  again: (id, { wait = longestWait }) => uploadBegun(id, { seconds: wait }),
};

const row = { row: 2, customer_name: "Meera Nair", service_provided_client_id: "SR-1001", ticket_price: 0 };
const created = { ...row, errors: [], not_taken: [], ticket_id: "REQ482913ABCD" };
const refused = {
  ...row,
  row: 3,
  not_taken: [],
  errors: ["Pincode: Please enter a 6-digit pincode – 6 digits, the first not 0"],
};
const example = {
  upload_id: "019ad2c4-7c1e-7000-8000-000000000000",
  state: "done",
  hidden_rows: 0,
  formula_cells: 0,
  recievedTickets: 2,
  acceptedTickets: 1,
  rejectedTickets: 1,
  doesErrorExists: true,
  acceptedTicketDetails: [created],
  rejectedTicketDetails: [{ ...refused, ticket_id: null }],
  errorRowWise: [{ ...refused, ticket_id: null }],
} satisfies z.input<typeof UploadShape>;

const create = (more: string) =>
  call({
    fresh: none("Makes requests, for no money"),
    as: ["admin"],
    limit: callLimit,
    can: "add_ticket",
    scope: "requests:upload",
    summary:
      "Create requests from a csv, xlsx or xls file with the template's columns; rows with errors are left out, and the same " +
      `file twice creates nothing new. ${more}` +
      "With dryRun=true every row is looked at and nothing is created; a file with hidden rows is refused unless hidden_rows=true; heading_row is the row of the file its heading stands in, else the one of the first 20 that fits best. It is answered when all is done, at most after 30 seconds; what takes longer goes on, and the answer then has " +
      "data.upload_id and data.state alone, to be asked for by GET admin/ticket-upload/{upload_id}. Of a long file the " +
      "first 1,000 rows are told, and `next`. An admin of a client creates for that client only, " +
      "and sets no price, paid switch, offer or center: such values are not taken and named in not_taken",
    input: wire(
      { clientId: "clientId", wait: "wait", dryRun: "dryRun", hidden_rows: "hiddenRows", heading_row: "headingRow" },
      UploadAtOnce,
      ["form.choice", "form.id", "form.number"],
    ),
    // R475.
    file: "ticketsCsvFile",
    largest: sheetLimits.bytes,
    run: (admin, { clientId, wait = longestWait, dryRun, hiddenRows, headingRow, upload }, { request: { signal } }) =>
      uploadAtOnce(admin, {
        file: upload,
        clientId,
        dryRun: dryRun === "true",
        takesHidden: hiddenRows === "true",
        headingRow,
        wait: { seconds: wait, signal },
      }),
    refuses: {
      404: ["client.notFound"],
      409: ["uploads.busy", "uploads.full"],
      422: [
        "sheet.bomb",
        "sheet.brokenCell",
        "sheet.cellTooLong",
        "sheet.empty",
        "sheet.kind",
        "sheet.locked",
        "sheet.noHeadingRow",
        "sheet.quotes",
        "sheet.tooLong",
        "sheet.tooMuchText",
        "sheet.tooSlow",
        "sheet.tooWide",
        "sheet.unreadable",
        "sheet.webPage",
        "sheet.xmlBook",
        "uploads.gaveUp",
        "uploads.hiddenRefused",
        "uploads.lacksColumns",
        "uploads.noFile",
      ],
      503: ["booking.notYet"],
    },
    answer: UploadShape,
    reply: report,
    say: reportMessage,
    next: ({ next }) => next,
    once: uploadOnce,
    example,
  });

/** Requests from a file. */
export const uploads = {
  "POST admin/upload-csv-for-ticket": create("Without clientId each row names its client in the column Client Id. "),
  "POST ticket/createBulkTickets": create("Same as admin/upload-csv-for-ticket (Q37). "),
  // What became of an upload that took longer than its call.
  "GET admin/ticket-upload/{upload_id}": call({
    own: true,
    as: ["admin"],
    limit: reads.own,
    can: "add_ticket",
    scope: "requests:upload",
    summary:
      "What became of an upload of one's own: its state, and once it is over the counters and up to 1,000 of its rows; " +
      "`after` is the last `next`. A file that was refused is state `refused`, one whose columns were not found " +
      "`unmapped`, each with its `reason`; nothing of it was created",
    input: wire({ upload_id: "id", after: "after" }, UploadRowsAfter, ["form.id", "form.number"]),
    run: uploadReport,
    refuses: { 404: ["uploads.missing"] },
    answer: UploadShape,
    reply: report,
    say: reportMessage,
    next: ({ next }) => next,
    example,
  }),
} satisfies Contract;
