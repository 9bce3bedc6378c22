import type { Readable } from "node:stream";
import type { z } from "zod";
import { callerOf } from "../actor.ts";
import { transaction, unitOfWork } from "../db/db.server.ts";
import { record } from "../db/history.ts";
import { countUse } from "../db/limits.server.ts";
import { auditableFilter, fileNameOf, type List, type ListRequest, needFile, pagesOf, sheetOf } from "./list.server.ts";
import { type Owner, ownerOf } from "./owners.server.ts";
import { mostUnderWay, prepareExport } from "./prepared-export.server.ts";

/** Lists with more rows are exported in the background (B8). */
export const mostAtOnce = 5_000;

/** Files that this process sends at the moment, by whom a limit counts: an account, or a person of a desk. */
const sending = new Map<string, number>();

/** Each download reads a whole list, and a person needs only a few. */
const exportsAnHour = { name: "export", points: 60, seconds: 3_600, onFailure: "closed" } as const;

export type ExportFile = { stream: Readable; mime: string; name: string };

/**
 * A list as a file. Up to 5,000 rows are streamed in the response; the history row with who exported how many rows is
 * written when the last row was sent or the reader disconnected. A longer list is prepared in the background and the
 * answer says where to find it; so is a third file that an account, or a person of a desk, asks for while two are being sent to it. Refusals
 * come before the first byte.
 */
export async function exportList<Filter extends z.ZodObject, Line, Row extends Line>(
  list: List<Filter, Line, Row>,
  request: ListRequest<z.output<Filter>>,
): Promise<{ file: ExportFile } | { preparing: string }> {
  const owner = ownerOf(request.actor);
  needFile(request.actor, list);
  const caller = callerOf(request.actor)!;
  await countUse(exportsAnHour, caller);
  const before = sending.get(caller) ?? 0;
  if (before >= mostUnderWay) return { preparing: await prepareExport(list, request) };
  sending.set(caller, before + 1);
  let stream: Readable | undefined;
  try {
    const read: (readonly Row[])[] = [];
    let rows = 0;
    for await (const page of pagesOf(list, request)) {
      rows += page.length;
      if (rows > mostAtOnce) return { preparing: await prepareExport(list, request) };
      read.push(page);
    }
    const sheet = sheetOf(list, request, handedOver(list.name, request, owner, read));
    stream = sheet.stream.once("close", () => sent(caller));
    return { file: { stream, mime: sheet.mime, name: fileNameOf(list, request.format) } };
  } finally {
    if (!stream) sent(caller);
  }
}

function sent(caller: string) {
  const left = (sending.get(caller) ?? 1) - 1;
  if (left > 0) sending.set(caller, left);
  else sending.delete(caller);
}

async function* handedOver<Row>(
  list: string,
  { actor, filter, format }: ListRequest<object>,
  { subject, id }: Owner,
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
    const data = { list, format, filter: auditableFilter(filter), rows, complete };
    // The request that started the download has ended by now, so this needs its own unit of work.
    await unitOfWork(() => transaction(() => record(actor, { subject, id, event: "list.exported", data })));
  }
}
