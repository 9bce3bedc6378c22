import { actorOfCookie, visitorOf } from "#modules/access/index.ts";
import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { type CookieName, readCookie } from "./cookies.server.ts";

export type Portal = "center" | "admin" | "onboarder";

/** Of each portal: its cookie, where it logs in (R004, R006, R007) and where a signed-in one lands (R005, R008). */
export const portals = {
  center: { cookie: "center_session", login: "/", home: "/center-dashboard" },
  admin: { cookie: "admin_session", login: "/admin-login", home: "/admin-dashboard" },
  onboarder: { cookie: "onboarder_session", login: "/center-onboard-login", home: "/center-onboard-view-centers" },
} as const satisfies Record<Portal, { cookie: CookieName; login: string; home: string }>;

/** The actor of a portal's cookie; throws unauthenticated when there is none or it is over. */
export async function actorOf<P extends Portal>(portal: P, request: Request): Promise<ActorOf<P>> {
  return (await actorOfCookie(portal, readCookie(request, portals[portal].cookie))) as ActorOf<P>;
}

/** The actor of a portal's cookie, or undefined when nobody is signed in there. */
export async function actorIfAny(portal: Portal, request: Request) {
  if (!readCookie(request, portals[portal].cookie)) return undefined;
  try {
    return await actorOf(portal, request);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unauthenticated") return undefined;
    throw error;
  }
}

/** A member of the public: the phones this browser has proved, and where it calls from. */
export async function anyoneOf(request: Request, address: string): Promise<Extract<Actor, { kind: "anyone" }>> {
  const token = readCookie(request, "visitor");
  const visitor = token ? await visitorOf(token) : undefined;
  return { kind: "anyone", phones: visitor?.phones ?? [], ...(visitor && { visitorId: visitor.visitorId }), address };
}
