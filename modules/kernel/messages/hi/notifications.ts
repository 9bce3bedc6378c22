import type { notifications as en } from "../en/notifications.ts";

export const notifications: Record<keyof typeof en, string> = {};
