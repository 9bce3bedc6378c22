import type { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import type { Reading } from "../reading.ts";
import { type FormFieldName, formFieldNames, formFieldOf, formFields } from "./form-fields.ts";
import { type SheetColumn, type TextField, type TextName, textFields } from "./text-fields.ts";

/* What follows from the declared fields of a request (text-fields.ts, form-fields.ts). */

export type { TextName };

/** The texts of a request by their names. */
export type Texts<Name extends TextName = TextName> = Record<Name, string | null>;

type Fields = typeof textFields;

/** The texts that declare something: a schema of a form, or a column of uploads. */
type Having<Part extends keyof TextField> = {
  [Name in TextName]: Fields[Name] extends Record<Part, unknown> ? Name : never;
}[TextName];

export type ChangeText = Having<"change">;
export type SheetText = Having<"sheet">;
export type VisitText = Having<"ofVisit">;

const fieldOf = (name: TextName): TextField => textFields[name];

/** Every text, in the order of the declaration. */
export const textNames = Object.keys(textFields) as TextName[];

const namesWith = <Part extends keyof TextField>(part: Part) =>
  textNames.filter((name) => fieldOf(name)[part] !== undefined) as Having<Part>[];

export const deskNames = namesWith("desk");
export const changeNames = namesWith("change");
export const sheetNames = namesWith("sheet");
/** The texts that lists, the report file and the request's page add to what the specification names. */
export const listedNames: readonly TextName[] = namesWith("listed");
/** The texts of the visit's address. */
export const visitNames = namesWith("ofVisit");

/** The texts that erasure treats alike: `words` that may name anybody, what is the customer's `own`, and `none`. */
export const namesOfPerson = (person: TextField["person"]) =>
  textNames.filter((name) => fieldOf(name).person === person);

/** A record with one value for each of some texts. */
export const byName = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;

type ShapeOf<Form extends "booking" | "desk" | "change"> = {
  [Name in Having<Form>]: Fields[Name] extends Record<Form, infer Schema extends z.ZodType> ? Schema : never;
};

/** The column of a text in the file of an upload. */
export const sheetOf = (name: SheetText): SheetColumn & { name: Fields[SheetText]["sheet"]["name"] } =>
  textFields[name].sheet;

/** The schemas of the texts of a public booking, and of a request that operators or clients create or change. */
export const bookingShape = byName(namesWith("booking"), (name) => textFields[name].booking) as ShapeOf<"booking">;
export const deskShape = byName(deskNames, (name) => textFields[name].desk) as ShapeOf<"desk">;
export const changeShape = byName(changeNames, (name) => textFields[name].change) as ShapeOf<"change">;

const declared: Record<TextName | FormFieldName, { label: MessageKey }> = { ...textFields, ...formFields };

/** What forms, lists and files call a field. */
export const labelOf = (name: TextName | FormFieldName): MessageKey => declared[name].label;

/** The fields of which the history stores what they were before and after a change. */
export const historyNames: readonly string[] = [
  ...namesWith("valueInHistory"),
  ...formFieldNames.filter((name) => formFieldOf(name).valueInHistory),
];

/** The path of a text on the wire of the API, and what it means there where its last part says too little. */
export const wireOf = (name: TextName) => fieldOf(name).wire;
export const meaningOfText = (path: string) => {
  const name = textNames.find((each) => wireOf(each) === path);
  return name && fieldOf(name).meaning;
};

/** The text of a column of the table `tickets`. */
export const textOfColumn = (column: string) => textNames.find((name) => fieldOf(name).column === column);

/** A column of the table `tickets`. */
export const columnOf = (name: TextName) => fieldOf(name).column;

/** A text as an audience reads it. */
export function readText(read: Reading, name: TextName, value: string | null): string | null {
  const { read: kind } = fieldOf(name);
  return value === null || kind === undefined ? value : read[kind](value);
}

/** The texts of a stored request as an audience reads them. */
export const readTexts = <Name extends TextName>(
  read: Reading,
  row: Texts<Name>,
  names: readonly Name[],
): Texts<Name> => byName(names, (name) => readText(read, name, row[name]));

/** The texts of an input or a request as they are stored. */
export const textsToStore = (input: Partial<Record<TextName, string | null | undefined>>): Texts =>
  byName(textNames, (name) => input[name] ?? null);
