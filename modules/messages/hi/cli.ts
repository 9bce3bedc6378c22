import type { cli as en } from "../en/cli.ts";

export const cli: Record<keyof typeof en, string> = {};
