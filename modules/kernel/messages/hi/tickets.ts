import type { tickets as en } from "../en/tickets.ts";

export const tickets: Record<keyof typeof en, string> = {};
