import { data } from "@remix-run/node";
import type { Refused } from "#app/ui/base/refused.ts";
import { DomainError, statusOf, waitHeaders } from "#modules/kernel/errors.ts";
import { type MessageKey, type MessageParams, say } from "#modules/messages/index.ts";
import type { Door } from "../request/door.server.ts";
import type { About } from "../request/toast.server.ts";
import { type Portal, portals, setUpPage } from "../session/session.server.ts";
import { pageOfRefused } from "./stored-form.server.ts";
import { keepTheWay } from "./way-back.server.ts";

/** What an action answers when the form stays on its page; success usually redirects instead. */
export type ActionResult<R = unknown> = Refused & {
  /** What a successful intent answered instead of a redirect. */
  result?: R;
};

/** What the error page knows of a refused page load. */
export type PageProblem = { problem: MessageKey; params?: MessageParams | undefined; requestId?: string };

/**
 * Answers a refused page load: a redirect to the login, or the nearest error page with the status of the error's kind.
 */
export function refusedPage(error: unknown, door: Door, portal: Portal | undefined): unknown {
  if (!(error instanceof DomainError)) return error;
  if (error.kind === "unauthenticated" && portal) return toLogin(door, portal);
  if (isToSetUp(error, portal)) return door.go(setUpPage);
  const problem: PageProblem = { problem: error.key, params: error.params, requestId: door.requestId };
  sayWhen(error, door);
  return data(problem, { status: statusOf(error.kind), headers: door.headers });
}

/**
 * Answers a refused form with field errors or one sentence, and with what was typed. A form sent by the browser itself
 * is redirected to its page, which shows that; a form sent by script gets it in place. Only bugs are thrown on.
 */
export async function refusedForm(error: unknown, door: Door, portal: Portal | undefined, form: Refused) {
  if (!(error instanceof DomainError)) throw error;
  if (isToSetUp(error, portal)) throw door.go(setUpPage);
  const result: Refused = { ...form, problem: error.key };
  if (error.fields) result.errors = error.fields;
  if (error.limits) result.limits = error.limits;
  if (error.params) result.params = error.params;
  if (error.meanwhile) result.meanwhile = error.meanwhile;
  return againWith(result, door, error);
}

/** A form that is shown again: on its page, where the browser sent it itself, or in place. */
export async function againWith(result: Refused, door: Door, refusal?: DomainError) {
  const page = door.document ? await pageOfRefused(result, door) : undefined;
  if (page) return door.go(page);
  if (refusal) sayWhen(refusal, door);
  return data(result, { status: refusal ? statusOf(refusal.kind) : 200, headers: door.headers });
}

/** Whether a door was refused because nobody is signed in at its portal. */
export const isSignedOut = (error: unknown) => error instanceof DomainError && error.kind === "unauthenticated";

/** Admins who have yet to set up the second factor are redirected to do so, whichever page they ask for. */
const isToSetUp = ({ key }: DomainError, portal: Portal | undefined) => portal === "admin" && key === "totp.setUpFirst";

/**
 * Answers a refused resource (a file, a stream, JSON for our own pages). A person who opened it is led to the login, or
 * gets the error page; a script that asks for `text/plain` gets the sentence in its page's language.
 */
export function refusedResource(error: unknown, door: Door, portal?: Portal) {
  if (!(error instanceof DomainError)) throw error;
  if (door.opened && portal && error.kind === "unauthenticated") return toLogin(door, portal, null);
  if (door.opened && door.document) door.refuse(error);
  const { key: problem, fields: errors, params } = error;
  sayWhen(error, door);
  if (door.request.headers.get("accept") === "text/plain") {
    const [first = problem] = Object.values(errors ?? {});
    door.headers.set("content-type", "text/plain; charset=utf-8");
    return new Response(say(first, params, door.locale), { status: statusOf(error.kind), headers: door.headers });
  }
  return Response.json({ problem, errors, params }, { status: statusOf(error.kind), headers: door.headers });
}

function sayWhen(error: DomainError, door: Door) {
  for (const [name, value] of Object.entries(waitHeaders(error))) door.headers.set(name, value);
}

/**
 * Redirects an unauthenticated request to the portal's login (R004, R006, R007). When the session is over, the admin's
 * login says so, whichever portal it was of (R020–R024, Q12), and links that portal's own login; except on the list of
 * admin users, which leads to the centers' login (R025, Q13). Only that portal's cookie is dropped, the others stay signed
 * in (R011). The way back to a page is kept, of an admin's pages only when a session ended over them: otherwise R335 says
 * where the login leads. `back` is where a form was sent in a session that is over, and whose cookie may be, too; null
 * keeps none.
 */
export function toLogin(door: Door, portal: Portal, back?: string | null) {
  const { cookie, login } = portals[portal];
  const held = door.cookie(cookie) !== undefined;
  const over = held || typeof back === "string";
  if (held) door.drop(cookie);
  if (back !== null && (portal !== "admin" || over)) keepTheWay(door, portal, back ?? door.here);
  // A technician signs in by the link of a visit, and by no login.
  if (portal === "technician") {
    if (over) door.toast("session.ended", undefined, "bad");
    return door.go(login);
  }
  const about = portal === "admin" ? undefined : loginOf(door, portal);
  if (!over) {
    // R004 leads to the booking page, which says nothing of a login by itself.
    if (portal === "center") door.toast("session.centerFirst", undefined, "bad", { about });
    return door.go(login);
  }
  door.toast("session.ended", undefined, "bad", { about });
  return door.go(portal === "admin" && door.url.pathname === usersList ? "/login" : portals.admin.login);
}

const logins = { center: "/login", onboarder: "/center-onboard-login" } as const;

/** A portal's own login, as a toast links it. */
const loginOf = (door: Door, portal: keyof typeof logins): About => ({
  to: logins[portal],
  name: say(`session.login.${portal}`, undefined, door.locale),
});

/** The list of admin users; its frame is asked by the same address, so that both lead to one place. */
const usersList = "/users";
