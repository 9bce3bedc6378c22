import { z } from "zod";
import { lastHeadingRow } from "#modules/kernel/files/sheets/heading.ts";
import {
  id,
  idSaying,
  lenient,
  optionalText,
  reference,
  text,
  trueOrFalse,
  wholeNumber,
} from "#modules/kernel/validation.ts";
import { columnNames } from "./columns.ts";

/** An upload by its id. */
export const UploadRef = z.object({ id });

/** Rows of an upload after one of them. */
export const UploadRowsAfter = UploadRef.extend({ after: wholeNumber(0, 10_000_000).optional() });

/** A stored file, and the client its requests are for; without one each row names its own. */
export const BeginUpload = z.object({
  fileId: idSaying("uploads.noFile"),
  fileName: text(200, "uploads.noFile"),
  clientId: reference.optional(),
});

/** The same where a client must be chosen (R306). */
export const BeginForClient = BeginUpload.extend({ clientId: idSaying("uploads.chooseClient") });

/**
 * A file whose requests are created at once, for a client or for the one each row names; with `dryRun` only checked.
 * `hiddenRows` also creates those of hidden rows, which otherwise refuse the file. `headingRow` is the row of the file
 * its heading is in; without it the one of the first rows that fits best.
 */
export const UploadAtOnce = z.object({
  clientId: reference.optional(),
  wait: wholeNumber(0, 30).optional(),
  dryRun: trueOrFalse.optional(),
  hiddenRows: trueOrFalse.optional(),
  headingRow: wholeNumber(1, lastHeadingRow).optional(),
});

/** The fields of a mapping's columns and a row's cells in a form: `c0` to `c21`, in the template's order. */
export const fieldOfColumn = (at: number) => `c${at}` as const;

const ofEachColumn = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(columnNames.map((_, at) => [fieldOfColumn(at), schema])) as Record<
    ReturnType<typeof fieldOfColumn>,
    S
  >;

/** Which heading of the file, from 0, each column of the template is read from; empty for none. */
export const MapUpload = UploadRef.extend(ofEachColumn(wholeNumber(0, 99).optional()));

/** The row of the file with its heading. */
export const ChooseHeading = UploadRef.extend({ headingRow: wholeNumber(1, 10_000_000) });

/**
 * A row of a dry run with its corrected cells: those `shown`, by their place in the template; an empty one is emptied.
 */
export const FixRow = UploadRef.extend({
  place: wholeNumber(1, 10_000_000),
  shown: z.array(wholeNumber(0, columnNames.length - 1)).max(columnNames.length),
  ...ofEachColumn(optionalText(5_000)),
});

/** Which rows of an upload a page shows, and after which place. */
export const UploadView = UploadRef.extend({
  rows: lenient(z.enum(["wrong", "known", "ready", "accepted"])),
  after: lenient(wholeNumber(0, 10_000_000)),
  act: lenient(z.enum(["cancel", "undo", "errors", "heading"])),
});
