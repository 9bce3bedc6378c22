import type { feedback as en } from "../en/feedback.ts";

export const feedback: Record<keyof typeof en, string> = {};
