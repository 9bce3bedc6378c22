import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf } from "#app/http/session/known-browser.server.ts";
import { actorIfAny } from "#app/http/session/session.server.ts";
import { keepPrivate } from "#app/parts/login/private-link.server.ts";
import { visitPath, visitsPath } from "#app/parts/visits/paths.ts";
import { codeHeld } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { lenient, text } from "#modules/kernel/validation.ts";
import { ownVisitOfLink, phoneOfLink, technicianLinkState } from "#modules/tickets/index.ts";

export const LinkQuery = z.object({ token: lenient(text(64)), step: lenient(z.enum(["code", "wait", "requested"])) });
type LinkQuery = z.output<typeof LinkQuery>;

/** How long this browser waits for another code of a link. */
export const waitOf = async (token: string, door: Door): Promise<number> =>
  (await codeHeld({ phone: await phoneOfLink(token), purpose: "technician_login", ...askerOf(door) })).waitSeconds;

/**
 * What a link shows: nothing of its visit, but where its code goes. A browser in which its technician is signed in goes on
 * to the visit, and without a link to the technician's visits.
 */
export async function linkView(_anyone: ActorOf<"anyone">, { token, step }: LinkQuery, door: Door) {
  keepPrivate(door);
  const technician = (await actorIfAny("technician", door.request)) as ActorOf<"technician"> | undefined;
  if (!token) {
    if (technician) throw door.go(visitsPath);
    if (step === "requested") return { view: "requested" as const };
    return { view: "none" as const };
  }
  const { phone } = await technicianLinkState(token);
  if (phone === null) return { view: "over" as const, signedIn: technician !== undefined };
  const own = technician && (await ownVisitOfLink(technician, token));
  if (own) throw door.go(visitPath(own));
  const sent = step === "requested" ? undefined : step;
  return {
    view: sent ?? ("send" as const),
    token,
    phone,
    waitSeconds: sent ? await waitOf(token, door) : 0,
    sandbox: env.sandbox,
  };
}
type LinkView = Awaited<ReturnType<typeof linkView>>;
export type CodeView = Extract<LinkView, { token: string }>;
