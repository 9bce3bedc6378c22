import type { centers as en } from "../en/centers.ts";

export const centers: Record<keyof typeof en, string> = {};
