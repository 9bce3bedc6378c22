import type { ActorOf } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { sheetOf } from "#modules/kernel/lists/list.server.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { daySheet, ridesTable } from "./day-sheet.ts";

type SheetInput = { day?: string | undefined; locale: Locale };

/** A driver's day as CSV, each ride as on the sheet; the history records who exported which day. */
export async function daySheetFile(actor: ActorOf<"center">, { day, locale }: SheetInput) {
  const sheet = await daySheet(actor, { day });
  await transaction(() =>
    record(actor, {
      subject: "center",
      id: actor.centerId,
      event: "list.exported",
      data: { list: "day-sheet", format: "csv", filter: { day: sheet.day }, rows: sheet.rides.length, complete: true },
    }),
  );
  const file = sheetOf(ridesTable, { actor, locale, format: "csv" }, once(sheet.rides));
  return { ...file, name: say("ride.sheet.file", { day: sheet.day }, locale) };
}

async function* once<T>(all: readonly T[]) {
  yield all;
}
