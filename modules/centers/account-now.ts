import { randomUUID } from "node:crypto";
import type { Actor } from "#modules/kernel/actor.ts";
import { denied } from "#modules/kernel/errors.ts";
import { getCenter } from "./center/queries.ts";
import { mayLogIn } from "./center/sign-in.ts";
import { isDeskLogin } from "./logins/desk-logins.ts";
import { getOnboarder } from "./onboarders/onboarders.ts";

/*
 * The actors behind work that runs in the background, with their current rights. The session ids are random: no
 * sessions that can be used to sign in.
 */

/**
 * A center, or a person of its desk; refused when it was deleted or may not log in any more (Q100), or the person's login
 * has ended.
 */
export async function centerNow(centerId: string, deskLoginId?: string): Promise<Actor> {
  if (!mayLogIn(await getCenter(centerId))) throw denied("center.loginDisabled");
  if (deskLoginId && !(await isDeskLogin({ centerId, deskLoginId }))) throw denied();
  return { kind: "center", centerId, sessionId: randomUUID(), deskLoginId };
}

/** An onboarder; refused when it does not exist. */
export async function onboarderNow(onboarderId: string): Promise<Actor> {
  await getOnboarder(onboarderId);
  return { kind: "onboarder", onboarderId, sessionId: randomUUID() };
}
