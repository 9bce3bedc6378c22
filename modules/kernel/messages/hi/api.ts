import type { api as en } from "../en/api.ts";

export const api: Record<keyof typeof en, string> = {};
