import type { admin as en } from "../en/admin.ts";

export const admin: Record<keyof typeof en, string> = {};
