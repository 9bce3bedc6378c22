import { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import { plainDigits } from "./digits.ts";
import { messageKey } from "./fields.ts";

/*
 * Input types of numbers, written as people write digits. Programmers' notations (`0x64`, `1e3`, `Infinity`, an empty
 * text) are refused, and every type has a minimum and a maximum.
 */

/** Longer than any number here; longer texts are not parsed. */
const longest = 40;

const written = (value: unknown) => {
  if (value === null) return undefined;
  if (typeof value !== "string" || value.length > longest) return value;
  return plainDigits(value).trim() || undefined;
};

function readWhole(value: unknown) {
  const text = written(value);
  return typeof text === "string" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** The largest value of a PostgreSQL integer; versions and counts stay below it. */
export const largestInteger = 2_147_483_647;

type NumberMessages = {
  /** The message for what is not a whole number. */
  wrong?: MessageKey;
  /** The message when nothing was given. */
  empty?: MessageKey;
  /** The message for a number out of range. */
  outside?: MessageKey;
};

/** A whole number from `least` to `most`, as a number or in digits. */
export const wholeNumber = (
  least: number,
  most: number,
  { wrong = "form.number", empty = wrong, outside = wrong }: NumberMessages = {},
) =>
  z.preprocess(
    readWhole,
    z
      .int({ error: ({ input }) => messageKey(input === undefined ? empty : wrong) })
      .min(least, messageKey(outside))
      .max(most, messageKey(outside)),
  );

/** Whether something is switched on, as the wire has it: 1 or 0, also in digits, and as a boolean. */
export const oneOrZero = (wrong: MessageKey = "form.number") =>
  z.preprocess(
    (value) => (value === true || value === "true" ? 1 : value === false || value === "false" ? 0 : value),
    wholeNumber(0, 1, { wrong }),
  );

/** The row version a form was loaded with, so that two editors do not overwrite each other. */
export const version = wholeNumber(0, largestInteger);

/** A decimal number from `least` to `most`, such as a latitude in degrees. */
export const decimal = (least: number, most: number) =>
  z.preprocess(
    (value) => {
      const text = written(value);
      return typeof text === "string" && /^-?\d{1,15}(\.\d{1,20})?$/.test(text) ? Number(text) : text;
    },
    z.number(messageKey("form.number")).min(least, messageKey("form.number")).max(most, messageKey("form.number")),
  );

/** Digits grouped the Indian way (`1,00,000`), by thousands (`100,000`) or not at all, and an optional fraction. */
const amount = /^(\d{1,2}(,\d{2})*,\d{3}|\d{1,3}(,\d{3})+|\d{1,15})(\.\d*)?$/;

function readRupees(value: unknown) {
  const text = written(value);
  return typeof text === "string" && amount.test(text) ? Number(text.replaceAll(",", "")) : text;
}

const most = 10_000_000;

/** As `wholeRupees`, with its own message for nothing given, and with another largest amount and its message. */
export const wholeRupeesSaying = (empty: MessageKey, largest = most, outside: MessageKey = "form.amountMost") =>
  z.preprocess(
    readRupees,
    z
      .number({ error: ({ input }) => messageKey(input === undefined ? empty : "form.amount") })
      .min(0, messageKey("form.amount"))
      .max(largest, messageKey(outside))
      .transform((value) => Math.trunc(value)),
  );

/** Whole rupees of 0 or more; decimals are cut toward zero (Q121); `10,000` and `1,00,000` are understood. */
export const wholeRupees = wholeRupeesSaying("form.amount");

/** Rupees of 0 or more, at most two decimals: `10,000` and `1,00,000.50` are understood. */
export const rupeesAndPaise = z.preprocess(
  readRupees,
  z
    .number({ error: () => messageKey("form.amountPaise") })
    .min(0, messageKey("form.amountPaise"))
    .max(most, messageKey("form.amountMost"))
    .refine((value) => Number(value.toFixed(2)) === value, messageKey("form.amountPaise")),
);

/**
 * Whole rupees from `least` to `most`; a fraction is refused with the same message as any other wrong amount, and
 * nothing given with `empty`.
 */
export const exactRupees = (least: number, most: number, wrong: MessageKey, empty: MessageKey = wrong) =>
  z.preprocess(
    readRupees,
    z
      .int({ error: ({ input }) => messageKey(input === undefined ? empty : wrong) })
      .min(least, messageKey(wrong))
      .max(most, messageKey(wrong)),
  );
