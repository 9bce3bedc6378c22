import type { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import type { Verdict } from "#modules/kernel/files/sheets/check-rows.ts";
import type { RowProblem as AnyRowProblem } from "#modules/kernel/files/sheets/row-problems.ts";
import { optionalText } from "#modules/kernel/validation.ts";
import { CreateRequest } from "../desk/input.ts";
import { formFields, formSheetNames } from "../fields/form-fields.ts";
import { byName, sheetNames, sheetOf } from "../fields/texts.ts";
import { maySet, type RequestField, requestFieldRights } from "../rights/field-rights.ts";
import { type ColumnName, columnNames } from "./columns.ts";

/** A problem of a row of requests. */
export type RowProblem = AnyRowProblem<ColumnName>;

/** A request of a row of an upload: the short list (Q18), and the QR code of a center or dealer. */
export const UploadedRequest = CreateRequest.omit({ email: true, alternatePhone: true }).extend({
  qrId: optionalText(40),
});
export type UploadedRequest = z.output<typeof UploadedRequest>;

/** The column of a field of the form in the file. */
export const columnOfField: Record<string, ColumnName> = {
  ...byName(sheetNames, (name) => sheetOf(name).name),
  ...byName(formSheetNames, (name) => formFields[name].sheet.name),
  timePreference: "Time preference type",
  qrId: "CenterQr",
};

/** The columns of an admin's template, in their order: all (R309), or of a client those whose values are taken. */
export function uploadColumns(actor: Actor): readonly ColumnName[] {
  const barred = (Object.keys(requestFieldRights) as RequestField[])
    .filter((field) => !maySet(actor, field))
    .map((field) => columnOfField[field]);
  return columnNames.filter((name) => !barred.includes(name));
}

export type CheckedRow = {
  place: number;
  /** In the template's order. */
  cells: readonly string[];
  verdict: Verdict;
  problems: readonly RowProblem[];
  /** The columns whose values were not taken, because who uploads may not set them (fixed point 28). */
  untaken: readonly ColumnName[];
  /** Whose request it is, and by what it is known again (`client + service_provided_client_id`, else its digest). */
  clientId: string | null;
  key: string | null;
  /** The phone's digits, however they were written, so that an erasure finds the row. */
  phone: string | null;
  input?: UploadedRequest;
};
