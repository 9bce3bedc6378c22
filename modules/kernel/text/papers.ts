import { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import { plainDigits } from "./digits.ts";
import { shaped } from "./texts.ts";

/*
 * Numbers of Indian papers and banks, as people type and paste them: spaces and hyphens between groups are left out,
 * letters are upper-case. `empty` is the message when nothing was given.
 */

const compact = (value: unknown) =>
  typeof value === "string" || typeof value === "number"
    ? plainDigits(String(value))
        .replace(/[\s\p{Cf}\p{Pd}]/gu, "")
        .toUpperCase()
    : value;

/** PAN: five letters, four digits, one letter (R154). */
export const panSaying = (empty: MessageKey) =>
  z.preprocess(compact, shaped(/^[A-Z]{5}\d{4}[A-Z]$/, 10, "form.pan", empty));
export const pan = panSaying("form.pan");

/**
 * Aadhaar, twelve characters (R155): the full number, or a masked card's, where only the last four are digits. The first
 * eight are never stored.
 */
export const aadhaarSaying = (empty: MessageKey, wrong: MessageKey = "form.aadhar") =>
  z.preprocess(compact, shaped(/^[0-9X*]{8}\d{4}$/, 12, wrong, empty));

/** GSTIN: state code, PAN, entity, Z and a check character over the other fourteen. */
export const gstinSaying = (empty: MessageKey) =>
  z.preprocess(
    compact,
    shaped(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 15, "form.gst", empty).refine(
      isGstin,
      "form.gstCheck" satisfies MessageKey,
    ),
  );

const base36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Whether the last character of a GSTIN is the check character of those before it (Luhn, modulo 36). */
export function isGstin(gstin: string): boolean {
  const sum = [...gstin.slice(0, 14)].reduce((total, character, at) => {
    const product = base36.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return gstin.length === 15 && base36[(36 - (sum % 36)) % 36] === gstin[14];
}

/** The PAN of the holder of a GSTIN: its characters 3 to 12. */
export const panInGstin = (gstin: string) => gstin.slice(2, 12);

/** IFSC: four letters of the bank, a zero, six characters of the branch. */
export const ifscSaying = (empty: MessageKey) =>
  z.preprocess(compact, shaped(/^[A-Z]{4}0[A-Z0-9]{6}$/, 11, "form.ifsc", empty));

/** A bank account number of nine to eighteen digits. */
export const accountNumberSaying = (empty: MessageKey) =>
  z.preprocess(compact, shaped(/^\d{9,18}$/, 18, "form.account", empty));

/** A mobile number between other characters than digits: also after a 0, and with signs between its digits. */
const mobileIn = /(?<!\d)0?[6-9](?:[-/]?\d){9}(?!\d)/;

/**
 * The number a bank gives a transfer: letters and digits, at least one digit; without spaces, in capitals; optional. Ten
 * digits of a mobile number are refused: erasing a customer leaves the reference. Twelve are a number of a bank.
 */
export const bankReference = z.preprocess(
  (value) =>
    value === undefined || value === null || value === ""
      ? undefined
      : typeof value === "string"
        ? value.replaceAll(/\s/g, "").toUpperCase()
        : value,
  shaped(/^(?=.*\d)[A-Z0-9][A-Z0-9/-]{5,39}$/, 40, "walletAct.reference")
    .refine((value) => !mobileIn.test(value), "walletAct.referencePhone" satisfies MessageKey)
    .optional(),
);
