import { openSession } from "#modules/access/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { anAddress } from "./factories.ts";

/** The token of an app whose admin logged in a moment ago, so that it is fresh for every act (fixed point 27). */
export const adminToken = async (adminId: string): Promise<string> =>
  (await openSession({ kind: "admin", subjectId: adminId, via: "token", address: anAddress(), provedAt: now() })).token;
