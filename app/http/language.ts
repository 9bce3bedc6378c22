import { z } from "zod";

/** The language switch: a language and the page to come back to. */
export const LanguageChoice = z.object({ lang: z.string().optional(), to: z.string().default("/") });
