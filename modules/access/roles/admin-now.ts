import { randomUUID } from "node:crypto";
import type { Actor } from "#modules/kernel/actor.ts";
import { adminActor } from "./admin-actor.ts";

/**
 * The admin behind work that runs in the background, with their current rights; refused when the account is disabled.
 * The session id is random: no session that can be used to sign in.
 */
export const adminNow = (adminId: string): Promise<Actor> => adminActor(adminId, randomUUID());
