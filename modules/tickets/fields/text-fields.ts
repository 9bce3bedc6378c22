import type { z } from "zod";
import { optionalStateName, stateName } from "#modules/catalog/shared.ts";
import {
  clearable,
  lines,
  optionalField,
  optionalLines,
  optionalText,
  phone,
  text,
} from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { Reading } from "../reading.ts";

/*
 * The texts of a request that its customer gives, each declared once: forms, calls, lists, files, uploads, rights,
 * erasure and export follow from here. A text is null where a request has none.
 */

/** A column of an upload's file: its name to the letter (R309), the hint on correcting a cell, and an example. */
export type SheetColumn = {
  name: string;
  /** A cell may be empty: the form does not ask for it, or it has a default. */
  optional?: true;
  fix: MessageKey;
  /** A number of a spreadsheet is read as it is written, `221.0` as 221. */
  whole?: true;
  example?: string;
};

export type TextField = {
  /** Its column of the table `tickets`. */
  column: string;
  /** What forms, lists and files call it. */
  label: MessageKey;
  /** As which kind of text each audience reads it (reading.ts); without one everybody does. */
  read?: Exclude<keyof Reading, "name">;
  /** Its schema where the public books, and where a request of operators or clients is created and changed. */
  booking?: z.ZodType;
  desk?: z.ZodType;
  change?: z.ZodType;
  /** Its path in calls of the API and in their answers, and what it means there, if its last part says too little. */
  wire?: string;
  meaning?: string;
  sheet?: SheetColumn;
  /** Whether erasure looks for other people in it (`words`), erases it with its customer (`own`), or leaves it. */
  person: "words" | "own" | "none";
  /** A part of the visit's address: a technician who is to come gets its change, the phone's next request begins with it. */
  ofVisit?: true;
  /** Whether the history stores what it was before and after a change; of what people write it stores neither. */
  valueInHistory?: true;
  /** Whether request lists and the report file have it as their own column, and the request's page as a line. */
  listed?: true;
};

export const textFields = {
  requirement: {
    column: "requirement",
    label: "common.specificRequirement",
    read: "words",
    booking: optionalLines(300),
    desk: optionalLines(300),
    change: clearable(lines(300)),
    wire: "specific_requirement",
    meaning: "What the customer wants, in own words",
    sheet: {
      name: "Specific requirement",
      optional: true,
      fix: "booking.requirement.cell",
      example: "Water drips from the indoor unit",
    },
    person: "words",
  },
  email: {
    column: "email",
    label: "common.email",
    read: "email",
    booking: optionalText(100),
    desk: optionalText(100),
    wire: "personal_details.email",
    person: "own",
  },
  /** Its number has a name of its own on the wire, as the first one's. */
  alternatePhone: {
    column: "alternate_phone",
    label: "booking.alternatePhone",
    read: "phone",
    desk: optionalField(phone),
    person: "own",
  },
  houseNumber: {
    column: "house_number",
    label: "request.form.houseNumber",
    read: "place",
    booking: text(200),
    desk: text(200),
    change: text(200),
    wire: "address_details.house_number",
    meaning: "House or flat, and building",
    sheet: { name: "House number", fix: "booking.houseNumber.cell", whole: true, example: "221" },
    person: "words",
    ofVisit: true,
  },
  locality: {
    column: "locality",
    label: "booking.locality",
    read: "locality",
    booking: optionalText(100),
    desk: optionalText(100),
    change: clearable(text(100)),
    wire: "address_details.locality",
    sheet: { name: "Locality", optional: true, fix: "booking.locality.cell", example: "Indiranagar" },
    person: "words",
    ofVisit: true,
  },
  city: {
    column: "city",
    label: "common.city",
    read: "city",
    booking: text(30),
    desk: optionalText(30),
    change: clearable(text(30)),
    wire: "address_details.city",
    sheet: { name: "City", optional: true, fix: "booking.city.cell", example: "Bengaluru" },
    person: "words",
    ofVisit: true,
  },
  state: {
    column: "state",
    label: "common.state",
    booking: stateName,
    desk: optionalStateName,
    change: clearable(stateName),
    wire: "address_details.state",
    sheet: { name: "State", optional: true, fix: "booking.state.cell", example: "Karnataka" },
    person: "none",
    ofVisit: true,
    valueInHistory: true,
  },
  /** A pick and drop has the next two in place of an address; `PickDropBooking` asks for them. */
  pickLocation: { column: "pick_location", label: "booking.pickLocation", read: "place", person: "words" },
  dropLocation: { column: "drop_location", label: "booking.dropLocation", read: "place", person: "words" },
} as const satisfies Record<string, TextField>;

export type TextName = keyof typeof textFields;
