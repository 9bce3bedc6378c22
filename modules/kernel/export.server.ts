import type { Readable } from "node:stream";
import type { Actor } from "./actor.ts";
import { istDate } from "./clock.ts";
import { transaction, unitOfWork } from "./db.server.ts";
import { record, type Subject } from "./history.ts";
import { countUse } from "./limits.server.ts";
import { type SheetColumn, type SheetFormat, sheetFormats } from "./spreadsheet.server.ts";

/** Rows of a page of an export: enough to be quick, few enough to hold. */
export const exportPage = 500;

/** Downloads read a whole list: a person needs a few. */
const exportsAnHour = { name: "export", points: 60, seconds: 3_600, onFailure: "closed" } as const;

type Export<Row> = {
  actor: Actor;
  /** Whose list it is, for the history and the limit. */
  of: { subject: Subject; id: string };
  /** The list's name, in the file's name and in the history. */
  list: string;
  /** What the list is narrowed to, as the history keeps it: never a name or a number somebody searched for. */
  filter: Record<string, string | boolean>;
  format: SheetFormat;
  columns: readonly SheetColumn<Row>[];
  /** A page of the list for this actor, masked as on the screen. */
  page: (after: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>;
};

export type ExportFile = { stream: Readable; mime: string; name: string };

/**
 * A list as a file, streamed page by page under the reader's eyes. Who took what, and how many rows, stands in the
 * history when the last row has gone, or when the reader went away before. The first page is asked for at once, so
 * that a refusal is an answer and not a broken file.
 */
export async function exportList<Row>(wish: Export<Row>): Promise<ExportFile> {
  const { of, list, format, columns, page } = wish;
  await countUse(exportsAnHour, of.id);
  const first = await page(undefined);
  const { mime, write } = sheetFormats[format];
  return { stream: write(columns, pagesOf(wish, first, page)), mime, name: `${list}-${istDate()}.${format}` };
}

async function* pagesOf<Row>(
  { actor, of, list, filter, format }: Export<Row>,
  first: { rows: readonly Row[]; next: string | null },
  page: Export<Row>["page"],
) {
  let rows = 0;
  let complete = false;
  try {
    for (let current = first; ; ) {
      rows += current.rows.length;
      yield current.rows;
      const { next } = current;
      if (!next) break;
      // The request that asked is answered by now: each page is read on its own.
      current = await unitOfWork(() => page(next));
    }
    complete = true;
  } finally {
    const data = { list, format, filter, rows, complete };
    await unitOfWork(() => transaction(() => record(actor, { ...of, event: "list.exported", data })));
  }
}
