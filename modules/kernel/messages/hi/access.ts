import type { access as en } from "../en/access.ts";

export const access: Record<keyof typeof en, string> = {};
