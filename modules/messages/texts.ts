import { en } from "./en.ts";
import { hi } from "./hi.ts";

export type MessageKey = keyof typeof en;
export type Locale = "en" | "hi";

/** The texts of each language. */
export const texts: Record<Locale, Record<MessageKey, string>> = { en, hi };
