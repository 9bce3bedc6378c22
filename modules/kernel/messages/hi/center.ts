import type { center as en } from "../en/center.ts";

export const center: Record<keyof typeof en, string> = {};
