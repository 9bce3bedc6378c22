import { z } from "zod";
import { lenient, text } from "#modules/kernel/validation.ts";

/** The language switch: a language and the page to return to. */
export const LanguageChoice = z.object({ lang: lenient(text(20)), to: text(2000).catch("/") });
