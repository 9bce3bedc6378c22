import { api } from "./api-doors.ts";
import type { Knock } from "./ask.ts";
import { files } from "./file-doors.ts";
import { partners } from "./partner-doors.ts";
import { web } from "./web-doors.ts";

/** Every way the doors are knocked at, by the name of its line. */
export const knocks: Record<string, Knock> = { ...api, ...web, ...files, ...partners };
