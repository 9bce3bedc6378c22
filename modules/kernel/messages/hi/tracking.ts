import type { tracking as en } from "../en/tracking.ts";

export const tracking: Record<keyof typeof en, string> = {};
