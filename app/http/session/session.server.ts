import { actorOfCookie, visitorOf } from "#modules/access/index.ts";
import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { type CookieName, readCookie } from "../request/cookies.server.ts";

export type Portal = "center" | "admin" | "onboarder" | "technician";

/**
 * For each portal: its cookie and the one a browser is known by afterwards, its login page (R004, R006, R007) and its
 * start page after signing in (R005, R008).
 */
export const portals = {
  center: { cookie: "center_session", known: "center_known", login: "/", home: "/center-dashboard" },
  admin: { cookie: "admin_session", known: "admin_known", login: "/admin-login", home: "/admin-dashboard" },
  onboarder: {
    cookie: "onboarder_session",
    known: "onboarder_known",
    login: "/center-onboard-login",
    home: "/center-onboard-view-centers",
  },
  // A technician signs in by the link of a visit; its page without a link says so.
  technician: { cookie: "technician_session", known: "technician_known", login: "/visit", home: "/visits" },
} as const satisfies Record<Portal, { cookie: CookieName; known: CookieName; login: string; home: string }>;

/** The page where an admin sets up the second factor. */
export const setUpPage = "/admin-security";

/** The step of a sign-in where an admin proves a mobile number that is new. */
export const mobileStep = `${setUpPage}?step=mobile`;

/** `toSetUp` also lets in an admin who has yet to set up the second factor. */
type SessionOptions = { toSetUp?: boolean };

/** The actor of a portal's cookie; throws unauthenticated when it is missing or expired. */
export async function actorOf<P extends Portal>(
  portal: P,
  request: Request,
  options: SessionOptions = {},
): Promise<ActorOf<P>> {
  return (await actorOfCookie(portal, readCookie(request, portals[portal].cookie), options)) as ActorOf<P>;
}

/** The actor of a portal's cookie, or undefined when nobody is signed in there. */
export async function actorIfAny(portal: Portal, request: Request, options: SessionOptions = {}) {
  if (!readCookie(request, portals[portal].cookie)) return undefined;
  try {
    return await actorOf(portal, request, options);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unauthenticated") return undefined;
    throw error;
  }
}

/** The public visitor: the phones this browser has proved, and its network address. */
export async function anyoneOf(request: Request, address: string): Promise<Extract<Actor, { kind: "anyone" }>> {
  const token = readCookie(request, "visitor");
  const visitor = token ? await visitorOf(token) : undefined;
  return { kind: "anyone", phones: visitor?.phones ?? [], ...(visitor && { visitorId: visitor.visitorId }), address };
}

/** The token an API client sends: `access-token`, `x-access-token`, or `Authorization` with or without `Bearer` (R017–R019). */
export function tokenOf({ headers }: Request) {
  const authorization = /^(?:Bearer\s+)?(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
  return headers.get("access-token") ?? headers.get("x-access-token") ?? authorization;
}
