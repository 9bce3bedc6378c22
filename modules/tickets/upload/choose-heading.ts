import { type Actor, need } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, invalid } from "#modules/kernel/errors.ts";
import { type FirstRow, fileBeginning } from "#modules/kernel/files/sheets/heading.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { readUpload } from "./read-upload.ts";
import { withSheet } from "./stored-sheet.ts";
import { type UploadRow, uploadOf } from "./upload-row.ts";
import { uploadsTable } from "./uploads-table.ts";

/** The first page of a sheet has the rows among which a heading is looked for. */
const firstPage = 50;

/**
 * The first rows of a file that waits for its columns, among which its heading is chosen. They are read from the file:
 * nothing of a file nobody has mapped is stored elsewhere (R13).
 */
export async function uploadBeginning(actor: Actor, { id }: { id: string }): Promise<FirstRow[]> {
  need(actor, "add_ticket");
  return withSheet(await unmapped(actor, id), firstPage, async (sheet) => {
    for await (const page of sheet.pages("look")) return fileBeginning(page);
    return [];
  });
}

async function unmapped(actor: Actor, id: string, { lock = false } = {}): Promise<UploadRow> {
  const upload = await uploadOf(actor, id, { lock });
  if (upload.state !== "unmapped" || !upload.blob_id) throw conflict("uploads.otherState");
  return upload;
}

/** Say which of the first rows of a file is its heading: it is read anew below it. */
export async function chooseHeading(
  actor: Actor,
  { id, headingRow }: { id: string; headingRow: number },
): Promise<void> {
  const first = await uploadBeginning(actor, { id });
  if (!first.some(({ row }) => row === headingRow)) throw invalid("form.choice", { headingRow: "form.choice" });
  await transaction(async () => {
    await unmapped(actor, id, { lock: true });
    await rows(
      uploadsTable()
        .updateTable("uploads")
        .set({ state: "checking", heading_row: headingRow, mapping: null, tries: 0, failure: null, worked_at: now() })
        .where("id", "=", id),
    );
    await later(readUpload, { uploadId: id });
  });
}
