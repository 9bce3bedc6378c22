import { bareHeading } from "#modules/kernel/files/sheets/cells.ts";
import { type Mapping as AnyMapping, type HeadingNames, mapColumns } from "#modules/kernel/files/sheets/heading.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { formFields } from "../fields/form-fields.ts";
import { type SheetColumn, textFields } from "../fields/text-fields.ts";
import { type SheetText, sheetNames, sheetOf } from "../fields/texts.ts";

/** A column of the template. */
type Column = SheetColumn & {
  /** Never read: the session decides (H8). */
  unread?: true;
};

const { requirement, houseNumber, locality, city, state } = textFields;
const { serviceId, name, phone, pincode, offerCode, clientId, clientReference } = formFields;
const { dueAmount, markedPaid, ticketPrice } = formFields;

/** The specified columns in their order (R309). */
const specified = [
  { name: "CenterQr", optional: true, fix: "uploads.mend.centerQr" },
  clientId.sheet,
  serviceId.sheet,
  requirement.sheet,
  clientReference.sheet,
  { name: "Country code", optional: true, fix: "uploads.mend.countryCode", example: "+91" },
  phone.sheet,
  name.sheet,
  houseNumber.sheet,
  locality.sheet,
  city.sheet,
  state.sheet,
  pincode.sheet,
  { name: "Additional Pincode", optional: true, fix: "uploads.mend.pincode" },
  { name: "Country", optional: true, fix: "uploads.mend.country", example: "INDIA" },
  formFields["timePreference.type"].sheet,
  formFields["timePreference.at"].sheet,
  ticketPrice.sheet,
  offerCode.sheet,
  markedPaid.sheet,
  { name: "ticketCreatedBy", optional: true, unread: true, fix: "uploads.mend.unread" },
  dueAmount.sheet,
] as const satisfies readonly Column[];

export type ColumnName = (typeof specified)[number]["name"] | (typeof textFields)[SheetText]["sheet"]["name"];

/** The columns of the template. A stored row holds its cells by place: declared columns follow the specified ones. */
export const templateColumns: readonly (Column & { name: ColumnName })[] = [
  ...specified,
  ...sheetNames.map(sheetOf).filter(({ name }) => !specified.some((column) => column.name === name)),
];

/** How many columns of the template are specified; they come first. */
export const specifiedCount = specified.length;

export const columnNames = templateColumns.map(({ name }) => name);

const places = new Map<ColumnName, number>(columnNames.map((name, place) => [name, place]));

/** Returns the place of a column in a stored row, from 0. */
export const placeOf = (name: ColumnName) => places.get(name)!;

/** Returns the hint on correcting a cell of a column. */
export const fixOf = (name: ColumnName): MessageKey => templateColumns[placeOf(name)]!.fix;

/** Which column of the file, from 0, each column of the template is read from. */
export type Mapping = AnyMapping<ColumnName>;

/** The names of columns in a client's files, bare, by the template's column. */
export type KnownNames = HeadingNames<ColumnName>;

/** Finds the template's columns in a heading, with the names known of its client and those sent for this file. */
export const mapHeading = (heading: readonly string[], known: KnownNames = {}, named: KnownNames = {}) =>
  mapColumns(templateColumns, heading, { known, named });

const isOptional = (name: ColumnName) => templateColumns[placeOf(name)]!.optional === true;

/** Whether a file must have a column. */
export const isNeeded = (name: ColumnName) => !isOptional(name);

/** Whether a column is read at all. */
export const isRead = (name: ColumnName) => templateColumns[placeOf(name)]!.unread !== true;

/** The columns a file must have. */
export const neededColumns = columnNames.filter(isNeeded);

/** What of a mapping is worth remembering: the headings that are not the template's own. */
export const namesOf = (heading: readonly string[], mapping: Mapping): KnownNames =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([column, place]) => {
      const name = bareHeading(heading[place] ?? "");
      return name && bareHeading(column) !== name ? [[column, name]] : [];
    }),
  );

/** The cells of a row of the file in the template's order. */
export const arranged = (cells: readonly string[], mapping: Mapping): string[] =>
  columnNames.map((name) => {
    const place = mapping[name];
    return place === undefined ? "" : (cells[place] ?? "").trim();
  });
