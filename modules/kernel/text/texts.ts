import { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import { messageKey } from "./fields.ts";

/*
 * Input types of text. Whatever people type, paste or dictate is accepted; characters that no screen, message, sheet or
 * database can hold (NUL and other control characters, half a surrogate pair) are refused beside the field.
 */

/** Control characters, lone surrogates and code points that are not characters. */
const unfit = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
const unfitInLines = /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Whether a text can be stored and shown on one line. */
export const isPlain = (value: string) => !unfit.test(value);

const plain = z.refine<string>(isPlain, { error: messageKey("form.characters"), abort: true });
const plainLines = z.refine<string>((value) => !unfitInLines.test(value), {
  error: messageKey("form.characters"),
  abort: true,
});

/**
 * Direction marks and the byte order mark: invisible and unintended, they come along when a phone number is copied, and
 * they make two equal-looking texts differ.
 */
const turning = /[\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** Invisible characters trimmed from both ends. Joiners of Indian scripts and emoji are part of the text and stay. */
const around = /[\s\u00AD\u200B\u200E\u200F\u2060]/;
const seen = /[^\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/u;

function tidied(value: string) {
  const straight = value.replace(turning, "");
  if (!seen.test(straight)) return "";
  let from = 0;
  let to = straight.length;
  while (from < to && around.test(straight[from]!)) from += 1;
  while (to > from && around.test(straight[to - 1]!)) to -= 1;
  return straight.slice(from, to);
}

/** In one-line text, a pasted line break or tab becomes a space. */
const tidy = z.overwrite<string>((value) => tidied(value).replace(/[\t\n\r\u2028\u2029]+/g, " "));
const tidyLines = z.overwrite<string>((value) => tidied(value).replace(/\r\n?|[\u2028\u2029]/g, "\n"));

/** Required text of one line, of at most `max` characters, trimmed; a line break inside becomes a space. */
export const text = (max: number, message: MessageKey = "form.incomplete", tooLong: MessageKey = "form.tooLong") =>
  z.string(messageKey(message)).check(tidy, plain).min(1, messageKey(message)).max(max, messageKey(tooLong));

/** Optional text of one line, of at most `max` characters; empty counts as not given. */
export const optionalText = (max: number) =>
  z
    .string(messageKey("form.check"))
    .check(tidy, plain)
    .max(max, messageKey("form.tooLong"))
    .transform((value) => value || undefined)
    .optional();

/** Required text that may have line breaks and tabs, of at most `max` characters, trimmed. */
export const lines = (max: number, message: MessageKey = "form.incomplete") =>
  z
    .string(messageKey(message))
    .check(tidyLines, plainLines)
    .min(1, messageKey(message))
    .max(max, messageKey("form.tooLong"));

/** Optional text that may have line breaks and tabs; empty counts as not given. */
export const optionalLines = (max: number) =>
  z
    .string(messageKey("form.check"))
    .check(tidyLines, plainLines)
    .max(max, messageKey("form.tooLong"))
    .transform((value) => value || undefined)
    .optional();

/** Texts, one a line, of at most `max` characters together: without blank lines and repetitions; none is an empty list. */
export const lineList = (max: number) =>
  z
    .string(messageKey("form.check"))
    .check(tidyLines, plainLines)
    .max(max, messageKey("form.tooLong"))
    .transform((value) =>
      [...new Set(value.split("\n").map((line) => line.trim().replace(/\s+/g, " ")))].filter(Boolean),
    );

/** Required e-mail address of at most `max` characters. */
export const email = (max: number) =>
  text(max)
    .refine((value) => z.email().safeParse(value).success, messageKey("form.email"))
    .meta({ format: "email" });

/** Text taken exactly as typed, spaces included: a password. */
export const exactText = (max: number, empty: MessageKey, tooLong: MessageKey = "form.tooLong") =>
  z.string(messageKey(empty)).min(1, messageKey(empty)).max(max, messageKey(tooLong)).check(plain);

/**
 * Text that matches a pattern, of at most `max` characters, such as a code or a token; `empty` is the message for none.
 */
export const shaped = (shape: RegExp, max: number, wrong: MessageKey, empty: MessageKey = wrong) =>
  z
    .string(messageKey(empty))
    .min(1, messageKey(empty))
    .max(max, messageKey(wrong))
    .regex(shape, messageKey(wrong))
    .check(plain);

/** The storable part of a text without refusing it: a draft is saved while it is still being typed. */
export const keepable = (value: string, max: number) =>
  value
    .slice(0, max)
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, "");
