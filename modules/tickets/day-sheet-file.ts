import type { Readable } from "node:stream";
import type { ActorOf } from "../kernel/actor.ts";
import { transaction } from "../kernel/db.server.ts";
import { record } from "../kernel/history.ts";
import { type Locale, say } from "../kernel/messages/index.ts";
import { sheetColumns, sheetFormats } from "../kernel/spreadsheet.server.ts";
import { daySheet, type SheetRide } from "./day-sheet.ts";

type Wish = { day?: string | undefined; locale: Locale };

/** A driver's day as comma separated values, each ride as it stands on the sheet; who took which day is recorded. */
export async function daySheetFile(actor: ActorOf<"center">, { day, locale }: Wish) {
  const sheet = await daySheet(actor, { day });
  await transaction(() =>
    record(actor, {
      ...{ subject: "center", id: actor.centerId, event: "list.exported" },
      data: { list: "day-sheet", format: "csv", filter: { day: sheet.day }, rows: sheet.rides.length, complete: true },
    }),
  );
  const { mime, write } = sheetFormats.csv;
  const stream: Readable = write(columnsIn(locale), once(sheet.rides));
  return { stream, mime, name: say("ride.sheet.file", { day: sheet.day }, locale) };
}

async function* once<T>(all: readonly T[]) {
  yield all;
}

function columnsIn(locale: Locale) {
  const c = sheetColumns<SheetRide>();
  const word = (key: Parameters<typeof say>[0]) => say(key, {}, locale);
  return [
    c.moment(word("ride.sheet.time"), ({ at }) => at),
    c.text(word("ride.number"), ({ number }) => number),
    c.text(word("ride.sheet.from"), ({ from }) => from),
    c.text(word("ride.sheet.to"), ({ to }) => to),
    c.rupees(word("ride.amount"), ({ farePaise }) => farePaise),
    c.text(word("ride.mode"), ({ mode }) => word(`ride.mode.${mode}`)),
    c.text(word("ride.sheet.status"), ({ status }) =>
      word(status === "CLOSED" ? "ride.sheet.paid" : "ride.sheet.notPaid"),
    ),
  ];
}
