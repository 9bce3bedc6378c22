import type { Readable } from "node:stream";
import type { Actor } from "#modules/kernel/actor.ts";
import { problemText } from "#modules/kernel/files/sheets/row-problems.ts";
import type { SheetFormat } from "#modules/kernel/files/spreadsheet.server.ts";
import { fileNameOf, sheetOf, type Table } from "#modules/kernel/lists/list.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { type UploadLine, uploadLines } from "./upload-page.ts";
import { uploadOf } from "./upload-row.ts";

const filePage = 500;

/** The columns of a result row (001 §3), and what became of the row. */
const resultTable: Table<UploadLine> = {
  key: ({ row }) => String(row),
  columns: [
    { id: "row", label: "uploads.row", kind: "count", value: ({ row }) => row },
    {
      id: "outcome",
      label: "uploads.outcome",
      kind: "text",
      value: ({ outcome }, tell) => tell(`uploads.is.${outcome}`),
    },
    { id: "customer_name", label: "uploads.customerName", kind: "text", value: ({ customerName }) => customerName },
    {
      id: "service_provided_client_id",
      label: "uploads.reference",
      kind: "text",
      value: ({ clientReference }) => clientReference,
    },
    {
      id: "errors",
      label: "uploads.errors",
      kind: "text",
      value: ({ problems }, tell) => problems.map((problem) => problemText(problem, tell)).join("; "),
    },
    { id: "ticket_id", label: "uploads.ticketId", kind: "text", value: ({ number }) => number },
    { id: "ticket_price", label: "uploads.ticketPrice", kind: "rupees", value: ({ pricePaise }) => pricePaise },
    { id: "not_taken", label: "uploads.untaken", kind: "text", value: ({ untaken }) => untaken.join(", ") || null },
  ],
};

/** The result of an upload as a file: every row, what became of it and why. */
export async function uploadResult(
  actor: Actor,
  { id, format }: { id: string; format: SheetFormat },
  locale: Locale,
): Promise<{ stream: Readable; mime: string; name: string }> {
  await uploadOf(actor, id);
  const file = sheetOf(resultTable, { actor, format, locale }, linesOf(actor, id));
  return { ...file, name: fileNameOf({ name: "upload-result" }, format) };
}

async function* linesOf(actor: Actor, id: string) {
  for (let after = 0; ; ) {
    const page = await uploadLines(actor, { id, of: "all", after, take: filePage });
    yield page;
    const last = page.at(-1);
    if (!last) return;
    after = last.row;
  }
}
