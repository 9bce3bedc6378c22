import type { Readable } from "node:stream";
import { transaction, unitOfWork } from "./db.server.ts";
import { record } from "./history.ts";
import { countUse } from "./limits.server.ts";
import { fileNameOf, type List, type ListWish, pagesOf, sheetOf, told } from "./listed.server.ts";
import { type ExportOwner, ownerOf, prepareExport } from "./prepared-export.server.ts";

/** Longer lists are made in the background (B8). */
export const mostAtOnce = 5_000;

/** Downloads read a whole list: a person needs a few. */
const exportsAnHour = { name: "export", points: 60, seconds: 3_600, onFailure: "closed" } as const;

export type ExportFile = { stream: Readable; mime: string; name: string };

/**
 * A list as a file. One of up to 5,000 rows is written under the reader's eyes; who took what, and how many rows,
 * stands in the history when the last row has gone, or when the reader went away before. A longer one is prepared in
 * the background, and the answer is where to look for it. What has to be refused is refused before the first byte.
 */
export async function exportList<Row, Filter extends object>(
  list: List<Row, Filter>,
  wish: ListWish<Filter>,
): Promise<{ file: ExportFile } | { preparing: string }> {
  const owner = ownerOf(wish.actor);
  await countUse(exportsAnHour, owner.id);
  const pages = pagesOf(list, wish);
  const read: (readonly Row[])[] = [];
  let rows = 0;
  for await (const page of pages) {
    rows += page.length;
    if (rows > mostAtOnce) return { preparing: await prepareExport(list, wish) };
    read.push(page);
  }
  const { stream, mime } = sheetOf(list, wish, handedOver(list, wish, owner, read));
  return { file: { stream, mime, name: fileNameOf(list.name, wish.format) } };
}

async function* handedOver<Row, Filter extends object>(
  { name }: List<Row, Filter>,
  { actor, filter, format }: ListWish<Filter>,
  { subject, id }: ExportOwner,
  read: readonly (readonly Row[])[],
) {
  let rows = 0;
  let complete = false;
  try {
    for (const page of read) {
      rows += page.length;
      yield page;
    }
    complete = true;
  } finally {
    const data = { list: name, format, filter: told(filter), rows, complete };
    // The request that asked is answered by now.
    await unitOfWork(() => transaction(() => record(actor, { subject, id, event: "list.exported", data })));
  }
}
