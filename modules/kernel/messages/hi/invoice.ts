import type { invoice as en } from "../en/invoice.ts";

export const invoice: Record<keyof typeof en, string> = {};
